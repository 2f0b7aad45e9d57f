import { messageOf, UserError } from '../../common/errors.ts';
import type { ListedPull, PullRequestStore } from '../../github/github.ts';
import { isSameName } from '../../github/names.ts';
import type { Host } from '../../runtime/host.ts';
import { foreignHead, type RunContext } from './context.ts';

/** GitHub, and the time that it may take. */
interface Lookup {
  readonly pullRequests: Pick<PullRequestStore, 'pullRequestHead' | 'openPulls'>;
  readonly signal: AbortSignal;
}

/** Events about a commit: their payload does not say which pull request the commit is the head of. */
const deploymentEvents = ['deployment_status', 'deployment'];
const commitEvents = [...deploymentEvents, 'workflow_run'];

/**
 * Requests from GitHub what the event's payload leaves open: the head of a pull request, or the pull request of a commit.
 * @param connect is called only if something is open.
 * @throws UserError for a pull request or a deployment from a fork: its code must not run with this repository's rights.
 */
export async function completeContext(
  context: RunContext,
  connect: () => Promise<Lookup | undefined>,
  host: Pick<Host, 'warning'>,
): Promise<RunContext> {
  const { pullRequest, isHeadUnknown, eventName } = context;
  const isOpen = pullRequest === undefined ? commitEvents.includes(eventName) : isHeadUnknown;
  const lookup = isOpen ? await connect() : undefined;
  if (lookup === undefined) return context;
  return withPullRequestOfCommit(await withPullRequestHead(context, lookup, host), lookup, host);
}

/**
 * Completes the context of an event such as issue_comment, whose payload has the number of a pull request but not its
 * head.
 * @throws UserError for a head in another repository: it would run with this repository's rights.
 */
async function withPullRequestHead(
  context: RunContext,
  { pullRequests, signal }: Lookup,
  host: Pick<Host, 'warning'>,
): Promise<RunContext> {
  const { pullRequest, eventName, repository: here } = context;
  if (!context.isHeadUnknown || pullRequest === undefined) return context;
  const head = await pullRequests.pullRequestHead(pullRequest, signal).catch((error: unknown) => {
    host.warning(`Cannot read the head of pull request ${pullRequest} (${messageOf(error)}).`);
  });
  if (head === undefined) return context;
  const { sha, ref, mergeSha, repository } = head;
  if (!isSameName(repository, `${here?.owner}/${here?.repo}`)) {
    throw foreignHead(eventName, repository, 'Use the event pull_request instead.');
  }
  return { ...context, isHeadUnknown: false, mergeSha, report: { ...context.report, sha, ref } };
}

/**
 * Completes the context of an event about a commit with the open pull request from this repository whose head is the
 * commit. If there is none, or several, or GitHub does not answer, the run has no pull request.
 * @throws UserError for a deployment of a commit that is the head of a fork's pull request only.
 */
async function withPullRequestOfCommit(
  context: RunContext,
  { pullRequests, signal }: Lookup,
  host: Pick<Host, 'warning'>,
): Promise<RunContext> {
  const { pullRequest, eventName, report, repository } = context;
  const { sha } = report;
  if (pullRequest !== undefined || sha === undefined || repository === undefined) return context;
  if (!commitEvents.includes(eventName)) return context;
  const name = `${repository.owner}/${repository.repo}`;
  const isFromHere = ({ head }: ListedPull) => isSameName(head.repo?.full_name, name);
  let foreign: ListedPull | undefined;
  try {
    for await (const page of pullRequests.openPulls(undefined, signal)) {
      const heads = page.filter(({ head }) => head.sha === sha);
      foreign ??= heads.find((each) => !isFromHere(each));
      const [found, other] = heads.filter(isFromHere);
      if (found === undefined) continue;
      if (other !== undefined) return context;
      return { ...context, pullRequest: found.number, report: { ...report, issueNumber: found.number } };
    }
  } catch (error) {
    host.warning(
      `Cannot find the pull request of the commit (${messageOf(error)}). No comment is posted. If the job lacks \`permissions: pull-requests: write\`, add it.`,
    );
  }
  if (foreign === undefined || !deploymentEvents.includes(eventName)) return context;
  throw new UserError(
    `The event ${eventName} is for the head of pull request ${foreign.number} from ${foreign.head.repo?.full_name ?? 'an unknown repository'}: code from a fork would run with this repository's token and secrets, and its app would receive them. Do not deploy previews of forks, or test them with the event pull_request.`,
  );
}
