import { checkRunStore } from './check-run-store.ts';
import { commentStore } from './comment-store.ts';
import { openOctokit, type Repository } from './octokit.ts';
import { pullRequestStore } from './pull-request-store.ts';
import { runArtifactStore } from './run-artifact-store.ts';

export type { Repository } from './octokit.ts';

/** What the action needs of GitHub's API. */
export type GitHub = ReturnType<typeof connectGitHub>;

/**
 * Connects to GitHub's API; nothing is requested yet.
 * @param apiUrl root of the API, which differs on GitHub Enterprise Server.
 */
export function connectGitHub(token: string, apiUrl: string, repository: Repository) {
  const client = openOctokit(token, apiUrl, repository);
  return {
    comments: commentStore(client, apiUrl),
    checks: checkRunStore(client),
    pullRequests: pullRequestStore(client),
    runArtifacts: runArtifactStore(client),
  };
}
