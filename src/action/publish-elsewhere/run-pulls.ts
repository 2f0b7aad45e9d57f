import { allOf } from '../../publish/github/paged.ts';
import type { PullRequests } from '../../publish/github/pull-requests.ts';
import { queuedPullRequest } from '../context/context.ts';
import type { FinishedRun } from './finished-run.ts';

/** The pull requests that a run belongs to, or why there is none that could be told. */
export type RunPulls =
  | { readonly kind: 'found'; readonly numbers: readonly number[] }
  | { readonly kind: 'none'; readonly reason: string };

/** So many pull requests of one head are told of it; they differ in their base alone. */
const mostPulls = 5;

/**
 * Finds the open pull requests whose head is the run's: same commit, branch and repository. Events for forks don't name
 * them, and what the run itself says counts for nothing.
 * @param repository `owner/name` of this repository.
 */
export async function pullsOfRun(
  run: FinishedRun,
  repository: string,
  github: Pick<PullRequests, 'openPulls'>,
): Promise<RunPulls> {
  const { headRepository, headBranch, headSha } = run;
  if (headRepository === undefined || headBranch === undefined) {
    return { kind: 'none', reason: 'the branch that was tested, or its repository, is gone.' };
  }
  const own = sameName(headRepository, repository);
  if (run.event === 'merge_group' && own) {
    const number = queuedPullRequest(headBranch);
    if (number !== undefined) return { kind: 'found', numbers: [number] };
  }
  const [owner = ''] = headRepository.split('/');
  const all = await allOf(github.openPulls(`${owner}:${headBranch}`));
  const pulls = all.filter(
    ({ head }) => head.ref === headBranch && sameName(head.repo?.full_name ?? '', headRepository),
  );
  const numbers = pulls.filter(({ head }) => head.sha.toLowerCase() === headSha).map(({ number }) => number);
  if (numbers.length > 0) return { kind: 'found', numbers: numbers.slice(0, mostPulls) };
  const commit = headSha.slice(0, 7);
  const [moved] = pulls;
  const reason =
    moved === undefined
      ? `no open pull request has the commit ${commit} of ${headRepository} as its head.`
      : `pull request ${moved.number} has moved on from ${commit} to ${moved.head.sha.slice(0, 7)}, whose own run tells of it.`;
  return { kind: 'none', reason };
}

/** GitHub's names ignore case. */
function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
