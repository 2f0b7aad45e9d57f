import { type CommentApi, type CommentOutcome, putComment, statusOf } from '../publish/comment.ts';
import { commentKey, writeMarker } from '../publish/comment-marker.ts';
import { composeMarkdown, maxCommentCharacters, maxSummaryCharacters } from '../publish/compose.ts';
import type { Redact } from '../publish/redact.ts';
import { redactRun } from '../publish/redact-run.ts';
import { resultsJson, writeResultsFile } from '../publish/results-file.ts';
import { countResults, type PublishedRun } from '../publish/verdict.ts';
import { attempt } from './attempt.ts';
import type { RunContext } from './context.ts';
import type { Host } from './host.ts';
import type { Inputs } from './inputs/read-inputs.ts';
import { messageOf } from './user-error.ts';

export interface Publishing {
  readonly host: Host;
  readonly context: RunContext;
  readonly comment: Inputs['comment'];
  /** `undefined` where there is no token or no repository. */
  readonly github: CommentApi | undefined;
  readonly redact: Redact;
}

/**
 * Writes the results file, the outputs, the job summary and the comment. What can't be written is a warning: the
 * verdict stands, and the rest is written all the same.
 */
export async function publish(given: PublishedRun, publishing: Publishing): Promise<void> {
  const { host, context, redact } = publishing;
  const run = redactRun(given, redact);
  const { verdict } = run;
  const { total, passed, failed, flaky } = countResults(verdict.results);
  await attempt(host, 'The outputs', async () => {
    host.setOutput('status', verdict.status);
    host.setOutput('report-id', verdict.reportId ?? '');
    host.setOutput('total', String(total));
    host.setOutput('passed', String(passed));
    host.setOutput('failed', String(failed));
    host.setOutput('flaky', String(flaky));
  });
  await attempt(host, 'The results file', async () => {
    const content = resultsJson(given, context.report, redact);
    host.setOutput('results-file', await writeResultsFile(context.tempFolder, context.stepName, content));
  });
  await attempt(host, 'The job summary', () => host.writeSummary(composeMarkdown(run, maxSummaryCharacters)));
  await attempt(host, 'The comment', async () => {
    host.setOutput('comment-url', '');
    const url = await comment(run, publishing);
    if (url !== undefined) host.setOutput('comment-url', url);
  });
}

async function comment(run: PublishedRun, publishing: Publishing): Promise<string | undefined> {
  const { host, context, github } = publishing;
  const issueNumber = context.pullRequest;
  if (publishing.comment === 'never') return undefined;
  if (issueNumber === undefined) {
    host.info(
      `No comment: the event${context.eventName === '' ? '' : ` ${context.eventName}`} has no pull request.`,
    );
    return undefined;
  }
  if (github === undefined) {
    host.info('No comment: `github-token` is empty, or GITHUB_REPOSITORY is not set.');
    return undefined;
  }
  const key = commentKey(context.workflow, context.job);
  try {
    const outcome = await putComment(github, {
      issueNumber,
      key,
      run: context.run,
      body: `${writeMarker(key, context.run)}\n${composeMarkdown(run, maxCommentCharacters)}`,
      create: publishing.comment === 'always' || !run.verdict.green,
    });
    host.info(commentLine(outcome));
    return 'url' in outcome ? outcome.url : undefined;
  } catch (error) {
    const status = statusOf(error);
    if (status !== 403 && status !== 404) throw error;
    host.warning(
      `GitHub does not let this job comment (${status}: ${messageOf(error)}). Add \`permissions: pull-requests: write\` to the job; on pull requests from forks GitHub never allows it. The verdict stands, and the job summary has everything.`,
    );
    return undefined;
  }
}

function commentLine(outcome: CommentOutcome): string {
  switch (outcome.kind) {
    case 'created':
      return `Comment: ${outcome.url}`;
    case 'updated':
      return `Comment updated: ${outcome.url}`;
    case 'not-needed':
      return 'No comment: nothing failed, and none is there to be updated.';
    case 'newer-there':
      return 'No comment: a later run has written it already.';
  }
}
