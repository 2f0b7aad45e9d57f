import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../common/make-folder.ts';
import { ctrfJson } from '../report/files/ctrf.ts';
import { failuresMarkdown } from '../report/files/failures-markdown.ts';
import { junitXml } from '../report/files/junit.ts';
import { type ReportPages, reportPages } from '../report/html/page.ts';
import type { NoteOf } from '../report/markdown/failure.ts';
import { didNotPass } from '../results/cases.ts';
import type { Redacted } from '../results/redacted.ts';
import { encodeResults, resultsFileName } from '../results/results-file.ts';
import type { RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { inlinePictures } from './inline-pictures.ts';
import { attempt } from './publishing.ts';

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
  await write('results-file', resultsFileName, () => encodeResults(results));
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
