import type { Locator } from 'playwright-core';
import { type Answer, askDriver } from './ask-driver.ts';
import type { Expectation } from './expectation.ts';

/** So much of what a page shows is repeated in a message, in characters. */
const maxShown = 1000;

/**
 * Waits until a locator is as expected.
 * @param timeout in ms.
 * @throws Error in the words of Playwright Test.
 */
export async function expectLocator(
  locator: Locator,
  expectation: Expectation,
  timeout: number,
): Promise<void> {
  const answer = await askDriver(locator, expectation.question, timeout);
  const { isNot = false } = expectation.question;
  if (answer.matches === isNot) throw new Error(message(String(locator), expectation, answer, timeout));
}

function message(locator: string, expectation: Expectation, answer: Answer, timeout: number): string {
  const { name, argument, kind, shown, question } = expectation;
  const { received, timedOut = false } = answer;
  const errorMessage = answer.errorMessage === undefined ? undefined : withoutStack(answer.errorMessage);
  const label = `Expected${kind}:`;
  const receivedLabel = kind === '' ? 'Received:' : 'Received string:';
  // Labels of one length stand in one column.
  const gap = kind === '' && errorMessage === undefined ? '  ' : ' ';
  return [
    `expect(locator)${question.isNot === true ? '.not' : ''}.${name}(${argument}) failed`,
    '',
    `Locator:${gap}${locator}`,
    `${label} ${shown}`,
    ...(errorMessage === undefined && received !== undefined
      ? [`${receivedLabel.padEnd(label.length)} ${show(received.value, expectation)}`]
      : []),
    ...(timedOut ? [`Timeout:${gap}${timeout}ms`] : []),
    ...(errorMessage === undefined ? [] : [errorMessage]),
    ...callLog(expectation, answer),
  ].join('\n');
}

/** Texts of pages are shown in one line, so that they can't be taken for ours. */
function show(value: unknown, { question }: Expectation): string {
  return clipped(question.expectedText === undefined ? String(value) : JSON.stringify(value ?? ''));
}

/** The driver's own lines of code help nobody. */
function withoutStack(text: string): string {
  return text.replace(/\n {4}at .+/g, '').trimEnd();
}

/** The driver names what it was asked in its own way; people know the assertion. */
function callLog({ name, question }: Expectation, { log = [] }: Answer): string[] {
  const title = `Expect "${question.isNot === true ? 'not ' : ''}${name}"`;
  const lines = log.map((line) =>
    clipped(line.replace(`Expect "${question.expression}"`, title).replaceAll('\n', '↵')),
  );
  return lines.length === 0 ? [] : ['', 'Call log:', ...lines];
}

function clipped(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
