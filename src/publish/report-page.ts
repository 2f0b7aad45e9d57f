import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { messageOf } from '../common/errors.ts';
import { describeRefusal } from '../github/refusal.ts';
import type { RunResults, UploadedArtifact } from '../results/run-results.ts';
import { type ArtifactOptions, uploadArtifact } from './artifact-upload.ts';
import { reportFileName } from './result-files.ts';

export interface ReportPageOptions extends ArtifactOptions {
  /** The input `report`. */
  readonly report: 'always' | 'on-failure' | 'never';
}

/**
 * Uploads the HTML report unzipped, so that a link opens it in the browser. It needs no input, so the log says why an upload
 * fails, and nothing is said where there is no artifact service.
 * @param resultFiles paths of the written files.
 * @returns null without an artifact.
 */
export async function uploadReportPage(
  { green, status, results }: Pick<RunResults, 'green' | 'status' | 'results'>,
  resultFiles: readonly string[],
  options: ReportPageOptions,
): Promise<UploadedArtifact | null> {
  const { report, artifacts, host, redact } = options;
  const isWanted = report === 'always' || (report === 'on-failure' && !green);
  const path = resultFiles.find((file) => basename(file) === reportFileName);
  // A cancelled job has no time for it.
  if (!isWanted || results.length === 0 || status === 'cancelled') return null;
  if (path === undefined || 'missing' in artifacts) return null;
  let bytes = 0;
  try {
    bytes = (await stat(path)).size;
    const content = { name: 'browser-tests-report', folder: dirname(path), paths: [path], bytes };
    const page = await uploadArtifact({ ...content, unzippedAs: '.html' }, options);
    host.info(`Report: ${page.url ?? page.name}`);
    return page;
  } catch (error) {
    host.info(describeRefusal(new Error(redact(messageOf(error))), 'artifact upload', bytes));
    return null;
  }
}
