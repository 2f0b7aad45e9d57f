import { annotationsOf, annotationsOfStep } from '../../publish/annotations.ts';
import { composeSummary } from '../../publish/markdown/summary.ts';
import type { Redact } from '../../publish/redact/redact.ts';
import { redactRun } from '../../publish/redact/redact-run.ts';
import { countResults, type PublishedRun } from '../../publish/verdict.ts';
import { attempt } from '../attempt.ts';
import type { RunContext } from '../context/context.ts';
import type { Host } from '../host.ts';
import type { RunCheck } from './check-run.ts';
import { writeResultFiles } from './result-files.ts';
import type { RunArtifact } from './run-artifact.ts';
import type { RunComment } from './run-comment.ts';

export interface Publishing {
  readonly host: Host;
  readonly context: RunContext;
  readonly comment: RunComment;
  readonly check: RunCheck;
  readonly artifact: RunArtifact;
  readonly redact: Redact;
}

/**
 * Writes the result files, the outputs, the job summary, the annotations, the check run and the comment. What can't be
 * written is a warning: the verdict stands, and the rest is written all the same.
 */
export async function publish(given: PublishedRun, publishing: Publishing): Promise<void> {
  const { host, redact, comment, check } = publishing;
  const redacted = redactRun(given, redact);
  const { verdict } = redacted;
  const { total, passed, failed, flaky } = countResults(verdict.results);
  await attempt(host, 'The outputs', async () => {
    host.setOutput('status', verdict.status);
    host.setOutput('report-id', verdict.reportId ?? '');
    host.setOutput('total', String(total));
    host.setOutput('passed', String(passed));
    host.setOutput('failed', String(failed));
    host.setOutput('flaky', String(flaky));
  });
  const resultFiles = await writeResultFiles(given, publishing);
  const artifact = await publishing.artifact.upload(resultFiles);
  await attempt(host, 'The outputs of the artifact', async () => {
    host.setOutput('artifact-name', artifact?.name ?? '');
    host.setOutput('artifact-id', String(artifact?.id ?? ''));
    host.setOutput('artifact-url', artifact?.url ?? '');
  });
  // The summary and the comment lead to it.
  const run = { ...redacted, ...(artifact === undefined ? {} : { artifact }) };
  await attempt(host, 'The job summary', () => host.writeSummary(composeSummary(run)));
  await attempt(host, 'The comment', async () => {
    host.setOutput('comment-url', '');
    const url = await comment.conclude(run);
    if (url !== undefined) host.setOutput('comment-url', url);
  });
  await attempt(host, 'The check run', async () => {
    // Not twice: they stand on the check run, or on the step.
    if (await check.conclude(run)) return;
    for (const annotation of annotationsOfStep(annotationsOf(run))) host.annotate(annotation);
  });
}
