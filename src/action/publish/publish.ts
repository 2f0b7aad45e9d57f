import { annotationsOf, annotationsOfStep } from '../../publish/annotations.ts';
import { composeSummary } from '../../publish/markdown/summary.ts';
import type { Redact } from '../../publish/redact/redact.ts';
import { redactRun } from '../../publish/redact/redact-run.ts';
import type { PublishedArtifact, PublishedRun } from '../../publish/verdict.ts';
import { attempt } from '../attempt.ts';
import type { RunContext } from '../context/context.ts';
import type { Host } from '../host.ts';
import type { Waiting } from '../wait/wait.ts';
import type { RunCheck } from './check-run.ts';
import { setArtifactOutputs, setVerdictOutputs } from './outputs.ts';
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
  readonly clock: Pick<Waiting, 'sleep'>;
}

/** So long the comment waits for the artifact that it leads to, in ms. One that is later is put in afterwards. */
const artifactPatienceMs = 15_000;

/**
 * Writes the result files, the outputs, the job summary, the annotations, the check run and the comment. What can't be
 * written is a warning: the verdict stands, and the rest is written all the same.
 */
export async function publish(given: PublishedRun, publishing: Publishing): Promise<void> {
  const { host, redact } = publishing;
  const run = redactRun(given, redact);
  await setVerdictOutputs(host, run.verdict);
  const resultFiles = await writeResultFiles(given, publishing);
  await attempt(host, 'The job summary', () => host.writeSummary(composeSummary(run)));
  const uploading = publishing.artifact.upload(resultFiles);
  const early = await atOnce(uploading, publishing);
  const leading = early === 'late' ? run : await withArtifact(run, early, host);
  await tellComment(leading, publishing);
  await tellCheck(leading, publishing);
  if (early !== 'late') return;
  const complete = await withArtifact(run, await uploading, host);
  if (complete.artifact !== undefined) await tellComment(complete, publishing);
}

/** The artifact, where it is there soon: the verdict must be seen, however long an upload takes. */
async function atOnce(
  uploading: Promise<PublishedArtifact | undefined>,
  { clock }: Publishing,
): Promise<PublishedArtifact | 'late' | undefined> {
  const isThere = new AbortController();
  const late = clock.sleep(artifactPatienceMs, isThere.signal).then(
    () => 'late' as const,
    () => undefined,
  );
  try {
    return await Promise.race([uploading, late]);
  } finally {
    isThere.abort();
  }
}

/** The run with its artifact, which the outputs name, and the summary leads to. */
async function withArtifact(
  run: PublishedRun,
  artifact: PublishedArtifact | undefined,
  host: Host,
): Promise<PublishedRun> {
  await setArtifactOutputs(host, artifact);
  if (artifact === undefined) return run;
  const complete = { ...run, artifact };
  await attempt(host, 'The job summary', () => host.rewriteSummary(composeSummary(complete)));
  return complete;
}

async function tellComment(run: PublishedRun, { host, comment }: Publishing): Promise<void> {
  await attempt(host, 'The comment', async () => {
    const url = await comment.conclude(run);
    if (url !== undefined) host.setOutput('comment-url', url);
  });
}

async function tellCheck(run: PublishedRun, { host, check }: Publishing): Promise<void> {
  await attempt(host, 'The check run', async () => {
    // Not twice: they stand on the check run, or on the step.
    if (await check.conclude(run)) return;
    for (const annotation of annotationsOfStep(annotationsOf(run))) host.annotate(annotation);
  });
}
