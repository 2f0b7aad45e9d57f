import { reportHtml } from '../report/html/page.ts';
import type { Redacted } from '../results/redacted.ts';
import type { EvidenceFile, RunResults } from '../results/run-results.ts';
import { inlinePictures } from './inline-pictures.ts';

/**
 * The HTML report as it is uploaded by itself: it names no file that would have to be next to it.
 * @param folder of the results file.
 */
export async function standaloneReport(given: Redacted<RunResults>, folder: string): Promise<string> {
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
