import { tryParseJson } from '../common/json.ts';
import { decodeUtf8, joinFilled } from '../common/text.ts';
import { maxSteps } from '../contract/attempt.ts';
import { countResults } from './counts.ts';
import type { Redacted } from './redacted.ts';
import {
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
  let content = '';
  for (const layout of layouts) {
    content = `${JSON.stringify(results, withinLimits(layout, results.job), layout.indent)}\n`;
    if (Buffer.byteLength(content) <= maxBytes) break;
  }
  return content;
}

/** @param job is written as it is: it must match the name of the artifact. */
function withinLimits({ maxCharacters, steps }: Layout, job: RunResults['job']) {
  return function (this: unknown, key: string, value: unknown): unknown {
    if (this === job || this === job.matrix) return value;
    if (Array.isArray(value)) {
      if (key === 'steps' && (steps === 'none' || (steps === 'of failures' && hasPassed(this))))
        return undefined;
      return value.slice(0, maxItems[key] ?? maxListItems);
    }
    if (typeof value !== 'string' || value.length <= maxCharacters) return value;
    // Never half of a surrogate pair.
    return `${value.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  };
}

const maxItems: Readonly<Record<string, number>> = { results: maxResults, steps: maxSteps };

function hasPassed(attempt: unknown): boolean {
  return (
    typeof attempt === 'object' && attempt !== null && 'status' in attempt && attempt.status === 'passed'
  );
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
