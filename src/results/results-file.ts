import type { z } from 'zod';
import { tryParseJson } from '../common/json.ts';
import { toJsonSchemas } from '../contract/json-schema.ts';
import { countResults } from './counts.ts';
import type { Redacted } from './redacted.ts';
import {
  attemptResult,
  caseResult,
  evidenceFile,
  failedStep,
  maxListItems,
  maxResults,
  maxTextCharacters,
  passedChecks,
  type RunResults,
  type RunStatus,
  runResults,
  sourceLocation,
} from './run-results.ts';

/** Size limit of a results file, in bytes. */
export const maxResultsBytes = 10 * 1024 * 1024;

/** How a results file is written: readable at first, and with ever shorter texts while it is too large. */
const layouts = [
  { indent: 2, maxCharacters: maxTextCharacters },
  { indent: 0, maxCharacters: maxTextCharacters },
  { indent: 0, maxCharacters: 5_000 },
  { indent: 0, maxCharacters: 500 },
  { indent: 0, maxCharacters: 100 },
] as const;

/** The content of `results.json`. @param maxBytes texts are cut until the content is no larger, as far as possible. */
export function formatResults(results: Redacted<RunResults>, maxBytes = maxResultsBytes): string {
  let content = '';
  for (const { indent, maxCharacters } of layouts) {
    content = `${JSON.stringify(results, withinLimits(maxCharacters), indent)}\n`;
    if (Buffer.byteLength(content) <= maxBytes) break;
  }
  return content;
}

function withinLimits(maxCharacters: number) {
  return (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, key === 'results' ? maxResults : maxListItems);
    if (typeof value !== 'string' || value.length <= maxCharacters) return value;
    // Never half of a surrogate pair.
    return `${value.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  };
}

/** The outcome of reading a results file; `reason` is one line. */
export type ParsedResults =
  | { readonly kind: 'results'; readonly results: RunResults }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads the content of a results file that anyone may have written. Unknown fields are dropped. */
export function parseResults(content: string): ParsedResults {
  if (Buffer.byteLength(content) > maxResultsBytes) {
    return { kind: 'unreadable', reason: `it is larger than ${maxResultsBytes / 1024 ** 2} MiB` };
  }
  const parsed = runResults.safeParse(tryParseJson(content));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    return { kind: 'unreadable', reason: `${path}${issue?.message ?? 'unexpected format'}` };
  }
  const contradiction = contradictionIn(parsed.data);
  return contradiction === undefined
    ? { kind: 'results', results: parsed.data }
    : { kind: 'unreadable', reason: `it contradicts itself: ${contradiction}` };
}

/** Whether a verdict is green; undefined if that depends on the inputs. */
const greenByStatus: Readonly<Record<RunStatus, boolean | undefined>> = {
  passed: true,
  failed: false,
  'timed-out': false,
  cancelled: false,
  error: false,
  'nothing-to-run': undefined,
  incomplete: true,
  done: true,
};

/** How a results file disagrees with itself. This action never writes such a file: it may be an attempt to look green. */
function contradictionIn(file: RunResults): string | undefined {
  const { status, green, results, proof } = file;
  const counts = countResults(results);
  for (const name of ['total', 'passed', 'failed', 'flaky'] as const) {
    if (file[name] !== counts[name])
      return `\`${name}\` is ${file[name]}, but its results are ${counts[name]}`;
  }
  if (green !== (greenByStatus[status] ?? green)) return `\`${status}\` with \`green: ${green}\``;
  if (green && proof.length === 0) return `\`${status}\` is green without a proof`;
  const unproven = passedChecks.find((name) => !proof.some(({ check }) => check === name));
  if (status === 'passed' && unproven !== undefined) return `\`passed\` without the check \`${unproven}\``;
  if (results.some((result) => result.flaky && result.status !== 'passed'))
    return 'a flaky result did not pass';
  if (status === 'passed' && (counts.total === 0 || counts.passed < counts.total)) {
    return `\`passed\`, but ${counts.passed} of ${counts.total} results passed`;
  }
  const isEmpty = ['nothing-to-run', 'incomplete', 'done'].includes(status);
  return isEmpty && counts.total > 0 ? `\`${status}\`, but there are ${counts.total} results` : undefined;
}

/** The JSON Schema (2020-12) of a results file. It allows further fields: version 1 may get more. */
export function resultsJsonSchema(): object {
  const named = new Map<string, z.ZodType>([
    ['results', runResults],
    ['result', caseResult],
    ['attempt', attemptResult],
    ['failedStep', failedStep],
    ['place', sourceLocation],
    ['evidence', evidenceFile],
  ]);
  const { results: file, ...$defs } = toJsonSchemas(named, '#/$defs/', 'input');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Results of browser tests',
    ...file,
    $defs,
  };
}
