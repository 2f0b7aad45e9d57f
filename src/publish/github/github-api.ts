import type { CheckApi } from '../check/check-api.ts';
import type { CommentApi } from '../comment/comment.ts';
import { openAsking, type Repository } from './asking.ts';
import { checkRuns } from './check-runs.ts';
import { comments } from './comments.ts';
import { mostPatienceMs } from './patience.ts';
import { type PullRequests, pullRequests } from './pull-requests.ts';
import { type RunArtifacts, runArtifacts } from './run-artifacts.ts';

export type { Repository } from './asking.ts';

/** What the action asks of GitHub. */
export interface GitHubApi extends CommentApi, CheckApi, PullRequests, RunArtifacts {
  /** From now on, all requests together have so long, in ms. */
  allow(ms: number): void;
}

/**
 * GitHub's API by its own client, which is handed only answers that can be read. Where GitHub limits requests it waits;
 * what only failed on the way is repeated, except a create: that would post twice.
 * @param apiUrl the API's root, which differs on GitHub Enterprise Server.
 * @param cancel when it is aborted, requests have 2.5 s left.
 * @param patienceMs the time that all requests have together, until they are allowed another.
 */
export function connectGitHub(
  token: string,
  apiUrl: string,
  repository: Repository,
  cancel: AbortSignal = new AbortController().signal,
  patienceMs: number = mostPatienceMs,
): GitHubApi {
  const asking = openAsking(token, apiUrl, repository, cancel, patienceMs);
  return {
    allow: (ms) => asking.patience.allow(ms),
    ...comments(asking),
    ...checkRuns(asking),
    ...pullRequests(asking),
    ...runArtifacts(asking),
  };
}
