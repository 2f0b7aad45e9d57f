import { describe, expect, it } from 'vitest';
import type { FinishedRun } from '../../../src/action/publish-elsewhere/finished-run.ts';
import { pullsOfRun } from '../../../src/action/publish-elsewhere/run-pulls.ts';
import type { ListedPull } from '../../../src/publish/github/pull-requests.ts';

const sha = 'a'.repeat(40);
const aRun = (overrides: Partial<FinishedRun> = {}): FinishedRun => ({
  id: 100,
  attempt: 1,
  workflow: 'Checks',
  event: 'pull_request',
  conclusion: 'failure',
  headSha: sha,
  headBranch: 'feature',
  headRepository: 'eve/shop',
  ...overrides,
});
const aPull = (number: number, head: Partial<ListedPull['head']> = {}): ListedPull => ({
  number,
  head: { sha, ref: 'feature', repo: { full_name: 'eve/shop' }, ...head },
});

/** Asks a GitHub that has these pull requests; `asked` is what it was asked for. */
async function pulls(run: FinishedRun, listed: readonly ListedPull[] = []) {
  const asked: string[] = [];
  const found = await pullsOfRun(run, 'acme/shop', {
    async *openPulls(head = '') {
      asked.push(head);
      yield listed;
    },
  });
  return { found, asked };
}

describe('the pull request of a run', () => {
  it('has the commit, the branch and the repository of the run as its head', async () => {
    const others = [
      aPull(1, { repo: { full_name: 'eve/other' } }),
      aPull(2, { repo: null }),
      aPull(3, { ref: 'feature-2' }),
      aPull(4, { sha: 'b'.repeat(40) }),
    ];
    const { found, asked } = await pulls(aRun(), [...others, aPull(7)]);
    expect(found).toEqual({ kind: 'found', numbers: [7] });
    expect(asked).toEqual(['eve:feature']);
  });

  it('may be two that differ in their base', async () => {
    expect((await pulls(aRun(), [aPull(7), aPull(8)])).found).toEqual({ kind: 'found', numbers: [7, 8] });
  });

  it('ignores the case of names and commits', async () => {
    const head = { sha: sha.toUpperCase(), repo: { full_name: 'Eve/Shop' } };
    expect((await pulls(aRun(), [aPull(7, head)])).found).toEqual({ kind: 'found', numbers: [7] });
  });

  it('is none where it has moved on', async () => {
    expect((await pulls(aRun(), [aPull(7, { sha: 'b'.repeat(40) })])).found).toEqual({
      kind: 'none',
      reason: 'pull request 7 has moved on from aaaaaaa to bbbbbbb, whose own run tells of it.',
    });
  });

  it('is none where no open one has the head', async () => {
    expect((await pulls(aRun())).found).toEqual({
      kind: 'none',
      reason: 'no open pull request has the commit aaaaaaa of eve/shop as its head.',
    });
  });

  it.each([{ headRepository: undefined }, { headBranch: undefined }])(
    'is none, and nobody is asked, where the head is gone: %o',
    async (overrides) => {
      const { found, asked } = await pulls(aRun(overrides));
      expect(found.kind).toBe('none');
      expect(asked).toEqual([]);
    },
  );

  it("is the one that a queue's branch names, if the branch is this repository's own", async () => {
    const queued = {
      event: 'merge_group',
      headBranch: `gh-readonly-queue/main/pr-12-${'e'.repeat(40)}`,
      headRepository: 'acme/shop',
    };
    expect((await pulls(aRun(queued))).found).toEqual({ kind: 'found', numbers: [12] });
    expect((await pulls(aRun({ ...queued, headRepository: 'eve/shop' }))).found.kind).toBe('none');
    expect((await pulls(aRun({ ...queued, event: 'pull_request' }))).found.kind).toBe('none');
  });
});
