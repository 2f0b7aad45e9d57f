import { createWriteStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../common/files.ts';
import { ctrfJson } from '../report/files/ctrf.ts';
import { failuresMarkdown } from '../report/files/failures-markdown.ts';
import { junitXml } from '../report/files/junit.ts';
import { isInFolder, type Pictures, picturesOf } from '../report/html/attempt-details.ts';
import { type ReportPages, reportPages } from '../report/html/report-page.ts';
import type { NoteOf } from '../report/markdown/failure.ts';
import { didNotPass, worstFirst } from '../results/cases.ts';
import { encodeResults, resultsFileName } from '../results/results-file.ts';
import type { Redacted, RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { attempt } from './publish-context.ts';

export interface WrittenFiles {
  readonly paths: readonly string[];
  /** The report as it is uploaded by itself; undefined if it could not be made. */
  readonly standaloneReport: ReportPages['standalone'] | undefined;
  /** The content of `failures.md`; empty if nothing failed, or if it could not be made. */
  readonly failures: string;
}

/**
 * Writes the result files into the evidence folder, and sets an output for each and for the folder. A file that cannot
 * be written is a warning.
 */
export async function writeResultFiles(
  results: Redacted<RunResults>,
  folder: string,
  host: Host,
  noteOf?: NoteOf,
): Promise<WrittenFiles> {
  const paths: string[] = [];
  let pages: ReportPages | undefined;
  let failures = '';
  type Content = string | Iterable<Buffer | string>;
  const write = (name: string, compose: () => Content | Promise<Content>, output?: string) =>
    attempt(host, name, async () => {
      const path = join(folder, name);
      await makeFolder(dirname(path));
      // A stream writes many small pieces at once.
      await pipeline(Readable.from(await compose()), createWriteStream(path));
      paths.push(path);
      if (output !== undefined) host.setOutput(output, path);
    });
  await write(resultsFileName, () => encodeResults(results), 'results-file');
  await write('junit.xml', () => inBlocks(junitXml(results)), 'junit-file');
  await write('ctrf.json', () => inBlocks(ctrfJson(results)), 'ctrf-file');
  const makePages = async () => {
    pages = reportPages(results, await inlinePictures(results, folder));
    return pages.withFiles();
  };
  await write('report.html', makePages, 'report-file');
  const makeFailures = () => {
    failures = failuresMarkdown(results, noteOf);
    return failures;
  };
  if (results.results.some(didNotPass)) await write('failures.md', makeFailures, 'failures-file');
  const { mutation, generated = [] } = results;
  if (mutation !== undefined)
    await write('mutation.json', () => `${JSON.stringify(mutation, null, 2)}\n`, 'mutation-file');
  for (const { file, yaml } of generated) await write(join('generated-tests', basename(file)), () => yaml);
  host.setOutput('evidence-folder', folder);
  return { paths, standaloneReport: pages?.standalone, failures };
}

/** Joins small parts of a text: a stream takes its time for each piece. */
function* inBlocks(parts: Iterable<string>): Generator<string> {
  const blockCharacters = 100_000;
  let block = '';
  for (const part of parts) {
    block += part;
    if (block.length < blockCharacters) continue;
    yield block;
    block = '';
  }
  yield block;
}

/** Upper limit of all pictures in the page, and of one of them, in bytes. As text in the page they are a third larger. */
const maxPictureBytes = 6_000_000;
const maxBytesEach = 200_000;

const pictureFormats = [
  { signature: Buffer.from('89504e470d0a1a0a', 'hex'), type: 'image/png' },
  { signature: Buffer.from('ffd8ff', 'hex'), type: 'image/jpeg' },
];

/**
 * Reads the screenshots and the pictures of steps to embed in the page, worst results first, until the budget is used up.
 * Only PNG and JPEG files in the folder are read: a service could name any file of this machine.
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

async function readPicture(path: string, maxBytes: number) {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || !stats.isFile() || stats.size > maxBytes) return undefined;
  const bytes = await readFile(path).catch(() => undefined);
  const format = pictureFormats.find(({ signature }) =>
    bytes?.subarray(0, signature.length).equals(signature),
  );
  return bytes === undefined || format === undefined ? undefined : { bytes, type: format.type };
}
