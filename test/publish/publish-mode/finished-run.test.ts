import { describe, expect, it } from 'vitest';
import type { ListedPull } from '../../../src/github/github.ts';
import {
  type FinishedRun,
  pullRequestsOfRun,
  readFinishedRun,
} from '../../../src/publish/publish-mode/finished-run.ts';

const workflowRun = { id: 100, run_attempt: 2, name: 'Checks', event: 'pull_request', conclusion: 'failure' };
const head = {
  head_sha: 'A'.repeat(40),
  head_branch: 'feature',
  head_repository: { full_name: 'eve/shop' },
};
const eventOf = (overrides: object = {}) => ({
  action: 'completed',
  workflow_run: { ...workflowRun, ...head, ...overrides },
});

it('a finished run is read from the event', () => {
  expect(readFinishedRun(eventOf())).toEqual({
    ...{ runId: 100, attempt: 2, workflow: 'Checks', event: 'pull_request', conclusion: 'failure' },
    ...{ headSha: 'a'.repeat(40), headBranch: 'feature', headRepository: 'eve/shop' },
  });
});

it('a finished run may lack what GitHub does not know any more', () => {
  const unknown = { name: null, conclusion: null, head_branch: null, head_repository: null };
  expect(readFinishedRun(eventOf(unknown))).toMatchObject({
    ...{ workflow: '', conclusion: 'unknown', headBranch: undefined, headRepository: undefined },
  });
});

it.each<[string, unknown, string]>([
  ['there is no event', undefined, 'has no readable workflow run. Write `on: { workflow_run:'],
  ['the event is another one', { pull_request: {} }, 'has no readable workflow run'],
  ['the commit is no hash', eventOf({ head_sha: '--exec' }), 'has no readable workflow run'],
  ['the run goes on', { ...eventOf(), action: 'requested' }, 'run 100 is not completed (requested)'],
])('an error says what to do if %s', (_, event, message) => {
  expect(() => readFinishedRun(event)).toThrow(message);
});

const sha = 'a'.repeat(40);
const runOf = (overrides: Partial<FinishedRun> = {}): FinishedRun => ({
  runId: 100,
  attempt: 1,
  workflow: 'Checks',
  event: 'pull_request',
  conclusion: 'failure',
  headSha: sha,
  headBranch: 'feature',
  headRepository: 'eve/shop',
  ...overrides,
});
const pullOf = (number: number, head: Partial<ListedPull['head']> = {}): ListedPull => ({
  number,
  head: { sha, ref: 'feature', repo: { full_name: 'eve/shop' }, ...head },
});

/** Looks at a GitHub that has these pull requests; `heads` are those that it was requested for. */
async function pulls(run: FinishedRun, listed: readonly ListedPull[] = []) {
  const heads: string[] = [];
  const store = {
    async *openPulls(head = '') {
      heads.push(head);
      yield listed;
    },
  };
  const lines: string[] = [];
  const host = { info: (line: string) => lines.push(line) };
  const deadline = () => new AbortController().signal;
  const found = await pullRequestsOfRun(run, store, 'acme/shop', { host, deadline });
  return { found, heads, lines };
}

describe('the pull request of a run', () => {
  it('has the commit, the branch and the repository of the run as its head', async () => {
    const others = [
      pullOf(1, { repo: { full_name: 'eve/other' } }),
      pullOf(2, { repo: null }),
      pullOf(3, { ref: 'feature-2' }),
      pullOf(4, { sha: 'b'.repeat(40) }),
    ];
    const { found, heads } = await pulls(runOf(), [...others, pullOf(7)]);
    expect(found).toEqual([7]);
    expect(heads).toEqual(['eve:feature']);
  });

  it('may be two that differ in their base', async () => {
    expect((await pulls(runOf(), [pullOf(7), pullOf(8)])).found).toEqual([7, 8]);
  });

  it('ignores the case of names and commits', async () => {
    const head = { sha: sha.toUpperCase(), repo: { full_name: 'Eve/Shop' } };
    expect((await pulls(runOf(), [pullOf(7, head)])).found).toEqual([7]);
  });

  it('is not found if its head has moved on', async () => {
    const { found, lines } = await pulls(runOf(), [pullOf(7, { sha: 'b'.repeat(40) })]);
    expect(found).toEqual([]);
    expect(lines).toEqual([
      'No comment: pull request 7 has moved on from aaaaaaa to bbbbbbb, which has its own run.',
    ]);
  });

  it('is not found if no open pull request has this head', async () => {
    const { found, lines } = await pulls(runOf());
    expect(found).toEqual([]);
    expect(lines).toEqual([
      'No comment: no open pull request has the commit aaaaaaa of eve/shop as its head.',
    ]);
  });

  it.each([{ headRepository: undefined }, { headBranch: undefined }])(
    'is none if the head was deleted, without a request: %o',
    async (overrides) => {
      const { found, heads } = await pulls(runOf(overrides));
      expect(found).toEqual([]);
      expect(heads).toEqual([]);
    },
  );

  it("is the one that a queue's branch names, if the branch is this repository's own", async () => {
    const queued = {
      event: 'merge_group',
      headBranch: `gh-readonly-queue/main/pr-12-${'e'.repeat(40)}`,
      headRepository: 'acme/shop',
    };
    expect((await pulls(runOf(queued))).found).toEqual([12]);
    expect((await pulls(runOf({ ...queued, headRepository: 'eve/shop' }))).found).toEqual([]);
    expect((await pulls(runOf({ ...queued, event: 'pull_request' }))).found).toEqual([]);
  });
});
