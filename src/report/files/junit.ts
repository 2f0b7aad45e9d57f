import { cut, showInvisible } from '../../common/text.ts';
import type { Redacted } from '../../results/redacted.ts';
import type { AttemptResult, CaseResult, RunResults } from '../../results/run-results.ts';
import {
  attemptText,
  evidenceTarget,
  firstLine,
  messageText,
  runFailure,
  runTestName,
  testName,
} from './result-text.ts';

/** Limit of the `message` attribute; the text of the element has the full message. */
const maxAttributeCharacters = 500;

/**
 * The results as JUnit XML (Jenkins' `junit-10.xsd`), one suite per test file. Unfinished test cases are errors. If the
 * run failed but every test passed, an error for the run itself is added.
 */
export function junitXml(results: Redacted<RunResults>): string {
  const cases = results.results;
  const title = titleOf(results);
  const suites = [...Map.groupBy(cases, ({ place }) => place?.file)].map(([file = title, ofFile]) =>
    suiteOf(file, ofFile, results.startedAt),
  );
  const failure = runFailure(results, ({ status }) => status !== 'passed');
  if (failure !== undefined) suites.push(runSuite(results, failure));
  const { tests, failures, errors } = countsOf(cases);
  const added = failure === undefined ? 0 : 1;
  const attributes = {
    name: title,
    tests: tests + added,
    failures,
    errors: errors + added,
    time: seconds(results.durationMs),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, lines(suites))}\n`;
}

function suiteOf(name: string, cases: readonly CaseResult[], startedAt: string | null): string {
  const time = seconds(cases.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0));
  const attributes = { name, ...countsOf(cases), skipped: 0, time, timestamp: startedAt };
  return element('testsuite', attributes, lines(cases.map((each) => testCase(each, name))));
}

/** A suite with one test case, which stands for the run itself. */
function runSuite(results: RunResults, failure: string): string {
  const name = titleOf(results);
  const error = element('error', problemAttributes(results.status, failure), text(failure));
  const time = seconds(results.durationMs);
  const testcase = element('testcase', { name: runTestName, classname: name, time }, error);
  const counts = { tests: 1, failures: 0, errors: 1, skipped: 0 };
  return element('testsuite', { name, ...counts, time, timestamp: results.startedAt }, lines([testcase]));
}

function testCase(result: CaseResult, classname: string): string {
  const { durationMs, earlierAttempts, status, place } = result;
  const time = durationMs === undefined ? null : seconds(durationMs);
  const passed = status === 'passed';
  const problem = passed
    ? ''
    : element(
        status === 'failed' ? 'failure' : 'error',
        problemAttributes(status, messageText(result)),
        text(attemptText(result, place)),
      );
  const children = [
    problem,
    ...earlierAttempts.map((attempt) => earlierAttempt(attempt, result, passed ? 'flaky' : 'rerun')),
    attachments([result, ...earlierAttempts]),
    consoleErrors(result),
  ];
  return element('testcase', { name: testName(result), classname, time }, lines(children));
}

/** An attempt before the last one, in the form that Maven Surefire introduced. */
function earlierAttempt(attempt: AttemptResult, { place }: CaseResult, kind: 'flaky' | 'rerun'): string {
  const name = `${kind}${attempt.status === 'failed' ? 'Failure' : 'Error'}`;
  const stackTrace = element('stackTrace', {}, text(attemptText(attempt, place)));
  return element(name, problemAttributes(attempt.status, messageText(attempt)), stackTrace);
}

function problemAttributes(type: string, message: string | null): Attributes {
  const first = firstLine(message);
  return { type, message: first === '' ? null : cut(first, maxAttributeCharacters) };
}

/** Screenshots and traces, in the syntax that Jenkins and GitLab recognize. */
function attachments(attempts: readonly AttemptResult[]): string {
  const files = attempts
    .flatMap(({ screenshot, trace }) => [screenshot, trace])
    .filter((file) => file !== undefined);
  const marks = files.map((file) => `[[ATTACHMENT|${evidenceTarget(file)}]]`);
  return marks.length === 0 ? '' : element('system-out', {}, text(marks.join('\n')));
}

function consoleErrors({ consoleErrors }: AttemptResult): string {
  return consoleErrors.length === 0 ? '' : element('system-err', {}, text(consoleErrors.join('\n')));
}

function countsOf(cases: readonly CaseResult[]) {
  return {
    tests: cases.length,
    failures: cases.filter(({ status }) => status === 'failed').length,
    errors: cases.filter(({ status }) => status === 'error' || status === 'unfinished').length,
  };
}

function titleOf({ title }: RunResults): string {
  return title.trim() === '' ? 'Browser tests' : title;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function lines(parts: readonly string[]): string {
  const filled = parts.filter((part) => part !== '');
  return filled.length === 0 ? '' : `\n${filled.join('\n')}\n`;
}

type Attributes = Readonly<Record<string, string | number | null>>;

/** An XML element. Attributes that are null are left out; `content` is XML. */
function element(name: string, attributes: Attributes, content = ''): string {
  const start = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${attributeText(String(value))}"`)
    .join('');
  return content === '' ? `<${name}${start}/>` : `<${name}${start}>${content}</${name}>`;
}

/** Escapes untrusted text. Characters that XML forbids are shown as their code points. */
function text(content: string): string {
  return showInvisible(content.replace(/\r\n?/g, '\n'))
    .replace(/[\uFFFE\uFFFF]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

/** Without the numeric references, a parser would turn line breaks and tabs into spaces. */
function attributeText(content: string): string {
  return text(content).replace(/"/g, '&quot;').replace(/\n/g, '&#10;').replace(/\t/g, '&#9;');
}
