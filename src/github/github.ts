import { type CheckRunStore, checkRunStore } from './check-run-store.ts';
import { type CommentStore, commentStore } from './comment-store.ts';
import { openOctokit, type Repository } from './octokit.ts';
import { type PullRequestStore, pullRequestStore } from './pull-request-store.ts';
import { type RunArtifactStore, runArtifactStore } from './run-artifact-store.ts';

export type { Repository } from './octokit.ts';

/** What the action needs of GitHub's API. */
export interface GitHub {
  readonly comments: CommentStore;
  readonly checks: CheckRunStore;
  readonly pullRequests: PullRequestStore;
  readonly runArtifacts: RunArtifactStore;
}

/**
 * Connects to GitHub's API; nothing is requested yet.
 * @param apiUrl root of the API, which differs on GitHub Enterprise Server.
 */
export function connectGitHub(token: string, apiUrl: string, repository: Repository): GitHub {
  const client = openOctokit(token, apiUrl);
  return {
    comments: commentStore(client, apiUrl, repository),
    checks: checkRunStore(client, repository),
    pullRequests: pullRequestStore(client, repository),
    runArtifacts: runArtifactStore(client, repository),
  };
}
