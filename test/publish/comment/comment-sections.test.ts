import { describe, expect, it } from 'vitest';
import { type CommentRun, commentOf, shownText } from '../../support/comment-run.ts';
import { commentsInMemory } from '../../support/comments-in-memory.ts';
import { aFailure, aFlaky, aResult, aRun } from '../../support/verdicts.ts';

const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];
const failed = aRun({ status: 'failed', green: false, results: [aFailure(), aResult()] });

/** A pull request. `text` is what people see of its one comment. */
function makePull() {
  const { api, stored } = commentsInMemory(async () => {});
  const open = (given: CommentRun) => commentOf('', given, { github: api });
  return {
    open,
    stored,
    end: (given: CommentRun, run = aRun()) => open(given).conclude(run),
    async announce(given: CommentRun) {
      const comment = open(given);
      comment.announce();
      await expect.poll(() => stored.length).toBe(1);
      await expect.poll(() => stored[0]?.body).toContain(' running -->');
      return comment;
    },
    text: () => {
      expect(stored).toHaveLength(1);
      return shownText(stored[0]?.body ?? '');
    },
  };
}

const lines = (text: string) => text.split('\n');

describe('a comment of one section', () => {
  it('has neither a table nor a heading for it', async () => {
    const { end, text } = makePull();
    await end({}, failed);
    expect(lines(text())[0]).toBe('### ❌ Browser tests failed (1 failed, 1 passed of 2, 12.3 s)');
    expect(text()).not.toMatch(/^\|/m);
    expect(text()).not.toContain('####');
    expect(text()).toContain('<summary>1 passed</summary>');
  });
});

