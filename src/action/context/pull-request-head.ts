import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PullRequests } from '../../publish/github/pull-requests.ts';
import type { Host } from '../host.ts';
import { messageOf } from '../user-error.ts';
import type { RunContext } from './context.ts';

/**
 * Completes the context of an event such as issue_comment, whose payload names a pull request but not its head. Where a
 * commit of its own is checked out, that one is tested, though the pull request may have moved on. Where GitHub doesn't
 * tell, the context keeps the commit of the workflow.
 */
export async function withPullRequestHead(
  context: RunContext,
  github: Pick<PullRequests, 'pullRequestHead'> | undefined,
  host: Host,
): Promise<RunContext> {
  const { pullRequest, workspace } = context;
  if (!context.headUnknown || pullRequest === undefined || github === undefined) return context;
  try {
    const { sha, ref, mergeSha } = await github.pullRequestHead(pullRequest);
    const checkedOut = await checkedOutCommit(workspace);
    const tested = checkedOut === undefined || checkedOut === mergeSha ? sha : checkedOut;
    if (tested !== sha) {
      host.warning(
        `Pull request ${pullRequest} has moved on to ${sha.slice(0, 7)}: the results are told for ${tested.slice(0, 7)}, which is checked out.`,
      );
    }
    return { ...context, headUnknown: false, report: { ...context.report, sha: tested, ref } };
  } catch (error) {
    host.warning(
      `The head of pull request ${pullRequest} is not known (${messageOf(error)}): the results are told for the workflow's commit.`,
    );
    return context;
  }
}

/** The commit of the workspace, where it is checked out by itself and not as a branch. */
async function checkedOutCommit(workspace: string): Promise<string | undefined> {
  const head = await readFile(join(workspace, '.git', 'HEAD'), 'utf8').catch(() => '');
  return /^([0-9a-f]{40,64})\s*$/.exec(head)?.[1];
}
