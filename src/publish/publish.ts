import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedResults } from '../github/results-store.ts';
import { composeSummary } from '../report/summary.ts';
import type { Redacted, RunArtifacts, RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { logFailures } from './log-failures.ts';
import { setArtifactOutputs, setVerdictOutputs } from './outputs.ts';
import { attempt, type PublishContext } from './publish-context.ts';
import type { RunCheck } from './run-check.ts';
import type { RunComment } from './run-comment.ts';
import { shareResults } from './share-results.ts';
import { startUploads, type UploadOptions } from './uploads.ts';
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

export interface Published {
  /** With the artifacts that were uploaded. */
  readonly results: Redacted<RunResults>;
  readonly commentUrl: string | undefined;
}

/**
 * Writes result files, outputs, job summary, artifacts, comment, check run and annotations. What cannot be written is a
 * warning: the test result is unaffected, and everything else is written.
 */
export async function publish(
  results: Redacted<RunResults>,
  context: PublishContext,
  options: PublishOptions,
): Promise<Published> {
  const { host, evidenceFolder } = context;
  const { comment, check, artifactWaitMs = 15_000 } = options;
  setVerdictOutputs(host, [results]);
  const files = await writeResultFiles(results, evidenceFolder, host, comment?.notesOn(results));
  await attempt(host, 'the job summary', () => host.writeSummary(composeSummary([results])));
  context.saveState({ hasSummary: true });
  const { artifacts, done } = startUploads(results, files, context, options);
  await Promise.race([done, sleep(artifactWaitMs, undefined, { ref: false })]);
  const inTime = Object.keys(artifacts).length;
  const linked = await linkArtifacts(results, artifacts, host);
  const shared = await shareResults(linked, context);
  const commentUrl = await writeComment(linked, shared, comment, host);
  // Annotations appear on the check run or on the step, not on both.
  const onCheck = (await check?.conclude([linked])) === true;
  await attempt(host, 'the failures', () => logFailures(linked, onCheck, host));
  await done;
  if (Object.keys(artifacts).length === inTime) return { results: linked, commentUrl };
  const complete = await linkArtifacts(results, artifacts, host);
  const rewritten = await writeComment(complete, shared, comment, host);
  return { results: complete, commentUrl: rewritten ?? commentUrl };
}

/** Names the artifacts in the outputs and in the job summary. @returns the results with the artifacts. */
async function linkArtifacts(results: Redacted<RunResults>, artifacts: RunArtifacts, host: Host) {
  const linked = { ...results, ...artifacts };
  setArtifactOutputs(host, artifacts);
  if (Object.keys(artifacts).length > 0)
    await attempt(host, 'the job summary', () => host.rewriteSummary(composeSummary([linked])));
  return linked;
}

async function writeComment(
  results: Redacted<RunResults>,
  shared: SharedResults | undefined,
  comment: PublishOptions['comment'],
  host: Host,
): Promise<string | undefined> {
  const url = await attempt(host, 'the comment', () => comment?.conclude(results, shared));
  if (url !== undefined) host.setOutput('comment-url', url);
  return url;
}
