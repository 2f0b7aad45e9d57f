import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { messageOf } from '../common/errors.ts';
import { describeRefusal } from '../github/refusal.ts';
import { reportHtml } from '../report/html/page.ts';
import type { Redacted } from '../results/redacted.ts';
import type { RunArtifacts } from '../results/results-of.ts';
import type { EvidenceFile, RunResults } from '../results/run-results.ts';
import { type ArtifactOptions, uploadArtifact } from './artifact-upload.ts';
import { failuresFileName, inlinePictures, reportFileName } from './result-files.ts';

export interface UnzippedFileOptions extends ArtifactOptions {
  /** The input `report`. */
  readonly report: 'always' | 'on-failure' | 'never';
}

/** The files, and the names of their artifacts. */
const files = {
  reportPage: { fileName: reportFileName, name: 'browser-tests-report', unzippedAs: '.html' },
  failuresFile: { fileName: failuresFileName, name: 'browser-tests-failures', unzippedAs: '.md' },
} as const;

/**
 * Uploads the HTML report or `failures.md` unzipped, so that a link opens it in the browser. That needs no input, so the log
 * says why an upload fails, and nothing is said where there is no artifact service.
 * @param resultFiles paths of the written files.
 */
export async function uploadUnzipped(
  which: keyof typeof files,
  results: Redacted<RunResults>,
  resultFiles: readonly string[],
  options: UnzippedFileOptions,
): Promise<RunArtifacts> {
  const { report, artifacts, evidenceFolder, host, redact } = options;
  const { fileName, ...names } = files[which];
  const isWanted = report === 'always' || (report === 'on-failure' && !results.green);
  const path = resultFiles.find((file) => basename(file) === fileName);
  // A cancelled job has no time for it.
  if (!isWanted || results.results.length === 0 || results.status === 'cancelled') return {};
  if (path === undefined || 'missing' in artifacts) return {};
  let bytes = 0;
  try {
    const content =
      which === 'reportPage' ? await standaloneReport(results, evidenceFolder) : await readFile(path, 'utf8');
    bytes = Buffer.byteLength(content);
    const uploaded = await inTemporaryFile(content, (file) =>
      uploadArtifact({ ...names, ...file, bytes }, options),
    );
    host.info(`${fileName}: ${uploaded.url ?? uploaded.name}`);
    return { [which]: uploaded };
  } catch (error) {
    host.info(describeRefusal(new Error(redact(messageOf(error))), 'artifact upload', bytes));
    return {};
  }
}

async function inTemporaryFile<Result>(
  content: string,
  work: (file: { folder: string; paths: [string] }) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'unzipped-'));
  try {
    const path = join(folder, 'content');
    await writeFile(path, content);
    return await work({ folder, paths: [path] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The HTML report as it is uploaded by itself: it names no file that would have to be next to it.
 * @param folder of the results file.
 */
async function standaloneReport(given: Redacted<RunResults>, folder: string): Promise<string> {
  const pictures = await inlinePictures(given, folder);
  const isElsewhere = (file: EvidenceFile | undefined) =>
    file !== undefined && 'path' in file && !pictures.has(file.path);
  const results = structuredClone(given);
  for (const attempt of results.results.flatMap((result) => [result, ...result.earlierAttempts])) {
    if (isElsewhere(attempt.trace)) delete attempt.trace;
    if (isElsewhere(attempt.screenshot)) delete attempt.screenshot;
  }
  return reportHtml(results, pictures);
}
