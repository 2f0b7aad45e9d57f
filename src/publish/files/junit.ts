import { cut } from '../markdown/markdown.ts';
import type { AttemptResult, CaseResult, PublishedRun } from '../verdict.ts';
import { attemptText, evidenceTarget, gist, messageText, runProblem, testName } from './attempt-text.ts';
import { xmlElement, xmlText } from './xml.ts';

/** A message as an attribute; the text below it is whole. */
const maxMessageCharacters = 500;

/**
 * The results as JUnit XML, in the form that Jenkins' `junit-10.xsd` describes: a suite for each test file. A case that
 * did not finish is an error, as is a run that failed without any result: no reader may take either for a success.
 * @param run without secrets, with its evidence beside the file.
 */
export function junitXml(run: PublishedRun): string {
  const { results } = run.verdict;
  const suites = [...Map.groupBy(results, ({ place }) => place?.file)].map(([file, cases]) =>
    suite(run, file, cases),
  );
  const problem = runProblem(run, ({ status }) => status !== 'passed');
  if (problem !== undefined) suites.push(runSuite(run, problem));
  const attributes = {
    name: title(run),
    tests: results.length + (problem === undefined ? 0 : 1),
    failures: results.filter(failed).length,
    errors: results.filter(broken).length + (problem === undefined ? 0 : 1),
    time: seconds(run.durationMs),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('testsuites', attributes, lines(suites))}\n`;
}

function suite(run: PublishedRun, file: string | undefined, cases: readonly CaseResult[]): string {
  const attributes = {
    name: file ?? title(run),
    tests: cases.length,
    failures: cases.filter(failed).length,
    errors: cases.filter(broken).length,
    skipped: 0,
    time: seconds(cases.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)),
    timestamp: run.startedAt,
  };
  return xmlElement('testsuite', attributes, lines(cases.map((each) => testCase(each, file ?? title(run)))));
}

/** The run itself, as a case that went wrong. */
function runSuite(run: PublishedRun, problem: string): string {
  const name = title(run);
  const error = xmlElement('error', about(run.verdict.status, problem), xmlText(problem));
  const time = seconds(run.durationMs);
  const only = xmlElement('testcase', { name: 'The run', classname: name, time }, error);
  const attributes = { name, tests: 1, failures: 0, errors: 1, skipped: 0, time, timestamp: run.startedAt };
  return xmlElement('testsuite', attributes, lines([only]));
}

function testCase(result: CaseResult, classname: string): string {
  const { durationMs, earlierAttempts, status } = result;
  const attributes = {
    name: testName(result),
    classname,
    time: durationMs === undefined ? undefined : seconds(durationMs),
  };
  const passed = status === 'passed';
  const parts = [
    ...(passed ? [] : [problemElement(failed(result) ? 'failure' : 'error', result)]),
    ...earlierAttempts.map((attempt) => earlierElement(attempt, result, passed ? 'flaky' : 'rerun')),
    attachments([result, ...earlierAttempts]),
    consoleErrors(result),
  ];
  return xmlElement('testcase', attributes, lines(parts.filter((part) => part !== '')));
}

function problemElement(name: 'failure' | 'error', result: CaseResult): string {
  const { status, place } = result;
  return xmlElement(name, about(status, messageText(result)), xmlText(attemptText(result, place)));
}

/** An attempt that did not count, as Maven's Surefire writes it. */
function earlierElement(attempt: AttemptResult, { place }: CaseResult, kind: 'flaky' | 'rerun'): string {
  const name = `${kind}${failed(attempt) ? 'Failure' : 'Error'}`;
  const trace = xmlElement('stackTrace', {}, xmlText(attemptText(attempt, place)));
  return xmlElement(name, about(attempt.status, messageText(attempt)), trace);
}

function about(type: string, message: string | null) {
  const first = gist(message);
  return { type, message: first === '' ? undefined : cut(first, maxMessageCharacters) };
}

/** Files to look at, in the way that Jenkins and GitLab look for them. */
function attachments(attempts: readonly AttemptResult[]): string {
  const files = attempts.flatMap(({ screenshot, trace }) => [screenshot, trace]);
  const marks = files
    .filter((file) => file !== undefined)
    .map((file) => `[[ATTACHMENT|${evidenceTarget(file)}]]`);
  return marks.length === 0 ? '' : xmlElement('system-out', {}, xmlText(marks.join('\n')));
}

function consoleErrors({ consoleErrors }: AttemptResult): string {
  return consoleErrors.length === 0 ? '' : xmlElement('system-err', {}, xmlText(consoleErrors.join('\n')));
}

function failed({ status }: AttemptResult): boolean {
  return status === 'failed';
}

function broken({ status }: AttemptResult): boolean {
  return status === 'error' || status === 'unfinished';
}

function title(run: PublishedRun): string {
  return run.title.trim() === '' ? 'Browser tests' : run.title;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function lines(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `\n${parts.join('\n')}\n`;
}
