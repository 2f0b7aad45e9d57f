import { queuedPullRequest } from '../../github/merge-queue.ts';
import type { ListedPull, PullRequestStore } from '../../github/pull-request-store.ts';
import type { FinishedRun } from './finished-run.ts';

/** The pull requests of a run; without any, why there is none. */
export interface PullRequestsOfRun {
  readonly numbers: readonly number[];
  readonly reason?: string;
}

/** Pull requests with the same head differ in their base only; more than these get no comment. */
const maxPullRequests = 5;

/**
 * Finds the open pull requests whose head is that of the run: commit, branch and repository. The event does not name
 * them for forks, and what the run itself says proves nothing.
 * @param repository `owner/name` of this repository.
 * @throws what GitHub answers.
 */
export async function pullRequestsOfRun(
  run: FinishedRun,
  repository: string,
  store: Pick<PullRequestStore, 'openPulls'>,
  signal: AbortSignal,
): Promise<PullRequestsOfRun> {
  const { headRepository, headBranch, headSha } = run;
  if (headRepository === undefined || headBranch === undefined) {
    return { numbers: [], reason: 'the tested branch or its repository was deleted.' };
  }
  if (run.event === 'merge_group' && isSameName(headRepository, repository)) {
    const number = queuedPullRequest(headBranch);
    if (number !== undefined) return { numbers: [number] };
  }
  const [owner = ''] = headRepository.split('/');
  const fromHere = ({ head }: ListedPull) =>
    head.ref === headBranch && isSameName(head.repo?.full_name ?? '', headRepository);
  const pulls: ListedPull[] = [];
  for await (const page of store.openPulls(`${owner}:${headBranch}`, signal)) {
    pulls.push(...page.filter(fromHere));
  }
  const numbers = pulls.filter(({ head }) => head.sha.toLowerCase() === headSha).map(({ number }) => number);
  if (numbers.length > 0) return { numbers: numbers.slice(0, maxPullRequests) };
  const commit = headSha.slice(0, 7);
  const [moved] = pulls;
  const reason =
    moved === undefined
      ? `no open pull request has the commit ${commit} of ${headRepository} as its head.`
      : `pull request ${moved.number} has moved on from ${commit} to ${moved.head.sha.slice(0, 7)}, which has a run of its own.`;
  return { numbers, reason };
}

/** GitHub's names ignore case. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
