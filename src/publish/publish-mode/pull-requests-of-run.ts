import { queuedPullRequest } from '../../github/merge-queue.ts';
import type { ListedPull, PullRequestStore } from '../../github/pull-request-store.ts';
import type { Host } from '../../runtime/host.ts';
import type { Publishing } from '../publishing.ts';
import type { FinishedRun } from './finished-run.ts';

/** What the search needs. */
interface Finding extends Pick<Publishing, 'deadline'> {
  readonly host: Pick<Host, 'info'>;
  /** `owner/name` of this repository. */
  readonly repository: string;
}

/** Pull requests with the same head differ in their base only; more than these get no comment. */
const maxPullRequests = 5;

/**
 * Finds the open pull requests whose head is that of the run: commit, branch and repository. The event does not name
 * them for forks, and what the run itself says proves nothing. Without any, the log says why.
 * @throws what GitHub answers.
 */
export async function pullRequestsOfRun(
  { event, headRepository, headBranch, headSha }: FinishedRun,
  store: Pick<PullRequestStore, 'openPulls'>,
  { host, deadline, repository }: Finding,
): Promise<readonly number[]> {
  const none = (reason: string) => {
    host.info(`No comment: ${reason}`);
    return [];
  };
  if (headRepository === undefined || headBranch === undefined) {
    return none('the tested branch or its repository was deleted.');
  }
  if (event === 'merge_group' && isSameName(headRepository, repository)) {
    const number = queuedPullRequest(headBranch);
    if (number !== undefined) return [number];
  }
  const fromHere = ({ head }: ListedPull) =>
    head.ref === headBranch && isSameName(head.repo?.full_name ?? '', headRepository);
  const pulls: ListedPull[] = [];
  const [owner = ''] = headRepository.split('/');
  for await (const page of store.openPulls(`${owner}:${headBranch}`, deadline())) {
    pulls.push(...page.filter(fromHere));
  }
  const numbers = pulls.filter(({ head }) => head.sha.toLowerCase() === headSha).map(({ number }) => number);
  if (numbers.length > 0) return numbers.slice(0, maxPullRequests);
  const commit = headSha.slice(0, 7);
  const [moved] = pulls;
  return none(
    moved === undefined
      ? `no open pull request has the commit ${commit} of ${headRepository} as its head.`
      : `pull request ${moved.number} has moved on from ${commit} to ${moved.head.sha.slice(0, 7)}, which has a run of its own.`,
  );
}

/** GitHub's names ignore case. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
