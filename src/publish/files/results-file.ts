import { cut } from '../markdown/markdown.ts';
import type { Redact } from '../redact/redact.ts';
import { countResults, type PublishedRun } from '../verdict.ts';
import {
  maxListItems,
  maxResults,
  maxResultsBytes,
  maxTextCharacters,
  type ResultsFile,
} from './results-schema.ts';

/** How a results file is written: as people like to read it, and tighter where it would be too large. */
const forms = [
  { indent: 2, maxCharacters: maxTextCharacters },
  { indent: 0, maxCharacters: maxTextCharacters },
  { indent: 0, maxCharacters: 5_000 },
  { indent: 0, maxCharacters: 500 },
  { indent: 0, maxCharacters: 100 },
] as const;

/**
 * The results file's content: the verdict and every result, as `results-schema.ts` has it. Each text is redacted before
 * it is cut or escaped: in the finished JSON, a redaction could tear an escape apart.
 */
export function resultsJson(run: PublishedRun, context: ResultsFile['context'], redact: Redact): string {
  const file: unknown = JSON.parse(JSON.stringify(toFile(run, context), redacting(redact)));
  let content = '';
  for (const { indent, maxCharacters } of forms) {
    content = `${JSON.stringify(file, fitting(maxCharacters), indent)}\n`;
    if (Buffer.byteLength(content) <= maxResultsBytes) break;
  }
  return content;
}

function toFile(run: PublishedRun, context: ResultsFile['context']): object {
  const { verdict } = run;
  return {
    version: 1,
    title: run.title,
    status: verdict.status,
    green: verdict.green,
    reason: verdict.reason,
    ...countResults(verdict.results),
    startedAt: run.startedAt ?? null,
    durationMs: Math.round(run.durationMs),
    reportId: verdict.reportId ?? null,
    reportUrl: verdict.reportUrl ?? null,
    workflowRunUrl: run.workflowRunUrl ?? null,
    url: run.url ?? null,
    context,
    results: verdict.results,
  };
}

/** These are our own words, and no secret's. */
const ownTexts = new Set(['status', 'startedAt']);

/** Has `JSON.stringify` take secrets out of texts. */
function redacting(redact: Redact) {
  return (key: string, value: unknown): unknown =>
    typeof value === 'string' && !ownTexts.has(key) ? redact(value) : value;
}

/** Has `JSON.stringify` write nothing longer than it may be. */
function fitting(maxCharacters: number) {
  return (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, key === 'results' ? maxResults : maxListItems);
    // The ellipsis of a cut is a character, too.
    return typeof value === 'string' && value.length > maxCharacters ? cut(value, maxCharacters - 1) : value;
  };
}
