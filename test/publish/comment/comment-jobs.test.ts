import { describe, expect, it } from 'vitest';
import { type CommentRun, commentOf, shownText } from '../../support/comment-run.ts';
import { commentsInMemory } from '../../support/comments-in-memory.ts';
import { aFailure, aResult, aRun } from '../../support/verdicts.ts';

const failed = aRun({ status: 'failed', green: false, results: [aFailure(), aResult()] });
const cancelled = aRun({ status: 'cancelled', green: false, results: [] });

/** A pull request; each push is a commit and a run of its own. */
function makePull() {
  const { api, stored } = commentsInMemory(async () => {});
  return {
    async push(letter: string, jobs: readonly CommentRun[], run = aRun()) {
      const runId = letter.charCodeAt(0);
      const given = { sha: letter.repeat(40), run: { runId, attempt: 1 } };
      for (const job of jobs) await commentOf('', { ...given, ...job }, { github: api }).conclude(run);
    },
    text: () => shownText(stored[0]?.body ?? ''),
    head: () => shownText(stored[0]?.body ?? '').split('\n')[0],
  };
}

const shards = (total: number) =>
  Array.from({ length: total }, (_, index) => ({
    matrix: { shard: index + 1 },
    shard: { number: index + 1, total },
    jobs: total,
  }));
const legs = (...browsers: string[]) =>
  browsers.map((browser) => ({ matrix: { browser }, jobs: browsers.length }));

describe('the headline', () => {
  it('is not green before all jobs that are known have run for the commit', async () => {
    const { push, head } = makePull();
    const [chrome, firefox, webkit] = legs('chrome', 'firefox', 'webkit');
    await push(
      'a',
      [chrome, firefox, webkit].flatMap((each) => each ?? []),
      failed,
    );
    await push('b', chrome === undefined ? [] : [chrome]);
    expect(head()).toBe('### ⏳ Browser tests are running (1 of 3 jobs done, 1 passed of 1)');
    await push(
      'b',
      [firefox, webkit].flatMap((each) => each ?? []),
    );
    expect(head()).toBe('### ✅ Browser tests passed (3 passed of 3, 3 jobs, 12.3 s)');
  });

  it('is red at once where something fails', async () => {
    const { push, head } = makePull();
    await push('a', legs('chrome', 'firefox'));
    await push('b', legs('chrome', 'firefox').slice(0, 1), failed);
    expect(head()).toBe('### ❌ Browser tests failed (1 of 2 jobs done, 1 failed, 1 passed of 2)');
  });

  it('knows how many shards there are from the first', async () => {
    const { push, head } = makePull();
    await push('a', shards(3).slice(0, 1));
    expect(head()).toBe('### ⏳ Browser tests are running (1 of 3 jobs done, 1 passed of 1)');
    await push('a', shards(3).slice(1));
    expect(head()).toBe('### ✅ Browser tests passed (3 passed of 3, 3 jobs, 12.3 s)');
  });

  it('counts the steps of one job as parts, by their ids or numbers', async () => {
    const { push, head, text } = makePull();
    await push('a', [{ action: '__acme_gate' }, { action: '__acme_gate_2' }, { action: 'smoke' }]);
    expect(head()).toBe('### ✅ Browser tests passed (3 passed of 3, 3 parts, 12.3 s)');
    expect([...text().matchAll(/^\| ✅ \| \[(.*?)\]/gm)].map(([, title]) => title)).toEqual([
      'browser, step 1',
      'browser, step 2',
      'browser, step smoke',
    ]);
    expect(text()).toContain('| | Part | Results | Time |');
  });

  it('does not wait for a step that may be gone', async () => {
    const { push, head } = makePull();
    await push('a', [{ action: '__acme_gate', jobs: 1 }]);
    await push('b', [{ action: 'named', jobs: 1 }]);
    expect(head()).toContain('✅');
  });
});

describe('what is gone is dropped', () => {
  it('at once where there are other shards', async () => {
    const { push, text } = makePull();
    await push('a', shards(2), failed);
    await push('b', shards(3).slice(0, 1));
    expect(text()).not.toMatch(/failed|❌|Not yet/);
    await push('b', shards(3).slice(1));
    expect(text()).toContain('(3 passed of 3, 3 jobs');
  });

  it('at once where a job is not split any more, and where it is split now', async () => {
    const { push, text } = makePull();
    await push('a', shards(2), failed);
    await push('b', [{ jobs: 1 }]);
    expect(text()).not.toMatch(/failed|❌|Not yet/);
    await push('c', shards(2));
    expect(text()).toContain('(2 passed of 2, 2 jobs');
  });

  it('once all jobs of another matrix are there, and not before', async () => {
    const { push, text } = makePull();
    await push('a', legs('chrome', 'firefox'), failed);
    const [chrome, safari] = legs('chrome', 'safari');
    await push('b', chrome === undefined ? [] : [chrome]);
    expect(text()).toContain('for an earlier one:_ browser \\(firefox\\) failed at `aaaaaaa`');
    expect(text()).toContain('**browser \\(firefox\\)**, from an earlier commit: `aaaaaaa`');
    await push('b', safari === undefined ? [] : [safari]);
    expect(text()).not.toMatch(/firefox|❌/);
    expect(text()).toContain('### ✅');
  });

  const shared = { commentKey: 'ui' };
  it('where a whole run of its workflow has gone by without it', async () => {
    const { push, text } = makePull();
    await push('a', [{ ...shared, job: 'old' }], failed);
    await push('b', [{ ...shared, job: 'new' }]);
    expect(text()).toContain('old failed at `aaaaaaa`');
    await push('c', [{ ...shared, job: 'new' }]);
    expect(text()).not.toContain('old');
    expect(text()).toContain('### ✅');
  });

  it.each([
    ['that run was cancelled', { ...shared, job: 'new' }, cancelled],
    ['that run was another workflow’s', { ...shared, job: 'new', workflow: 'Nightly' }, aRun()],
  ])('but not where %s', async (_, job, run) => {
    const { push, text } = makePull();
    await push('a', [{ ...shared, job: 'old' }], failed);
    await push('b', [job], run);
    await push('c', [job]);
    expect(text()).toContain('failed at `aaaaaaa`');
  });

  it('but not where jobs of that run were missing', async () => {
    const { push, text } = makePull();
    const all = legs('chrome', 'firefox');
    await push('a', all, failed);
    await push('b', all.slice(0, 1));
    await push('c', all.slice(0, 1));
    expect(text()).toContain('browser \\(firefox\\) failed at `aaaaaaa`');
  });
});
