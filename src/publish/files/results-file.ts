import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Redact } from '../redact/redact.ts';
import { countResults, type PublishedRun } from '../verdict.ts';

/**
 * The results file's content: the verdict and every result. Each text is redacted before it is escaped: in the
 * finished JSON, a redaction could tear an escape apart.
 */
export function resultsJson(run: PublishedRun, context: object, redact: Redact): string {
  const { verdict } = run;
  return `${JSON.stringify(
    {
      status: verdict.status,
      reason: verdict.reason,
      ...countResults(verdict.results),
      durationMs: Math.round(run.durationMs),
      reportId: verdict.reportId ?? null,
      reportUrl: verdict.reportUrl ?? null,
      url: run.url ?? null,
      context,
      results: verdict.results,
    },
    (key, value) => (typeof value === 'string' && key !== 'status' ? redact(value) : value),
    2,
  )}\n`;
}

/**
 * Writes the results file.
 * @param name tells the files of several steps of a job apart.
 * @returns its path.
 */
export async function writeResultsFile(folder: string, name: string, content: string): Promise<string> {
  const path = join(folder, 'browser-test-gate', `results-${name.replace(/[^\w-]+/g, '-')}.json`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}
