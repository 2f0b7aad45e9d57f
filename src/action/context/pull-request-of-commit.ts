import type { ListedPull, PullRequests } from '../../publish/github/pull-requests.ts';
import type { Host } from '../host.ts';
import { messageOf } from '../user-error.ts';
import type { RunContext } from './context.ts';

/** Events that are about a commit: their payload does not say which pull request it is the head of. */
const aboutCommits = ['deployment_status', 'deployment', 'workflow_run'];

/**
 * Completes the context of such an event with the open pull request from this repository whose head is the commit. With
 * none, several, or where GitHub doesn't tell, the run has no pull request.
 */
export async function withPullRequestOfCommit(
  context: RunContext,
  github: Pick<PullRequests, 'openPulls'> | undefined,
  host: Host,
): Promise<RunContext> {
  const { pullRequest, eventName, report, repository } = context;
  const { sha } = report;
  if (pullRequest !== undefined || sha === undefined || repository === undefined) return context;
  if (github === undefined || !aboutCommits.includes(eventName)) return context;
  const name = `${repository.owner}/${repository.repo}`.toLowerCase();
  const fits = ({ head }: ListedPull) => head.sha === sha && head.repo?.full_name.toLowerCase() === name;
  try {
    for await (const page of github.openPulls()) {
      const [found, other] = page.filter(fits);
      if (found === undefined) continue;
      if (other !== undefined) return context;
      return { ...context, pullRequest: found.number, report: { ...report, issueNumber: found.number } };
    }
  } catch (error) {
    host.warning(
      `Which pull request the commit belongs to is not known (${messageOf(error)}). Without \`permissions: pull-requests: write\` there is no comment.`,
    );
  }
  return context;
}
