import { setTimeout as sleep } from 'node:timers/promises';
import { failuresForLog } from '../report/annotations.ts';
import { composeSummary } from '../report/markdown/summary.ts';
import type { Redacted } from '../results/redacted.ts';
import { artifactsIn, type RunArtifacts } from '../results/run-artifacts.ts';
import type { RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { setArtifactOutputs, setVerdictOutputs } from './outputs.ts';
import { attempt } from './publishing.ts';
import type { SharedResults } from './results-store.ts';
import type { RunCheck } from './run-check.ts';
import type { RunComment } from './run-comment.ts';
import { shareResults } from './share-results.ts';
import { type UploadOptions, uploadEvidence, uploadUnzipped } from './uploads.ts';
import { writeResultFiles } from './write-files.ts';

export interface PublishOptions extends UploadOptions {
  readonly comment: Pick<RunComment, 'conclude' | 'notesOn'> | undefined;
  readonly check: Pick<RunCheck, 'conclude'> | undefined;
  /**
   * The comment waits this long for the artifacts that it links to, in ms. For later ones it is updated once more.
   * Default: 15 s.
   */
  readonly artifactWaitMs?: number;
}

/** What was published, as far as it could be written. */
export interface Published {
  /** With the artifacts that were uploaded. */
  readonly results: Redacted<RunResults>;
  readonly commentUrl: string | undefined;
}

/**
 * Writes result files, outputs, job summary, artifacts, comment, check run and annotations. What cannot be written is a
 * warning: the test result is unaffected, and everything else is written.
 */
export async function publish(results: Redacted<RunResults>, options: PublishOptions): Promise<Published> {
  const { host, artifactWaitMs = 15_000 } = options;
  await setVerdictOutputs(host, [results]);
  const files = await writeResultFiles(results, { ...options, noteOf: options.comment?.notesOn(results) });
  await attempt(host, 'the job summary', () => host.writeSummary(composeSummary([results])));
  // One after the other: the report must not wait for traces, which may take long.
  const page = uploadUnzipped('reportPage', results, files, options);
  const failures = page.then(() => uploadUnzipped('failuresFile', results, files, options));
  const evidence = failures.then(() => uploadEvidence(files.paths, options));
  const uploads = [page, failures, evidence];
  const late = sleep(artifactWaitMs, {}, { ref: false });
  const inTime = await Promise.all(uploads.map((upload) => Promise.race([upload, late])));
  const linked = await withArtifacts(results, inTime, options);
  const shared = await shareResults(linked, options);
  const commentUrl = await writeComment(linked, shared, options);
  // Annotations appear on the check run or on the step, not on both.
  const onCheck = (await options.check?.conclude([linked])) === true;
  await attempt(host, 'the failures', () => logFailures(linked, onCheck, host));
  const all = await Promise.all(uploads);
  if (all.every((each, index) => each === inTime[index])) return { results: linked, commentUrl };
  const complete = await withArtifacts(results, all, options);
  return { results: complete, commentUrl: (await writeComment(complete, shared, options)) ?? commentUrl };
}

function logFailures(results: Redacted<RunResults>, onCheck: boolean, host: Host): void {
  const { annotations, lines } = failuresForLog([results], onCheck);
  for (const annotation of annotations) host.annotate(annotation);
  if (lines.length === 0) return;
  host.startGroup(`${annotations.length === 0 ? 'Failures' : 'More failures'} and flaky test cases`);
  for (const line of lines) host.info(line);
  host.endGroup();
}

/** Adds the artifacts to the results, the outputs and the job summary. */
async function withArtifacts(
  results: Redacted<RunResults>,
  found: readonly RunArtifacts[],
  { host }: PublishOptions,
): Promise<Redacted<RunResults>> {
  let complete = results;
  for (const each of found) complete = { ...complete, ...each };
  const artifacts = artifactsIn(complete);
  await setArtifactOutputs(host, artifacts);
  if (Object.keys(artifacts).length === 0) return results;
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
