import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commentMarker,
  isNewerRun,
  readCommentMarker,
  readHistory,
  writeHistory,
} from '../../../src/report/comment/hidden-lines.ts';
import { renderComment } from '../../../src/report/comment/render-comment.ts';
import { gateKey } from '../../../src/results/jobs.ts';
import type { CaseResult, Redacted, RunResults } from '../../../src/results/run-results.ts';
import { piecesByMicromark } from '../../support/parsed-markdown.ts';
import {
  caseResultOf,
  contentOf,
  factsOf,
  failedCaseOf,
  failedStepOf,
  flakyCaseOf,
  type ResultsOverrides,
  resultsOf,
  visibleText,
} from '../../support/results.ts';

/** Cases by name: `+` passed, `-` failed, `?` unfinished, `!` could not be run, `~` flaky. */
function cases(signs: string): CaseResult[] {
  return signs.split(' ').map((each) => {
    const [sign, name = ''] = [each.slice(0, 1), each.slice(1)];
    const named = { name, testCaseId: `id of ${name}` };
    const place = { file: `${name}.yaml`, line: 1, column: 1 };
    if (sign === '-') return failedCaseOf({ ...named, failedStep: failedStepOf({ place }) });
    if (sign === '~') return flakyCaseOf(named);
    return caseResultOf({
      ...named,
      status: sign === '?' ? 'unfinished' : sign === '!' ? 'error' : 'passed',
    });
  });
}

const ofCases = (signs: string, overrides: ResultsOverrides = {}): ResultsOverrides => ({
  results: cases(signs),
  ...overrides,
});

const leg = (matrix: string, signs: string): ResultsOverrides =>
  ofCases(signs, { title: `CI / browser (${matrix})`, job: { matrix: [matrix], jobTotal: 2 } });

/** One rendering of the comment by a workflow run; without jobs, its tests are running. */
interface Writing {
  readonly run: number;
  readonly attempt?: number;
  readonly jobs: readonly ResultsOverrides[];
}

/** Run 1 is of commit `aaaaaaa` on November 1, and so on. @returns the comment after the last writing. */
function bodyAfter(...writings: readonly Writing[]): string {
  let body = '';
  for (const { run, attempt = 1, jobs } of writings) {
    const identify = ({ job, ...overrides }: ResultsOverrides): ResultsOverrides => ({
      ...overrides,
      context: { sha: String.fromCharCode(96 + run).repeat(40) },
      job: { ...job, runId: run, attempt },
    });
    const content = contentOf(
      jobs.map((job) => resultsOf(identify(job))),
      { history: readHistory(body), at: Date.UTC(2026, 10, run) / 1000 },
    );
    const running = { running: true, facts: factsOf(identify({})) } as const;
    body = renderComment(jobs.length === 0 ? { ...content, ...running } : content);
  }
  return body;
}

/** Workflow runs of one job. A run without cases is killed after it started. */
function textAfter(...runs: readonly (string | ResultsOverrides)[]): string {
  const writings = runs.flatMap((given, index): Writing[] => {
    const job = typeof given === 'string' ? ofCases(given) : given;
    const started = { run: index + 1, jobs: [] };
    return given === '' ? [started] : [started, { run: index + 1, jobs: [job] }];
  });
  return visibleText(bodyAfter(...writings));
}

const changes = (text: string) => text.split('\n')[2];
const notes = (text: string) =>
  [...text.matchAll(/^\*\*(\w+)\*\*.*? · (.*?)<br>$/gm)].map(([, ...found]) => found);

