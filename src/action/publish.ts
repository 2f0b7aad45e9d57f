import { resultsJson, writeResultsFile } from '../publish/files/results-file.ts';
import { composeMarkdown, maxSummaryCharacters } from '../publish/markdown/compose.ts';
import type { Redact } from '../publish/redact/redact.ts';
import { redactRun } from '../publish/redact/redact-run.ts';
import { countResults, type PublishedRun } from '../publish/verdict.ts';
import { attempt } from './attempt.ts';
import type { RunContext } from './context.ts';
import type { Host } from './host.ts';
import type { RunComment } from './run-comment.ts';

export interface Publishing {
  readonly host: Host;
  readonly context: RunContext;
  readonly comment: RunComment;
  readonly redact: Redact;
}

/**
 * Writes the results file, the outputs, the job summary and the comment. What can't be written is a warning: the
 * verdict stands, and the rest is written all the same.
 */
export async function publish(given: PublishedRun, publishing: Publishing): Promise<void> {
  const { host, context, redact, comment } = publishing;
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
    const url = await comment.conclude(run);
    if (url !== undefined) host.setOutput('comment-url', url);
  });
}
