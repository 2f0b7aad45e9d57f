import { tryParseJson } from '../common/json.ts';
import { plausibleLevels } from '../common/plausible-levels.ts';
import { decodeUtf8, joinFilled } from '../common/text.ts';
import { maxSteps } from '../contract/attempt.ts';
import { countResults } from './counts.ts';
import type { Redacted } from './redacted.ts';
import {
  type CaseResult,
  maxListItems,
  maxResults,
  maxTextCharacters,
  passedChecks,
  type RunResults,
  type RunStatus,
  runResults,
} from './run-results.ts';

export const resultsFileName = 'results.json';

/** Size limit of a results file, in bytes. */
export const maxResultsBytes = 10 * 1024 * 1024;

/** How a results file is written: readable at first, and while it is too large, ever briefer. */
const layouts: readonly Layout[] = [
  { indent: 2, maxCharacters: maxTextCharacters, steps: 'all' },
  { indent: 0, maxCharacters: maxTextCharacters, steps: 'all' },
  { indent: 0, maxCharacters: maxTextCharacters, steps: 'of failures' },
  { indent: 0, maxCharacters: 5_000, steps: 'of failures' },
  { indent: 0, maxCharacters: 500, steps: 'none' },
  { indent: 0, maxCharacters: 100, steps: 'none' },
];

interface Layout {
  readonly indent: number;
  readonly maxCharacters: number;
  /** The steps of which attempts are written. */
  readonly steps: 'all' | 'of failures' | 'none';
}

/** The content of `results.json`. @param maxBytes it is made briefer until it is no larger, as far as possible. */
export function formatResults(results: Redacted<RunResults>, maxBytes = maxResultsBytes): string {
  const sizeOf = (result: CaseResult, layout: Layout) =>
    JSON.stringify(withinLimits(result, layout), null, layout.indent).length;
  let content = '';
  for (const layout of plausibleLevels(layouts, results.results, maxBytes, sizeOf)) {
    content = formatWith(layout, results);
    if (Buffer.byteLength(content) <= maxBytes) break;
  }
  return content;
}

/** Results are written one by one: a copy of all of them, or a replacer, would need several times the memory or the time. */
function formatWith(layout: Layout, { results, ...run }: RunResults): string {
  const lineBreak = (indent: number) => (layout.indent === 0 ? '' : `\n${' '.repeat(indent)}`);
  // The job is written as it is: it must match the name of the artifact.
  const limited = { ...withinLimits(run, layout), job: run.job, results: [] };
  const [, start = '', end = ''] = /^(.*\[)(\].*)$/s.exec(JSON.stringify(limited, null, layout.indent)) ?? [];
  const items = results
    .slice(0, maxResults)
    .map(
      (each) =>
        lineBreak(4) +
        JSON.stringify(withinLimits(each, layout), null, layout.indent).replaceAll('\n', lineBreak(4)),
    );
  return `${start}${items.join(',')}${items.length === 0 ? '' : lineBreak(2)}${end}\n`;
}

/** A copy of an object with shorter texts and lists. */
function withinLimits(given: object, layout: Layout): object {
  const copy: Record<string, unknown> = { ...given };
  for (const key of Object.keys(copy)) copy[key] = limitedValue(copy[key], layout, key);
  const isBrief = layout.steps === 'none' || (layout.steps === 'of failures' && copy.status === 'passed');
  return isBrief && 'steps' in copy ? { ...copy, steps: undefined } : copy;
}

function limitedValue(value: unknown, layout: Layout, key = ''): unknown {
  if (Array.isArray(value)) {
    const maxItems = key === 'steps' ? maxSteps : maxListItems;
    return value.slice(0, maxItems).map((item) => limitedValue(item, layout));
  }
  if (typeof value === 'object' && value !== null) return withinLimits(value, layout);
  if (typeof value !== 'string' || value.length <= layout.maxCharacters) return value;
  // Never half of a surrogate pair.
  return `${value.slice(0, layout.maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The outcome of reading results; `reason` completes a sentence that starts with the name of what holds the file. */
export type ReadResults =
  | { readonly kind: 'results'; readonly results: RunResults }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads a results file that anyone may have written. Unknown fields are dropped. @param content undefined if it is missing. */
export function parseResults(content: Uint8Array | undefined): ReadResults {
  const unreadable = (reason: string) => ({ kind: 'unreadable', reason }) as const;
  const broken = (reason: string) => unreadable(`has a ${resultsFileName} that cannot be read (${reason})`);
  if (content === undefined) return unreadable(`has no ${resultsFileName}`);
  if (content.length > maxResultsBytes) {
    return broken(`it is larger than ${maxResultsBytes / 1024 ** 2} MiB`);
  }
  const text = decodeUtf8(content);
  if (text === undefined) return unreadable(`has a ${resultsFileName} that is not UTF-8`);
  const parsed = runResults.safeParse(tryParseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return broken(joinFilled([issue?.path.join('.'), issue?.message], ': '));
  }
  const contradiction = contradictionIn(parsed.data);
  if (contradiction !== undefined) return broken(`it contradicts itself: ${contradiction}`);
  return { kind: 'results', results: parsed.data };
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
