import { andMore, cut, foldLines, joinFilled, showInvisible } from '../common/text.ts';
import { didNotPass, type FailureGroup, warningsOf } from '../results/cases.ts';
import type { CaseResult, FailedPage, FailedStep, RunResults } from '../results/run-results.ts';

type FailedRequest = NonNullable<FailedPage['failedRequests']>[number];

/**
 * Describes the step that failed: its number, its dependency and what it does.
 * @param show makes a text of a test case safe where it is shown.
 */
export function describeFailedStep(
  { number, words, inDependency }: FailedStep,
  show = (text: string) => text,
): string {
  const dependency = inDependency === undefined ? '' : ` of the dependency ${show(inDependency)}`;
  return `Step ${number}${dependency}: ${show(words)}`;
}

/** What follows the name of a group's first case, such as ` and 3 more could not be run`; empty for one that failed. */
export function groupSuffix({ first, others }: FailureGroup): string {
  return `${andMore(others.length)}${first.status === 'error' ? ' could not be run' : ''}`;
}

/** Describes a failed request: `GET https://example.com/api → 500`. */
export function describeRequest({ method, url, status, error }: FailedRequest): string {
  return `${method} ${url} → ${status ?? error ?? 'no response'}`;
}

/** Whether the reason says more than the results: that all passed, or which failed. */
export function needsReason({ status, green, results }: Pick<RunResults, 'status' | 'green' | 'results'>) {
  if (results.length === 0) return true;
  return !(status === 'passed' && green) && !(status === 'failed' && results.some(didNotPass));
}

/**
 * Says that the app seems to be broken if retries were skipped for that reason, and what the failures share. If no case passed,
 * it says what all of them warn of, such as an entry point that responds with an error. Empty otherwise.
 */
export function describeBrokenApp(results: readonly CaseResult[]): string {
  const failures = results.filter(didNotPass);
  const leftOut = results.filter(({ retryLeftOut }) => retryLeftOut === true).length;
  if (leftOut === 0) return failures.length < results.length ? '' : describeShared(failures, [warningsOf]);
  const retries = leftOut === 1 ? '1 retry was' : `${leftOut} retries were`;
  const broken = `The app seems to be broken: every retry failed as well, so ${retries} skipped.`;
  return joinFilled([broken, describeShared(failures)], ' ');
}

/** Share of the failures that must have a fault in common. */
const minShare = 0.8;
const maxSharedCharacters = 300;
/** The browser's own message about a failed request. */
const ofRequest = /^Failed to load resource/;

const requestsOf = ({ failedPage }: CaseResult) => failedPage?.failedRequests ?? [];
const hasFailed = ({ status, error }: FailedRequest) => status != null || error != null;

/**
 * What failures may share, the most telling first: warnings, failed requests, script errors, and requests without a response,
 * because some pages keep requests open on purpose.
 */
const faults: readonly ((result: CaseResult) => readonly string[])[] = [
  warningsOf,
  (result) => requestsOf(result).filter(hasFailed).map(describeRequest),
  ({ consoleErrors = [] }) => consoleErrors.filter((each) => !ofRequest.test(each)),
  (result) => requestsOf(result).map(describeRequest),
];

/** Describes a fault that nearly all failures share. Empty if they share none. */
function describeShared(failures: readonly CaseResult[], kinds = faults): string {
  const [shared] = kinds.flatMap((textsOf) => sharedBy(failures, textsOf));
  if (shared === undefined) return '';
  const [text, count] = shared;
  const which = count === failures.length ? 'all' : `${count} of ${failures.length}`;
  const where = failures.length === 1 ? 'On its page' : `On the pages of ${which} failures`;
  return `${where}: ${cut(showInvisible(foldLines(text)), maxSharedCharacters)}`;
}

/** The texts that nearly all results have, with the number of results that have them. */
function sharedBy(
  results: readonly CaseResult[],
  textsOf: (result: CaseResult) => readonly string[],
): [string, number][] {
  const counts = new Map<string, number>();
  for (const result of results)
    for (const text of new Set(textsOf(result))) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= minShare * results.length);
}

/** `420 ms`, `3.2 s`, `4 min 10 s`; empty if it is not known. */
export function formatDuration(ms: number | undefined): string {
  if (ms === undefined) return '';
  // At these limits, rounding would otherwise give 1000 ms or 60.0 s.
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
