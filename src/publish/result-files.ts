import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../common/make-folder.ts';
import { failuresMarkdown, type NoteOf } from '../report/failures/failures-markdown.ts';
import { ctrfJson } from '../report/files/ctrf.ts';
import { junitXml } from '../report/files/junit.ts';
import { isInFolder, type Pictures, picturesOf } from '../report/html/attempt-details.ts';
import { type ReportPages, reportPages } from '../report/html/page.ts';
import { didNotPass, worstFirst } from '../results/cases.ts';
import { partKey } from '../results/jobs.ts';
import { type Redact, type Redacted, redactDeep } from '../results/redacted.ts';
import { encodeResults } from '../results/results-file.ts';
import type { JobIdentity, RunResults } from '../results/run-results.ts';
import { attempt, type Publishing } from './publishing.ts';
import { readResultsFile } from './results-artifacts.ts';

export const reportFileName = 'report.html';
export const failuresFileName = 'failures.md';

export interface WrittenFiles {
  readonly paths: readonly string[];
  /** The report as it is uploaded by itself; undefined if it could not be made. */
  readonly standaloneReport: ReportPages['standalone'] | undefined;
}

/**
 * Writes the result files into the evidence folder, and sets an output for each and for the folder. A file that cannot
 * be written is a warning.
 */
export async function writeResultFiles(
  results: Redacted<RunResults>,
  {
    host,
    evidenceFolder: folder,
    noteOf,
  }: Pick<Publishing, 'host' | 'evidenceFolder'> & { readonly noteOf?: NoteOf | undefined },
): Promise<WrittenFiles> {
  const paths: string[] = [];
  let pages: ReportPages | undefined;
  const write = (
    output: string,
    name: string,
    compose: () => string | Iterable<Buffer> | Promise<Iterable<Buffer>>,
  ) =>
    attempt(host, name, async () => {
      const path = join(folder, name);
      await makeFolder(folder);
      await writeFile(path, await compose());
      paths.push(path);
      host.setOutput(output, path);
    });
  await write('results-file', 'results.json', () => encodeResults(results));
  await write('junit-file', 'junit.xml', () => junitXml(results));
  await write('ctrf-file', 'ctrf.json', () => ctrfJson(results));
  await write('report-file', reportFileName, async () => {
    pages = reportPages(results, await inlinePictures(results, folder));
    return pages.withFiles();
  });
  if (results.results.some(didNotPass))
    await write('failures-file', failuresFileName, () => failuresMarkdown(results, noteOf));
  const { mutation } = results;
  if (mutation !== undefined)
    await write('mutation-file', 'mutation.json', () => `${JSON.stringify(mutation, null, 2)}\n`);
  for (const { file, yaml } of results.generated ?? []) {
    await attempt(host, file, async () => {
      const path = join(folder, 'generated-tests', basename(file));
      await makeFolder(dirname(path));
      await writeFile(path, yaml);
      paths.push(path);
    });
  }
  await attempt(host, 'the output `evidence-folder`', () => host.setOutput('evidence-folder', folder));
  return { paths, standaloneReport: pages?.standalone };
}

/**
 * Reads the results of the other steps of a job that have ended: they are on the same machine.
 * @param evidenceFolder that of this step. Its own results are not read: they may be large.
 */
export async function readEarlierSteps(
  evidenceFolder: string,
  job: JobIdentity,
  redact: Redact,
): Promise<Redacted<RunResults>[]> {
  const root = dirname(evidenceFolder);
  const folders = (await readdir(root).catch(() => [])).filter((name) => name !== basename(evidenceFolder));
  const files = folders.map((folder) => readResultsFile(join(root, folder, 'results.json')));
  return (await Promise.all(files)).flatMap((read) =>
    read.kind === 'results' && isOtherStep(read.results.job, job) ? [redactDeep(read.results, redact)] : [],
  );
}

function isOtherStep(other: JobIdentity, job: JobIdentity): boolean {
  const jobKey = ({ workflow, job: id, runId, attempt: number, ...part }: JobIdentity) =>
    JSON.stringify([workflow, id, runId, number, partKey({ ...part, step: '' })]);
  return other.step !== job.step && jobKey(other) === jobKey(job);
}

/** Upper limit of all pictures in the page, and of one of them, in bytes. As text in the page they are a third larger. */
const maxPictureBytes = 6_000_000;
const maxBytesEach = 200_000;

/** The first bytes of the formats, and their media types. */
const pictureFormats = [
  { signature: Buffer.from('89504e470d0a1a0a', 'hex'), type: 'image/png' },
  { signature: Buffer.from('ffd8ff', 'hex'), type: 'image/jpeg' },
];

/**
 * Reads the screenshots and the pictures of steps to embed in the page, worst results first, until the budget is used up.
 * Only PNG and JPEG files in the folder are read: a service could name any file of this machine.
 * @param folder of the results file.
 * @param maxBytes for all pictures together.
 */
export async function inlinePictures(
  { results }: Pick<RunResults, 'results'>,
  folder: string,
  maxBytes = maxPictureBytes,
): Promise<Pictures> {
  const pictures = new Map<string, string>();
  let budget = maxBytes;
  for (const file of worstFirst(results).flatMap(picturesOf)) {
    if ('url' in file || !isInFolder(file.path)) continue;
    const picture = await readPicture(join(folder, file.path), Math.min(budget, maxBytesEach));
    if (picture === undefined) continue;
    budget -= picture.bytes.length;
    pictures.set(file.path, `data:${picture.type};base64,${picture.bytes.toString('base64')}`);
  }
  return pictures;
}

async function readPicture(
  path: string,
  maxBytes: number,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || !stats.isFile() || stats.size > maxBytes) return undefined;
  const bytes = await readFile(path).catch(() => undefined);
  const format = pictureFormats.find(({ signature }) =>
    bytes?.subarray(0, signature.length).equals(signature),
  );
  return bytes === undefined || format === undefined ? undefined : { bytes, type: format.type };
}
