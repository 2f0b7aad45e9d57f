import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ctrfJson } from '../../publish/files/ctrf.ts';
import { withEvidenceBeside } from '../../publish/files/evidence-beside.ts';
import { junitXml } from '../../publish/files/junit.ts';
import { reportHtml } from '../../publish/files/report/page.ts';
import { inlinePictures } from '../../publish/files/report/pictures.ts';
import { resultsJson } from '../../publish/files/results-file.ts';
import { redactRun } from '../../publish/redact/redact-run.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import { attempt } from '../attempt.ts';
import { evidenceFolder } from '../context/evidence-folder.ts';
import type { Publishing } from './publish.ts';

/**
 * Writes the files of a run beside its traces and screenshots, so that one folder has all of it, and names each, and the
 * folder, in an output. One that can't be written is a warning.
 * @param given the run as it is; secrets are taken out here.
 * @returns the paths of those that were written.
 */
export async function writeResultFiles(
  given: PublishedRun,
  { host, context, redact }: Pick<Publishing, 'host' | 'context' | 'redact'>,
): Promise<string[]> {
  const folder = evidenceFolder(context);
  const beside = withEvidenceBeside(given, folder);
  const run = redactRun(beside, redact);
  const written: string[] = [];
  const write = (what: string, output: string, name: string, compose: () => string | Promise<string>) =>
    attempt(host, what, async () => {
      const path = join(folder, name);
      await mkdir(folder, { recursive: true });
      await writeFile(path, await compose());
      written.push(path);
      host.setOutput(output, path);
    });
  await write('The results file', 'results-file', 'results.json', () =>
    resultsJson(beside, context.report, redact),
  );
  await write('The JUnit file', 'junit-file', 'junit.xml', () => junitXml(run));
  await write('The CTRF file', 'ctrf-file', 'ctrf.json', () => ctrfJson(run));
  await write('The report', 'report-file', 'report.html', async () =>
    reportHtml(run, await inlinePictures(run, folder)),
  );
  await attempt(host, 'The output `evidence-folder`', async () => host.setOutput('evidence-folder', folder));
  return written;
}