describe('changes since the previous workflow run', () => {
  it('are not claimed at the first run', () => {
    expect(textAfter('-A +B')).not.toMatch(/newly|still|fixed/);
  });

  it('are shown below the headline and for each failing case', () => {
    const text = textAfter('-A -B +C', '-A +B -C +D');
    expect(changes(text)).toBe('1 newly failing, 1 fixed, 1 still failing');
    expect(notes(text)).toEqual([
      ['A', '_still failing since `aaaaaaa` (2026-11-01)_'],
      ['C', '_newly failing_'],
    ]);
    expect(text).toContain('<summary>1 fixed</summary>\n\n- B\n');
  });

  it('keep the commit since which a case fails, also across a run that was killed', () => {
    const text = textAfter('-A +B', '-A -B', '', '-A -B');
    expect(notes(text)).toEqual([
      ['A', '_still failing since `aaaaaaa` (2026-11-01)_'],
      ['B', '_still failing since `bbbbbbb` (2026-11-02)_'],
    ]);
  });

  it.each(['passed', 'failed'] as const)('ignore a run that %s and has no results', (status) => {
    const lost: ResultsOverrides = { status, green: false, reason: 'The results are lost.', results: [] };
    expect(changes(textAfter('-A -B', lost, '-A +B -C'))).toBe('1 newly failing, 1 fixed, 1 still failing');
    expect(textAfter('-A', lost)).toContain('The results are lost.');
  });

  it('start again if a case was green in between', () => {
    expect(notes(textAfter('-A', '+A', '-A'))).toEqual([['A', '_newly failing_']]);
  });

  it('of a green run are what it fixed', () => {
    const text = textAfter('-A -B', '+A +B');
    expect(text.split('\n')[0]).toContain('✅');
    expect(changes(text)).toBe('2 fixed');
    expect(text).toContain('<summary>2 fixed</summary>\n\n- A\n- B\n');
  });

  it('are empty if nothing changed and nothing fails', () => {
    expect(textAfter('+A', '+A')).not.toMatch(/newly|still|fixed/i);
  });

  it('do not call a case fixed that was flaky or does not exist any more', () => {
    expect(textAfter('-A -B +C', '~A +C')).not.toContain('fixed');
    expect(textAfter('-A -B +C', '~A +C', '-B')).toContain('newly failing');
  });

  it('say once that a case failed before and does not exist any more', () => {
    const text = textAfter('-A -B +C', '+A +C');
    expect(text.split('\n')[0]).toContain('✅');
    expect(changes(text)).toBe('1 fixed, 1 failed before and did not run');
    expect(textAfter('-A -B +C', '+A +C', '+A +C')).not.toContain('did not run');
    expect(textAfter('-A +B', '+B')).toContain('1 failed before and did not run');
  });

  it('do not say that a case did not run if it may be in another shard', () => {
    const sharded = (text: string): ResultsOverrides => {
      const given = ofCases(text);
      return { ...given, job: { ...given.job, shard: { number: 1, total: 1 } } };
    };
    expect(textAfter(sharded('-A +B'), sharded('+B'))).not.toContain('did not run');
  });

  it.each(['timed-out', 'cancelled', 'error'] as const)(
    'leave cases as they were that have no result in a run that ended as %s',
    (status) => {
      const ended = ofCases('?A !B +D', { status, green: false });
      expect(notes(textAfter('-A -B -C +D', ended, '-A -B -C -D'))).toEqual([
        ['A', expect.stringContaining('still failing since `aaaaaaa`')],
        ['B', expect.stringContaining('still failing since `aaaaaaa`')],
        ['C', expect.stringContaining('still failing since `aaaaaaa`')],
        ['D', '_newly failing_'],
      ]);
      expect(textAfter('-A -B -C +D', ended)).not.toContain('fixed');
    },
  );

  it('are claimed with up to 1,000 failing cases', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `-c${index}`).join(' ');
    expect(changes(textAfter(many(1000), many(1000)))).toBe('1000 still failing');
    expect(textAfter(many(1001), many(1001))).not.toContain('still failing');
  });
});

