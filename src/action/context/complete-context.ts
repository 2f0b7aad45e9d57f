import type { PullRequests } from '../../publish/github/pull-requests.ts';
import type { Host } from '../host.ts';
import type { RunContext } from './context.ts';
import { withPullRequestHead } from './pull-request-head.ts';
import { withPullRequestOfCommit } from './pull-request-of-commit.ts';

/**
 * Asks GitHub for what the payload of an event leaves open: the head of a pull request, or the pull request of a commit.
 * @throws UserError for a deployment of a fork's commit: its code must not run with this repository's rights.
 */
export async function completeContext(
  context: RunContext,
  github: PullRequests | undefined,
  host: Host,
): Promise<RunContext> {
  return withPullRequestOfCommit(await withPullRequestHead(context, github, host), github, host);
}
