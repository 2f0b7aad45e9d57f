import { createWriteStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../common/make-folder.ts';
import { ctrfJson } from '../report/files/ctrf.ts';
import { failuresMarkdown } from '../report/files/failures-markdown.ts';
import { junitXml } from '../report/files/junit.ts';
import { type ReportPages, reportPages } from '../report/html/page.ts';
import type { NoteOf } from '../report/markdown/failure.ts';
import { didNotPass } from '../results/cases.ts';
import { encodeResults, resultsFileName } from '../results/results-file.ts';
import type { Redacted, RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { inlinePictures } from './inline-pictures.ts';
import { attempt } from './publish-context.ts';

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
  folder: string,
  host: Host,
  noteOf?: NoteOf,
): Promise<WrittenFiles> {
  const paths: string[] = [];
  let pages: ReportPages | undefined;
  type Content = string | Iterable<Buffer>;
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
  await write('junit.xml', () => junitXml(results), 'junit-file');
  await write('ctrf.json', () => ctrfJson(results), 'ctrf-file');
  const makePages = async () => {
    pages = reportPages(results, await inlinePictures(results, folder));
    return pages.withFiles();
  };
  await write(reportFileName, makePages, 'report-file');
  if (results.results.some(didNotPass))
    await write(failuresFileName, () => failuresMarkdown(results, noteOf), 'failures-file');
  const { mutation, generated = [] } = results;
  if (mutation !== undefined)
    await write('mutation.json', () => `${JSON.stringify(mutation, null, 2)}\n`, 'mutation-file');
  for (const { file, yaml } of generated) await write(join('generated-tests', basename(file)), () => yaml);
  host.setOutput('evidence-folder', folder);
  return { paths, standaloneReport: pages?.standalone };
}
