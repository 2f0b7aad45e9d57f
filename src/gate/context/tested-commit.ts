import { UserError } from '../../common/errors.ts';
import { defined } from '../../common/fields.ts';
import type { Host } from '../../runtime/host.ts';
import { type GitFolders, type Head, openGitFolders, readHead, readParents } from './checked-out-commit.ts';
import type { RunContext } from './context.ts';

/**
 * Compares the commit that the results are for with the one that is checked out: the head of the pull request or a merge
 * of it, or the commit of the event. For an event without a commit of its own, such as `workflow_dispatch`, the results
 * are for what is checked out. Without a `.git` folder, the commit counts as unknown, and no check run claims it.
 * @param wantsCheck whether the workflow asks for a check run, so that its absence is a warning.
 * @throws UserError if another commit is checked out, or if the head of the pull request is not known.
 */
export async function withTestedCommit(
  context: RunContext,
  host: Pick<Host, 'info' | 'warning'>,
  { wantsCheck }: { readonly wantsCheck: boolean },
): Promise<RunContext> {
  const { report, pullRequest, workspace, eventName } = context;
  if (context.isHeadUnknown) {
    throw new UserError(
      `Cannot read the head of pull request ${pullRequest}, so the commit to test is not known. Set \`github-token\`, and \`permissions: pull-requests: write\`; if GitHub did not answer, run the job again.`,
    );
  }
  if (report.sha === undefined) return context;
  const git = await openGitFolders(workspace);
  const head = git && (await readHead(git));
  if (git === undefined || head === undefined) {
    const text =
      'The workspace has no `.git` folder with a commit, so the commit under test is not known, and no check run is created. Check out the repository into the workspace with `actions/checkout`.';
    if (wantsCheck) host.warning(text);
    else host.info(text);
    return { ...context, isCommitUnknown: true };
  }
  if (head.sha === report.sha.toLowerCase() || (await mergesHead(context, git, head))) return context;
  if (context.isAboutCommit || pullRequest !== undefined) throw new UserError(otherCommit(context, head));
  host.info(`The results are for commit ${head.sha.slice(0, 7)}, which is checked out (event ${eventName}).`);
  const { ref: _, ...rest } = report;
  return {
    ...context,
    report: { ...rest, ...defined(head) },
  };
}

/**
 * Whether the commit merges the head of the pull request with its base, today's or an earlier one. What GitHub names as
 * the merge may be that of an earlier head, so it counts only if the commit itself can't be read.
 */
async function mergesHead(context: RunContext, git: GitFolders, { sha }: Head): Promise<boolean> {
  const { pullRequest, report, mergeSha, eventName } = context;
  // The commit of a merge queue is a merge already.
  if (pullRequest === undefined || report.sha === undefined || eventName === 'merge_group') return false;
  const parents = await readParents(git, sha);
  if (parents === undefined) return sha === mergeSha?.toLowerCase();
  return parents.length > 1 && parents.includes(report.sha.toLowerCase());
}

function otherCommit({ report, pullRequest, eventName }: RunContext, head: Head): string {
  const branch = head.ref === undefined ? '' : ` (${head.ref.replace(/^refs\/heads\//, '')})`;
  const wanted =
    pullRequest === undefined || eventName === 'merge_group'
      ? `the commit of the event ${eventName}`
      : `the head of pull request ${pullRequest}`;
  const moved =
    eventName === 'issue_comment'
      ? ' If the pull request has new commits since then, run the workflow again.'
      : '';
  return `Commit ${head.sha.slice(0, 7)}${branch} is checked out, but the results would be reported for ${report.sha?.slice(0, 7)}, ${wanted}. Add \`ref: ${refFor(eventName)}\` to \`with:\` of the \`actions/checkout\` step.${moved}`;
}

/** What the checkout step needs as `ref`, by event. */
function refFor(eventName: string): string {
  const expression = (name: string) => `\${{ github.${name} }}`;
  if (eventName === 'issue_comment') return `refs/pull/${expression('event.issue.number')}/head`;
  if (eventName.startsWith('pull_request')) return expression('event.pull_request.head.sha');
  if (eventName === 'workflow_run') return expression('event.workflow_run.head_sha');
  return expression(eventName.startsWith('deployment') ? 'event.deployment.sha' : 'sha');
}