describe('a comment of several sections', () => {
  it('has one headline, a row for each section, and the failures; those that failed come first', async () => {
    const { end, announce, text } = makePull();
    await end({ part: 'safari' }, aRun({ results: [aResult(), aFlaky()] }));
    await end({ part: 'firefox' });
    await end({ part: 'chromium' }, failed);
    await announce({ part: 'mobile' });
    const shown = lines(text());
    expect(shown[0]).toBe('### ❌ Browser tests failed (3 of 4 jobs done, 1 failed, 1 flaky, 3 passed of 5)');
    expect(
      shown.filter((line) => line.startsWith('|')).map((line) => line.replace(/\]\(<.*?>\)/, ']')),
    ).toEqual([
      '| | Job | Results | Time |',
      '|---|---|---|--:|',
      '| ❌ | [browser \\(chromium\\)] | 1 failed, 1 passed of 2 | 12.3 s |',
      '| ⏳ | [browser \\(mobile\\)] | running |  |',
      '| ✅ | [browser \\(firefox\\)] | 1 passed of 1 | 12.3 s |',
      '| ✅ | [browser \\(safari\\)] | 1 flaky, 1 passed of 2 | 12.3 s |',
    ]);
    expect(shown.filter((line) => line.startsWith('#### '))).toEqual([
      '#### ❌ browser \\(chromium\\) (1 failed, 1 passed of 2)',
      '#### ✅ browser \\(safari\\) (1 flaky, 1 passed of 2)',
      '#### Flaky: passed, but not at the first attempt',
    ]);
  });

  it.each([
    ['the parts of a job', { part: 'one' }, { part: 'two' }],
    ['the steps of a job', { action: 'one' }, { action: 'two' }],
    ['jobs with one `comment-key`', { job: 'one', commentKey: 'all' }, { job: 'two', commentKey: 'all' }],
    [
      'workflows with one `comment-key`',
      { workflow: 'one', commentKey: 'all', run: { runId: 50, attempt: 1 } },
      { workflow: 'two', commentKey: 'all', run: { runId: 60, attempt: 1 } },
    ],
  ])('is shared by %s, which are told apart', async (_, one, two) => {
    const { end, text } = makePull();
    await end(one, failed);
    await end(two);
    expect(lines(text())[0]).toMatch(/❌ Browser tests failed \(1 failed, 2 passed of 3, 2 (jobs|parts)/);
    const titles = lines(text()).flatMap((line) => /^\| [❌✅] \| \[(.*?)\]\(</u.exec(line)?.[1] ?? []);
    expect(new Set(titles).size).toBe(2);
  });

  it.each([
    ['jobs', { job: 'one' }, { job: 'two' }],
    ['workflows', { workflow: 'one' }, { workflow: 'two' }],
    ['keys', { commentKey: 'one' }, { commentKey: 'two' }],
  ])('is not shared by other %s', async (_, one, two) => {
    const { end, stored } = makePull();
    await end(one);
    await end(two);
    expect(stored).toHaveLength(2);
  });

  it('is green when all are, and says so in one line', async () => {
    const { end, text } = makePull();
    await end({ part: '1' }, failed);
    await end({ part: '2' });
    await end({ part: '1', run: { runId: 50, attempt: 2 } });
    expect(lines(text())[0]).toBe('### ✅ Browser tests passed (2 passed of 2, 2 jobs, 12.3 s)');
    expect(text()).not.toContain('❌');
    expect(text()).not.toContain('Pay by card');
  });
});

describe('a section', () => {
  const older = { run: { runId: 50, attempt: 1 }, part: '1', sha: a };
  const newer = { run: { runId: 51, attempt: 1 }, part: '1', sha: b };

  it('of an older run never writes over a newer one', async () => {
    const { end, text } = makePull();
    await end(newer);
    const before = text();
    await end(older, failed);
    expect(text()).toBe(before);
  });

  it('of an older run is merged where only other sections are newer', async () => {
    const { end, text } = makePull();
    await end(newer);
    await end({ ...older, part: '2' }, failed);
    expect(lines(text())[0]).toBe('### ⏳ Browser tests are running (1 of 2 jobs done, 1 passed of 1)');
    expect(text()).toContain(
      '_Not yet run for this commit, but for an earlier one:_ browser \\(2\\) failed at `aaaaaaa`',
    );
    expect(text()).toContain('<details><summary>What the last run said</summary>');
  });

  it('of an older attempt counts where the commit is the same: failed jobs alone were run again', async () => {
    const { end, text } = makePull();
    await end({ ...older, part: '1' });
    await end({ ...older, part: '2' }, failed);
    await end({ ...older, part: '2', run: { runId: 50, attempt: 2 } });
    expect(lines(text())[0]).toBe('### ✅ Browser tests passed (2 passed of 2, 2 jobs, 12.3 s)');
    expect(text()).not.toContain('Not yet run');
  });

  it('of an older commit is not counted, and takes its place when it runs', async () => {
    const { end, announce, text } = makePull();
    await end({ ...older, part: '1' });
    await end({ ...older, part: '2' }, failed);
    await announce({ ...newer, part: '1' });
    expect(lines(text())[0]).toBe('### ⏳ Browser tests are running');
    expect(text()).toContain('browser \\(2\\) failed at `aaaaaaa`');
    await end({ ...newer, part: '2' });
    expect(text()).not.toContain('Not yet run');
    expect(lines(text())[0]).toBe('### ⏳ Browser tests are running (1 of 2 jobs done, 1 passed of 1)');
  });

  it('that runs keeps what the last run said, until it has a verdict of its own', async () => {
    const { end, announce, text } = makePull();
    await end({ ...older, part: '1' }, failed);
    await end({ ...older, part: '2' });
    const comment = await announce({ ...newer, part: '1' });
    await announce({ ...newer, part: '2' });
    expect(text()).toContain('**Pay by card**');
    await comment.conclude(aRun());
    expect(text()).not.toContain('**Pay by card**');
  });
});

describe('requests to GitHub', () => {
  /** Counts what a writer calls. */
  function counted() {
    const { api, stored } = commentsInMemory(async () => {});
    const calls: string[] = [];
    const github = new Proxy(api, {
      get(target, name: keyof typeof api) {
        const method = target[name];
        if (name !== 'allow') calls.push(name);
        return method;
      },
    });
    return { github, stored, calls };
  }

  it('are two for an update where nobody else writes, and three where others may', async () => {
    const { github, calls } = counted();
    for (const part of ['', 'one']) {
      const given = { part, job: `job ${part}` };
      await commentOf('', given, { github }).conclude(aRun());
      calls.splice(0);
      await commentOf('', { ...given, run: { runId: 51, attempt: 1 } }, { github }).conclude(aRun());
      expect(calls).toEqual(['listComments', 'updateComment', ...(part === '' ? [] : ['getComment'])]);
      calls.splice(0);
    }
  });
});
