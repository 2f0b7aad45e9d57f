import type { RunContext } from './context.ts';
import type { Host } from './host.ts';
import { messageOf } from './user-error.ts';

/** What is asked of GitHub. */
interface HeadSource {
  pullRequestHead(issueNumber: number): Promise<{ sha: string; ref: string }>;
}

/**
 * Completes the context of an event such as issue_comment, whose payload names a pull request but not its head. Where
 * GitHub doesn't tell, the context keeps the commit of the workflow.
 */
export async function withPullRequestHead(
  context: RunContext,
  github: HeadSource | undefined,
  host: Host,
): Promise<RunContext> {
  const { pullRequest } = context;
  if (!context.headUnknown || pullRequest === undefined || github === undefined) return context;
  try {
    const { sha, ref } = await github.pullRequestHead(pullRequest);
    return { ...context, report: { ...context.report, sha, ref } };
  } catch (error) {
    host.warning(
      `The head of pull request ${pullRequest} is not known (${messageOf(error)}): the results are told for the workflow's commit.`,
    );
    return context;
  }
}
