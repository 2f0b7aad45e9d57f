import { setTimeout as sleep } from 'node:timers/promises';
import { annotationsOf, annotationsOfStep } from '../report/annotations.ts';
import { composeSummary } from '../report/markdown/summary.ts';
import type { Redacted } from '../results/redacted.ts';
import type { RunResults, UploadedArtifact } from '../results/run-results.ts';
import { type EvidenceArtifactOptions, uploadEvidence } from './evidence-artifact.ts';
import type { SharedResults } from './job-exchange.ts';
import { attempt, setArtifactOutputs, setVerdictOutputs } from './publishing.ts';
import { writeResultFiles } from './result-files.ts';
import type { RunCheck } from './run-check.ts';
import type { Exchange, RunComment } from './run-comment.ts';
import { shareResults } from './share-results.ts';

export interface PublishOptions extends EvidenceArtifactOptions {
  readonly comment: Pick<RunComment, 'conclude'> | undefined;
  readonly check: Pick<RunCheck, 'conclude'> | undefined;
  readonly exchange: Exchange;
  /** True for a pull request from a fork, whose results another workflow publishes. */
  readonly isFork: boolean;
  /**
   * The comment waits this long for the artifact that it links to, in ms. For a later one it is updated once more.
   * Default: 15 s.
   */
  readonly artifactWaitMs?: number;
}

/**
 * Writes result files, outputs, job summary, artifacts, comment, check run and annotations. What cannot be written is a
 * warning: the test result is unaffected, and everything else is written.
 */
export async function publish(results: Redacted<RunResults>, options: PublishOptions): Promise<void> {
  const { host, artifactWaitMs = 15_000 } = options;
  await setVerdictOutputs(host, [results]);
  const files = await writeResultFiles(results, options);
  await attempt(host, 'the job summary', () => host.writeSummary(composeSummary([results])));
  const uploading = uploadEvidence(files, options);
  const artifact = await Promise.race([uploading, sleep(artifactWaitMs, 'late' as const, { ref: false })]);
  const linked = artifact === 'late' ? results : await withArtifact(results, artifact, options);
  const shared = await shareResults(linked, options);
  await writeComment(linked, shared, options);
  // Annotations appear on the check run or on the step, not on both.
  if ((await options.check?.conclude([linked])) !== true) {
    await attempt(host, 'the annotations', () => {
      for (const annotation of annotationsOfStep(annotationsOf([linked]))) host.annotate(annotation);
    });
  }
  if (artifact !== 'late') return;
  const complete = await withArtifact(results, await uploading, options);
  if (complete.artifact === null) return;
  await writeComment(complete, shared, options);
}

async function withArtifact(
  results: Redacted<RunResults>,
  artifact: UploadedArtifact | null,
  { host }: PublishOptions,
): Promise<Redacted<RunResults>> {
  await setArtifactOutputs(host, artifact);
  if (artifact === null) return results;
  const complete = { ...results, artifact };
  await attempt(host, 'the job summary', () => host.rewriteSummary(composeSummary([complete])));
  return complete;
}

async function writeComment(
  results: Redacted<RunResults>,
  shared: SharedResults | undefined,
  { host, comment }: PublishOptions,
): Promise<void> {
  await attempt(host, 'the comment', async () => {
    const url = await comment?.conclude(results, shared);
    if (url !== undefined) host.setOutput('comment-url', url);
  });
}
