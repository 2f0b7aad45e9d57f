import { splitMessage } from '../contract/error-message.ts';
import type { Published } from '../publish/publish.ts';
import { describeFailedStep } from '../report/describe.ts';
import { formatNumbers } from '../report/headline.ts';
import { locationOf, nameOf, warningsOf } from '../results/cases.ts';
import type { CaseResult, Redacted, RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { oneLine } from '../runtime/log-text.ts';
import { formatPosition } from '../test-files/problem.ts';

/** Named cases that did not finish. */
const maxNames = 50;

/** Writes the verdict to the log, with what has no annotation: cases that did not finish, and warnings. */
export function logResults({ results, green, reason, status }: Redacted<RunResults>, host: Host): void {
  const { counts, lines } = listUnfinished(results);
  if (counts !== '') host.startGroup(`Of ${results.length}, ${counts}`);
  for (const line of lines) host.info(line);
  if (counts !== '') host.endGroup();
  logCaseWarnings(results, host);
  if (green) host.info(reason);
  host.info(`Verdict: ${status}`);
}

/** The test cases that did not finish or were not run, with the steps at which they stood. */
export function listUnfinished(results: readonly CaseResult[]): { counts: string; lines: string[] } {
  const unfinished = results.filter((result) => result.status === 'unfinished');
  const lines = unfinished.slice(0, maxNames).map((result) => {
    const { name, failedStep } = result;
    const location = locationOf(result);
    const step = failedStep === undefined ? '' : `: ${describeFailedStep(failedStep, oneLine)}`;
    return `… ${oneLine(name)}${step}${location === undefined ? '' : ` (${formatPosition(location)})`}`;
  });
  if (unfinished.length > maxNames) lines.push(`… and ${unfinished.length - maxNames} more`);
  const notRun = unfinished.filter((result) => result.notRun === true).length;
  const counts = formatNumbers({ 'did not finish': unfinished.length - notRun, 'not run': notRun });
  return { counts, lines };
}

/** Writes what has no annotation and changes no verdict: the warnings of test cases and their failed teardowns. */
export function logCaseWarnings(results: readonly CaseResult[], host: Pick<Host, 'warning'>): void {
  for (const warning of [caseWarning(results), teardownWarning(results)]) {
    if (warning !== undefined) host.warning(warning);
  }
}

/** The last lines of the log: where the results are. */
export function logAddresses(
  { results: { reportUrl, reportPage, failuresFile, artifact, workflowRunUrl }, commentUrl }: Published,
  host: Pick<Host, 'info'>,
): void {
  const report = reportUrl ?? reportPage?.url ?? artifact?.url ?? undefined;
  if (commentUrl !== undefined) host.info(`Comment: ${commentUrl}`);
  if (report !== undefined) host.info(`Report: ${report}`);
  if (failuresFile?.url) host.info(`Failures for coding agents: ${failuresFile.url}`);
  if (report === undefined && commentUrl === undefined && workflowRunUrl !== null)
    host.info(`Job summary: ${workflowRunUrl}`);
}

/** GitHub shows few warnings of a step, so all of one kind share one. */
const maxListed = 10;
/** What to do stands at the end. */
const maxWarningCharacters = 500;

/** One warning for all failed teardowns: they change no verdict, but may leave data behind. Undefined if none failed. */
export function teardownWarning(results: readonly CaseResult[]): string | undefined {
  const heading =
    'Teardowns failed. The test result is unaffected, but data may be left behind for the next run. Fix their steps:';
  const failuresOf = (result: CaseResult) =>
    [...result.earlierAttempts, result].flatMap(({ teardownFailures = [] }) => teardownFailures);
  return listed(heading, 'after ', results, failuresOf);
}

/** The warnings of all test cases in one, such as ignored failures. Undefined if no test case has a warning. */
export function caseWarning(results: readonly CaseResult[]): string | undefined {
  return listed('Test cases have warnings. The test result is unaffected:', '', results, warningsOf);
}

/** @param before what precedes the name of each test case. */
function listed(
  heading: string,
  before: string,
  results: readonly CaseResult[],
  messagesOf: (result: CaseResult) => readonly string[],
): string | undefined {
  const items = results.flatMap((result) =>
    messagesOf(result).map(
      (message) =>
        `- ${before}${oneLine(nameOf(result))}: ${oneLine(splitMessage(message).sentence, maxWarningCharacters)}`,
    ),
  );
  if (items.length === 0) return undefined;
  const more = items.length - maxListed;
  return [
    heading,
    ...items.slice(0, maxListed),
    ...(more <= 0 ? [] : [`- and ${more} more, listed in the results file`]),
  ].join('\n');
}
