import { cut, escapeHtml, foldLines, joinFilled, showLines } from '../../common/text.ts';
import { countResults, warningsOf } from '../../results/cases.ts';
import type { AttemptResult, CaseResult, Redacted, RunResults } from '../../results/run-results.ts';
import { attemptText, evidenceTarget, firstLine, type Test, testsOf } from './result-text.ts';

/** Limit of the `message` attribute; the text of the element has the full message. */
const maxAttributeCharacters = 500;

/**
 * The results as JUnit XML (Jenkins' `junit-10.xsd`), one suite per test file. Unfinished test cases are errors, and those
 * that were not run are skipped. If the run failed but no test did, an error for the run itself is added.
 * @returns the parts of the text, one or more lines each.
 */
export function* junitXml(results: Redacted<RunResults>): Generator<string> {
  const { title, startedAt, durationMs } = results;
  const name = title.trim() === '' ? 'Browser tests' : title;
  const tests = testsOf(results, ({ status, notRun }) => status !== 'passed' && notRun !== true);
  const suites = Map.groupBy(tests, ({ place }) => place?.file ?? name);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `${startTag('testsuites', { name, ...countsOf(tests), time: seconds(durationMs) })}\n`;
  for (const [file, ofFile] of suites) yield* testSuite(file, ofFile, startedAt);
  yield '</testsuites>\n';
}

function* testSuite(name: string, tests: readonly Test[], startedAt: string | null): Generator<string> {
  const time = seconds(tests.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0));
  const skipped = countResults(tests).notRun;
  const attributes = { name, ...countsOf(tests), skipped, time, timestamp: startedAt ?? undefined };
  yield `${startTag('testsuite', attributes)}\n`;
  for (const test of tests) yield `${testCase(test, name)}\n`;
  yield '</testsuite>\n';
}

function countsOf(tests: readonly Test[]) {
  const failures = tests.filter(({ status }) => status === 'failed').length;
  const { total, passed, notRun } = countResults(tests);
  return { tests: total, failures, errors: total - failures - passed - notRun };
}

function testCase(test: Test, classname: string): string {
  const { name, durationMs, earlierAttempts, status, type, consoleErrors } = test;
  const time = durationMs === undefined ? undefined : seconds(durationMs);
  const problem = status === 'failed' ? 'failure' : 'error';
  const content = [
    status === 'passed'
      ? ''
      : test.notRun === true
        ? textElement('skipped', [test.errorMessage ?? ''])
        : element(problem, problemAttributes(type, test), text(attemptText(test, test.place))),
    ...earlierAttempts.map((attempt) => earlierAttempt(attempt, test)),
    textElement('system-out', [
      ...warningsOf(test).map((warning) => `Warning: ${withoutAttachments(foldLines(warning))}`),
      ...attachmentsOf([test, ...earlierAttempts]),
    ]),
    textElement('system-err', consoleErrors.map(withoutAttachments)),
  ];
  return element('testcase', { name, classname, time }, lines(content));
}

/** An attempt before the last one, in the form that Maven Surefire introduced. */
function earlierAttempt(attempt: AttemptResult, { status, place }: CaseResult): string {
  const name = `${status === 'passed' ? 'flaky' : 'rerun'}${attempt.status === 'failed' ? 'Failure' : 'Error'}`;
  const stackTrace = element('stackTrace', {}, text(attemptText(attempt, place)));
  return element(name, problemAttributes(attempt.status, attempt), stackTrace);
}

function problemAttributes(type: string, { errorMessage }: AttemptResult): Attributes {
  return { type, message: cut(firstLine(errorMessage), maxAttributeCharacters) || undefined };
}

/** Screenshots and traces, in the syntax that Jenkins and GitLab recognize. */
function attachmentsOf(attempts: readonly AttemptResult[]): string[] {
  const files = attempts.flatMap(({ screenshot, trace }) => [screenshot ?? [], trace ?? []].flat());
  return files.map((file) => `[[ATTACHMENT|${evidenceTarget(file)}]]`);
}

/** Jenkins publishes any file of its machine that is named like this: a page must not choose one. */
function withoutAttachments(text: string): string {
  return text.replace(/\[(?=\[\s*ATTACHMENT)/gi, '[ ');
}

function textElement(name: string, content: readonly string[]): string {
  return content.length === 0 ? '' : element(name, {}, text(content.join('\n')));
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function lines(elements: readonly string[]): string {
  const joined = joinFilled(elements, '\n');
  return joined === '' ? '' : `\n${joined}\n`;
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An XML element. Attributes that are undefined are left out; `content` is XML. */
function element(name: string, attributes: Attributes, content: string): string {
  const start = startTag(name, attributes);
  return content === '' ? start.replace(/>$/, '/>') : `${start}${content}</${name}>`;
}

function startTag(name: string, attributes: Attributes): string {
  const texts = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${attributeText(String(value))}"`,
  );
  return `<${name}${texts.join('')}>`;
}

/** Escapes untrusted text. Characters that XML forbids are shown as their code points. */
function text(content: string): string {
  return escapeHtml(showLines(content));
}

/** Without the numeric references, a parser would turn line breaks and tabs into spaces. */
function attributeText(content: string): string {
  return text(content).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
