import { setTimeout as sleep } from 'node:timers/promises';
import { failuresForLog } from '../report/annotations.ts';
import { composeSummary } from '../report/markdown/summary.ts';
import type { Redacted } from '../results/redacted.ts';
import type { RunResults, UploadedArtifact } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
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

/** Where the results are, as far as they could be written. */
export interface Published {
  readonly commentUrl: string | undefined;
  readonly artifactUrl: string | undefined;
}

/**
 * Writes result files, outputs, job summary, artifacts, comment, check run and annotations. What cannot be written is a
 * warning: the test result is unaffected, and everything else is written.
 */
export async function publish(results: Redacted<RunResults>, options: PublishOptions): Promise<Published> {
  const { host, artifactWaitMs = 15_000 } = options;
  await setVerdictOutputs(host, [results]);
  const files = await writeResultFiles(results, options);
  await attempt(host, 'the job summary', () => host.writeSummary(composeSummary([results])));
  const uploading = uploadEvidence(files, options);
  const artifact = await Promise.race([uploading, sleep(artifactWaitMs, 'late' as const, { ref: false })]);
  const linked = artifact === 'late' ? results : await withArtifact(results, artifact, options);
  const shared = await shareResults(linked, options);
  const commentUrl = await writeComment(linked, shared, options);
  // Annotations appear on the check run or on the step, not on both.
  const onCheck = (await options.check?.conclude([linked])) === true;
  await attempt(host, 'the failures', () => logFailures(linked, onCheck, host));
  if (artifact !== 'late') return { commentUrl, artifactUrl: artifact?.url ?? undefined };
  const complete = await withArtifact(results, await uploading, options);
  if (complete.artifact === null) return { commentUrl, artifactUrl: undefined };
  const updatedUrl = await writeComment(complete, shared, options);
  return { commentUrl: updatedUrl ?? commentUrl, artifactUrl: complete.artifact.url ?? undefined };
}

function logFailures(results: Redacted<RunResults>, onCheck: boolean, host: Host): void {
  const { annotations, lines } = failuresForLog([results], onCheck);
  for (const annotation of annotations) host.annotate(annotation);
  if (lines.length === 0) return;
  host.startGroup(`${annotations.length === 0 ? 'Failures' : 'More failures'} and flaky test cases`);
  for (const line of lines) host.info(line);
  host.endGroup();
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
): Promise<string | undefined> {
  let url: string | undefined;
  await attempt(host, 'the comment', async () => {
    url = await comment?.conclude(results, shared);
    if (url !== undefined) host.setOutput('comment-url', url);
  });
  return url;
}
