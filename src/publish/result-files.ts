import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { failuresMarkdown, type NoteOf } from '../report/failures/failures-markdown.ts';
import { ctrfJson } from '../report/files/ctrf.ts';
import { junitXml } from '../report/files/junit.ts';
import { reportHtml } from '../report/html/page.ts';
import { didNotPass } from '../results/counts.ts';
import { partKey } from '../results/jobs.ts';
import { type Redact, type Redacted, redactDeep } from '../results/redacted.ts';
import { encodeResults } from '../results/results-file.ts';
import type { JobIdentity, RunResults } from '../results/run-results.ts';
import { inlinePictures } from './inline-pictures.ts';
import { attempt, type Publishing } from './publishing.ts';
import { readResultsFile } from './results-artifacts.ts';

export const reportFileName = 'report.html';
export const failuresFileName = 'failures.md';

/**
 * Writes the result files into the evidence folder, and sets an output for each and for the folder. A file that cannot
 * be written is a warning.
 * @returns the paths of the written files.
 */
export async function writeResultFiles(
  results: Redacted<RunResults>,
  {
    host,
    evidenceFolder: folder,
    noteOf,
  }: Pick<Publishing, 'host' | 'evidenceFolder'> & { readonly noteOf?: NoteOf | undefined },
): Promise<string[]> {
  const written: string[] = [];
  const write = (output: string, name: string, compose: () => string | Buffer[] | Promise<string>) =>
    attempt(host, name, async () => {
      const path = join(folder, name);
      await mkdir(folder, { recursive: true });
      await writeFile(path, await compose());
      written.push(path);
      host.setOutput(output, path);
    });
  await write('results-file', 'results.json', () => encodeResults(results));
  await write('junit-file', 'junit.xml', () => junitXml(results));
  await write('ctrf-file', 'ctrf.json', () => ctrfJson(results));
  await write('report-file', reportFileName, async () =>
    reportHtml(results, await inlinePictures(results, folder)),
  );
  if (results.results.some(didNotPass))
    await write('failures-file', failuresFileName, () => failuresMarkdown(results, noteOf));
  const { mutation } = results;
  if (mutation !== undefined)
    await write('mutation-file', 'mutation.json', () => `${JSON.stringify(mutation, null, 2)}\n`);
  await attempt(host, 'the output `evidence-folder`', () => host.setOutput('evidence-folder', folder));
  return written;
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
