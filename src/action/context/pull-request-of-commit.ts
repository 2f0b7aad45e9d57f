import type { ListedPull, PullRequests } from '../../publish/github/pull-requests.ts';
import type { Host } from '../host.ts';
import { messageOf, UserError } from '../user-error.ts';
import type { RunContext } from './context.ts';

/** Events that are about a commit: their payload does not say which pull request it is the head of. */
const aboutDeployments = ['deployment_status', 'deployment'];
const aboutCommits = [...aboutDeployments, 'workflow_run'];

/**
 * Completes the context of such an event with the open pull request from this repository whose head is the commit. With
 * none, several, or where GitHub doesn't tell, the run has no pull request.
 * @throws UserError for a deployment of a commit that is a fork's head, and no head of this repository's: its code must
 * not run with this repository's rights, nor its app be sent this repository's secrets.
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
  const isOurs = ({ head }: ListedPull) => head.repo?.full_name.toLowerCase() === name;
  let foreign: ListedPull | undefined;
  try {
    for await (const page of github.openPulls()) {
      const heads = page.filter(({ head }) => head.sha === sha);
      foreign ??= heads.find((each) => !isOurs(each));
      const [found, other] = heads.filter(isOurs);
      if (found === undefined) continue;
      if (other !== undefined) return context;
      return { ...context, pullRequest: found.number, report: { ...report, issueNumber: found.number } };
    }
  } catch (error) {
    host.warning(
      `Which pull request the commit belongs to is not known (${messageOf(error)}). Without \`permissions: pull-requests: write\` there is no comment.`,
    );
  }
  if (foreign === undefined || !aboutDeployments.includes(eventName)) return context;
  throw new UserError(
    `This is ${eventName} for the head of pull request ${foreign.number} from ${foreign.head.repo?.full_name ?? 'an unknown repository'}: code from a fork would run with this repository's token and secrets, and its app would be sent them. Deploy no previews of forks, or test them with the event pull_request.`,
  );
}
