import { describe, expect, it } from 'vitest';
import type { CaseResult, PublishedRun } from '../../../src/publish/verdict.ts';
import { commentOf, shownText } from '../../support/comment-run.ts';
import { commentsInMemory } from '../../support/comments-in-memory.ts';
import { aFailure, aFlaky, aResult, aRun } from '../../support/verdicts.ts';

const shas = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(40));

/** Results by the names of their cases: `+` passed, `-` failed, `?` unfinished, `!` could not be run, `~` flaky. */
function results(told: string): CaseResult[] {
  return told.split(' ').map((each) => {
    const [sign, name = ''] = [each.slice(0, 1), each.slice(1)];
    const named = { name, testCaseId: `id of ${name}` };
    if (sign === '-') return aFailure(named);
    if (sign === '~') return aFlaky(named);
    const status = sign === '?' ? 'unfinished' : sign === '!' ? 'error' : 'passed';
    return aResult({ ...named, status });
  });
}

function runOf(told: string, status?: PublishedRun['verdict']['status']): PublishedRun {
  const isRed = /-/.test(told);
  return aRun({ status: status ?? (isRed ? 'failed' : 'passed'), green: !isRed, results: results(told) });
}

/** Several runs of one job, a commit and a day each. @returns what the comment says after the last. */
async function commentAfter(...runs: readonly (PublishedRun | 'killed')[]): Promise<string> {
  const { api, stored } = commentsInMemory(async () => {});
  for (const [index, run] of runs.entries()) {
    const given = { run: { runId: 50 + index, attempt: 1 }, sha: shas[index] ?? '' };
    const comment = commentOf('', given, { github: api, now: () => Date.UTC(2026, 10, 1 + index) });
    comment.announce();
    await expect.poll(() => stored[0]?.body).toContain(`run=${50 + index}.1 running`);
    if (run !== 'killed') await comment.conclude(run);
  }
  return shownText(stored[0]?.body ?? '');
}

/** What a post step tells: the verdict of a step that was killed, or that GitHub refused, without its results. */
const leftRun = (status: 'passed' | 'failed') =>
  aRun({ status, green: false, reason: 'The results are lost.', results: [] });

const changes = (text: string) => text.split('\n')[2];
const titles = (text: string) =>
  [...text.matchAll(/^\*\*(\w+)\*\*.*? · (.*?)<br>$/gm)].map(([, ...told]) => told);

describe('what has changed since the last run', () => {
  it('is not claimed at the first run', async () => {
    const text = await commentAfter(runOf('-A +B'));
    expect(text).not.toMatch(/newly|still|Fixed/);
  });

  it('is told for each failing case, and in the second line', async () => {
    const text = await commentAfter(runOf('-A -B +C'), runOf('-A +B -C +D'));
    expect(changes(text)).toBe('1 newly failing, 1 fixed, 1 still failing');
    expect(titles(text)).toEqual([
      ['A', '_still failing since `aaaaaaa` (2026-11-01)_'],
      ['C', '_newly failing_'],
    ]);
    expect(text).toContain('#### Fixed\n\n- B\n');
  });

  it('keeps the commit since when a case fails, also through a run that was killed', async () => {
    const text = await commentAfter(runOf('-A'), runOf('-A -B'), 'killed', runOf('-A -B'));
    expect(titles(text)).toEqual([
      ['A', '_still failing since `aaaaaaa` (2026-11-01)_'],
      ['B', '_still failing since `bbbbbbb` (2026-11-02)_'],
    ]);
  });

  it.each(['passed', 'failed'] as const)(
    'leaves cases as they were in a run that %s, and whose results are lost',
    async (status) => {
      const text = await commentAfter(runOf('-A -B'), leftRun(status), runOf('-A +B -C'));
      expect(changes(text)).toBe('1 newly failing, 1 fixed, 1 still failing');
      expect(await commentAfter(runOf('-A'), leftRun(status))).toContain('The results are lost.');
    },
  );

  it('begins anew where a case was green in between', async () => {
    const text = await commentAfter(runOf('-A'), runOf('+A'), runOf('-A'));
    expect(titles(text)).toEqual([['A', '_newly failing_']]);
  });

  it('turns green with a list of what is fixed', async () => {
    const text = await commentAfter(runOf('-A -B'), runOf('+A +B'));
    expect(text.split('\n')[0]).toContain('✅');
    expect(changes(text)).toBe('2 fixed');
    expect(text).toContain('#### Fixed\n\n- A\n- B\n');
  });

  it('says nothing where nothing has changed and nothing fails', async () => {
    const text = await commentAfter(runOf('+A'), runOf('+A'));
    expect(text).not.toMatch(/newly|still|fixed/i);
  });

  it('calls nothing fixed that did not pass at once, or is not there any more', async () => {
    const text = await commentAfter(runOf('-A -B +C'), runOf('~A +C'));
    expect(text).not.toContain('Fixed');
    expect(await commentAfter(runOf('-A -B +C'), runOf('~A +C'), runOf('-B'))).toContain('newly failing');
  });

  it.each(['timed-out', 'cancelled', 'error'] as const)(
    'leaves cases as they were that have no result, or were not come to, in a run that is %s',
    async (status) => {
      const text = await commentAfter(runOf('-A -B -C +D'), runOf('?A !B +D', status), runOf('-A -B -C -D'));
      expect(titles(text).map(([name, told]) => [name, told?.includes('newly')])).toEqual([
        ['A', false],
        ['B', false],
        ['C', false],
        ['D', true],
      ]);
      expect(await commentAfter(runOf('-A -B -C +D'), runOf('?A !B +D', status))).not.toContain('Fixed');
    },
  );

  it('is remembered for 1,000 failing cases, and not claimed with more', async () => {
    const many = (count: number) =>
      runOf(Array.from({ length: count }, (_, index) => `-c${index}`).join(' '));
    expect(changes(await commentAfter(many(1000), many(1000)))).toBe('1000 still failing');
    expect(await commentAfter(many(1001), many(1001))).not.toContain('still failing');
  });
});