describe('the history of a workflow run', () => {
  it('is compared with the run before it, however often the comment is written', () => {
    const first: Writing = { run: 1, jobs: [leg('chrome', '-A +B'), leg('firefox', '+A +B')] };
    const second = [leg('chrome', '-A -B'), leg('firefox', '+A +B')];
    const once = bodyAfter(first, { run: 2, jobs: second });
    const often = bodyAfter(
      first,
      { run: 2, jobs: [] },
      { run: 2, jobs: second.slice(0, 1) },
      { run: 2, jobs: second },
    );
    expect(often).toBe(once);
    expect(changes(visibleText(once))).toBe('1 newly failing, 1 still failing');
  });

  it('is not written over by a re-run', () => {
    const text = visibleText(
      bodyAfter(
        { run: 1, jobs: [ofCases('-A')] },
        { run: 2, jobs: [ofCases('-A -B')] },
        { run: 2, attempt: 2, jobs: [ofCases('-A -B')] },
        { run: 2, attempt: 3, jobs: [ofCases('+A -B')] },
      ),
    );
    expect(changes(text)).toBe('1 newly failing, 1 fixed');
  });

  it('counts the same case in two jobs of a matrix as two', () => {
    const text = visibleText(
      bodyAfter(
        { run: 1, jobs: [leg('chrome', '-A'), leg('firefox', '-A')] },
        { run: 2, jobs: [leg('chrome', '-A'), leg('firefox', '+A')] },
      ),
    );
    expect(changes(text)).toBe('1 fixed, 1 still failing');
  });

  it('does not depend on the shard that a case runs in', () => {
    const shard = (number: number, signs: string) =>
      ofCases(signs, { job: { shard: { number, total: 2 }, jobTotal: 2 } });
    const text = visibleText(
      bodyAfter(
        { run: 1, jobs: [shard(1, '-A'), shard(2, '+B')] },
        { run: 2, jobs: [shard(1, '+B'), shard(2, '-A')] },
      ),
    );
    expect(changes(text)).toBe('1 still failing');
  });

  it('keeps cases of jobs that have not reported', () => {
    const text = visibleText(
      bodyAfter(
        { run: 1, jobs: [leg('chrome', '-A'), leg('firefox', '-A')] },
        { run: 2, jobs: [leg('chrome', '+A')] },
        { run: 3, jobs: [leg('chrome', '+A'), leg('firefox', '-A')] },
      ),
    );
    expect(changes(text)).toBe('1 still failing');
    expect(text).toContain('since `aaaaaaa`');
  });

  it('remembers the same thing, whichever jobs reported first', () => {
    const sign = fc.constantFrom('+', '-', '?', '!', '~');
    const job = fc.array(sign, { minLength: 1, maxLength: 5 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(fc.array(fc.tuple(job, job), { minLength: 1, maxLength: 4 }), (runs) => {
        const jobsOf = (given: readonly string[]) =>
          given.map((signs, index) =>
            leg(`leg ${index}`, [...signs].map((each, at) => `${each}c${at}`).join(' ')),
          );
        const all = runs.map((given, index) => ({ run: index + 1, jobs: jobsOf(given) }));
        const inSteps = all.flatMap(({ run, jobs }, index) => [
          { run, jobs: [] },
          { run, jobs: index % 2 === 0 ? jobs.slice(0, 1) : jobs.slice(1) },
          { run, jobs },
        ]);
        expect(bodyAfter(...inSteps)).toBe(bodyAfter(...all));
      }),
      { numRuns: 100, seed: 5 },
    );
  });
});

describe('the hidden line', () => {
  const run = { runId: 50, attempt: 1 };
  const keys = (count: number) => Array.from({ length: count }, () => randomBytes(5).toString('hex'));
  const sinceOf = (second: number) =>
    `${new Date(second * 1000).toISOString().slice(0, 19)} ${randomBytes(6).toString('hex')}`;
  const failingSince = (since: string, count: number) => new Map(keys(count).map((key) => [key, since]));
  const commentWith = (line: string) => `<!-- browser-test-gate:0123456789abcdef run=50.1 -->\n${line}\ntext`;

  it('is read back as it was written', () => {
    for (const history of [
      { run, before: undefined, failing: undefined },
      { run, before: new Map(), failing: failingSince(sinceOf(5), 3) },
    ])
      expect(readHistory(commentWith(writeHistory(history)))).toEqual(history);
  });

  it('is read from a body with the line ends of a browser', () => {
    const history = { run, before: new Map(), failing: failingSince(sinceOf(5), 1) };
    expect(readHistory(commentWith(writeHistory(history)).replaceAll('\n', '\r\n'))).toEqual(history);
  });

  it('has at most 24,000 characters, and loses no case: the oldest only get a later date', () => {
    const runs = Array.from({ length: 1000 }, (_, index) => sinceOf(1_700_000_000 + 7 * index));
    const everyRun = () => new Map(runs.flatMap((since) => [...failingSince(since, 1)]));
    const [before, failing] = [everyRun(), everyRun()];
    const line = writeHistory({ run, before, failing });
    expect(line.length).toBeLessThanOrEqual(24_000);
    const read = readHistory(commentWith(line));
    expect(new Set(read?.before?.keys())).toEqual(new Set(before.keys()));
    expect(new Set(read?.failing?.keys())).toEqual(new Set(failing.keys()));
    const kept = [...new Set(read?.failing?.values())].sort();
    expect(kept).toEqual(runs.slice(-kept.length));
    expect(kept.length).toBeGreaterThan(100);
    for (const [key, since] of read?.failing ?? []) {
      expect(since).toBe([failing.get(key) ?? '', kept[0] ?? ''].sort().at(-1));
    }
  });

  const packed = (value: unknown) =>
    `<!-- data:${deflateRawSync(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')} -->`;
  it.each([
    ['is missing', '### ❌ Browser tests failed'],
    ['is not base64', '<!-- data:%%% -->'],
    ['is not compressed', '<!-- data:AAAA -->'],
    ['is not JSON', packed('{')],
    ['has another form', packed({ nonce: '000000000000', sections: [] })],
    ['has a time that no date has', packed({ run, failing: { '1e300 abc': keys(1).join('') } })],
    ['has text after its commit', packed({ run, failing: { [`${sinceOf(1)} and more`]: '' } })],
    [
      'names more cases than are ever written',
      packed({ run, failing: { [sinceOf(1)]: keys(900).join(''), [sinceOf(2)]: keys(900).join('') } }),
    ],
    ['is larger than any that is written', packed({ run, failing: {}, more: 'x'.repeat(5_000_000) })],
  ])('is ignored if it %s', (_, line) => {
    const history = readHistory(commentWith(line));
    expect(history).toBe(undefined);
    const job: Redacted<RunResults> = resultsOf({ results: [failedCaseOf()] });
    expect(renderComment(contentOf([job], { history }))).not.toMatch(/newly failing|still failing/);
  });
});

const run = { runId: 1, attempt: 1 };
const key = gateKey({ workflow: 'CI', job: 'browser' });

describe('the hidden marker of a comment', () => {
  it('is read back as it was written, whatever workflow and job are called', () => {
    const number = fc.nat();
    fc.assert(
      fc.property(
        fc.record({ workflow: fc.string(), job: fc.string() }),
        fc.record({ runId: number, attempt: number }),
        fc.boolean(),
        ({ workflow, job }, { runId, attempt }, isFinal) => {
          const anyKey = gateKey({ workflow, job });
          const marker = commentMarker(anyKey, { runId, attempt }, isFinal);
          const read = { key: anyKey, runId, attempt, running: !isFinal };
          expect(readCommentMarker(`${marker}\ntext`, anyKey)).toEqual(read);
          expect(readCommentMarker(marker)).toEqual(read);
          expect(piecesByMicromark(marker).map(({ type }) => type)).toEqual(['root', 'html']);
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  it('has this very form, which comments of earlier versions have', () => {
    expect(commentMarker(key, { runId: 50, attempt: 2 }, true)).toBe(
      `<!-- browser-test-gate:${key} run=50.2 -->`,
    );
    expect(commentMarker(key, { runId: 50, attempt: 2 }, false)).toBe(
      `<!-- browser-test-gate:${key} run=50.2 running -->`,
    );
  });

  it('does not match the key of another job', () => {
    const other = gateKey({ workflow: 'CI', job: 'other' });
    expect(readCommentMarker(commentMarker(key, run, true), other)).toBe(undefined);
  });

  it('counts only at the very beginning of the body', () => {
    const marker = commentMarker(key, run, true);
    for (const before of [' ', '\n', '> ', 'x'])
      expect(readCommentMarker(before + marker, key)).toBe(undefined);
    expect(readCommentMarker(marker.slice(0, -1), key)).toBe(undefined);
  });

  it('orders runs by their number, then by their attempt', () => {
    expect(isNewerRun({ runId: 10, attempt: 1 }, { runId: 9, attempt: 2 })).toBe(true);
    expect(isNewerRun({ runId: 9, attempt: 2 }, { runId: 9, attempt: 1 })).toBe(true);
    expect(isNewerRun({ runId: 9, attempt: 1 }, { runId: 9, attempt: 1 })).toBe(false);
    expect(isNewerRun({ runId: 9, attempt: 3 }, { runId: 10, attempt: 1 })).toBe(false);
  });
});
