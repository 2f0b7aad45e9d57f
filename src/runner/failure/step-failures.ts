import { cut, formatCount, joinFilled, type Redact, showInvisible } from '../../common/text.ts';
import { joinMessage } from '../../contract/error-message.ts';
import type { Assertion, Expectation } from '../../contract/exchange/assertion.ts';
import { describeElement, describeEntry, describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeElement, ExchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import { patternSource } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { describeProblem } from '../documents/error-screen.ts';
import type { Problem } from '../documents/findings.ts';
import { elementOf, isSameStep, nameOfStep, opensUrl, type StepRef } from '../documents/step-ref.ts';
import { ExpectationFailed } from '../expect/expectation.ts';
import type { StepTools } from '../single-step.ts';
import { errorText, StepFailed } from '../step-failed.ts';
import { TimedOut } from '../wait.ts';
import { explainCovered, explainMissing, explainOptions } from './missing-element.ts';
import type { Search } from './other-pages.ts';
import {
  driverReason,
  isDriverMessage,
  noSuchOption,
  notFound,
  type Quote,
  type Reason,
  UnexpectedResult,
} from './reason.ts';

/** Decides which errors and problems of pages fail a step, and with which message, and which become warnings. */
export class StepFailures {
  /** What did not fail a case so far: ignored failures, and pages with an error status. */
  readonly warnings: { readonly testCase: ExchangeTestCase; readonly message: string }[] = [];
  readonly #tools: StepTools;

  constructor(tools: StepTools) {
    this.#tools = tools;
  }

  /**
   * Runs a step, or what belongs to it. Problems of pages that it has caused fail it, too.
   * @returns false if it failed, and its failure is ignored. @throws StepFailed
   */
  async run(step: StepRef, work: () => Promise<void>): Promise<boolean> {
    const { dialogs, watched } = this.#tools;
    const { findings } = watched;
    const failure = await failureOf(work());
    for (const warning of [...findings.takeWarnings(), ...dialogs.takeWarnings()]) {
      this.warnings.push({ testCase: warning.step.testCase, message: warning.message });
    }
    const problems = findings.takeProblems();
    // The driver's own error about a URL that could not be opened says as much as the problem of its step.
    const saysAsMuch = failure !== undefined && opensUrl(step);
    const causes = problems.filter((problem) => !saysAsMuch || !isSameStep(problem.step, step));
    for (const cause of causes) this.failOrIgnore(cause.step, await this.errorOf(cause));
    const isCause = causes.some(({ step: cause }) => isSameStep(cause, step));
    if (failure !== undefined && !isCause) {
      this.failOrIgnore(step, failure.error, await this.messageOf(failure.error, step));
    }
    return failure === undefined && !isCause;
  }

  /** @throws StepFailed unless the failure of the step is ignored. */
  failOrIgnore(step: StepRef, error: unknown, message = errorText(error)): void {
    // Failures can be ignored only as long as the browser is running.
    const isConnected = this.#tools.tabs.current.context().browser()?.isConnected() !== false;
    if (elementOf(step)?.ignoreFailure !== true || !isConnected) this.fail(step, error, message);
    const warning = `${nameOfStep(step)} failed, and the failure was ignored: ${message}`;
    this.warnings.push({ testCase: step.testCase, message: warning });
    this.#tools.observer.stepIgnored(step);
  }

  async errorOf(problem: Problem): Promise<Error> {
    return new Error(await describeProblem(problem, this.#tools.run.redact));
  }

  /** @throws StepFailed */
  fail(step: StepRef, error: unknown, message = errorText(error)): never {
    const { selectors = [] } = elementOf(step) ?? {};
    throw new StepFailed(step, error, message, this.#tools.scope.expression(selectors));
  }

  /** @param element what was run, if that is another element than the step's. */
  messageOf(error: unknown, step: StepRef, element = elementOf(step)): Promise<string> {
    const { tabs, scope, run } = this.#tools;
    const where = { testCase: step.testCase, element, page: tabs.current };
    return failureMessage(error, { ...where, redact: run.redact, ...scope.locatorOptions });
  }
}

/** What some work throws; undefined if it succeeds. */
export async function failureOf(work: Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
}

/** A step that failed, and where. */
interface Failed extends Omit<Search, 'selectors' | 'isBrief'> {
  readonly testCase: ExchangeTestCase;
  /** Undefined for the entry point. */
  readonly element: ExchangeElement | undefined;
  readonly redact: Redact;
}

/** How many characters of a text of the page a sentence quotes. */
const maxCharacters = 200;

/**
 * The message of a failed step: a sentence in the words of the test file, then the error itself. Errors of the runner are
 * sentences already.
 */
async function failureMessage(error: unknown, failed: Failed): Promise<string> {
  const details = errorText(error);
  const reason = await reasonOf(error, details, failed);
  if (reason === undefined) return error instanceof TimedOut ? error.message : details;
  const sentence = failed.redact(oneLine(sentenceOf(failed, reason)));
  return joinMessage({ sentence, details });
}

/** @returns undefined if the error is a sentence itself. */
async function reasonOf(error: unknown, message: string, failed: Failed): Promise<Reason | undefined> {
  const { element, redact } = failed;
  const quote = (text: string) => `"${cut(oneLine(redact(text)), maxCharacters)}"`;
  const { selectors, it } = subjectOf(element, message);
  const known = () => {
    if (error instanceof UnexpectedResult) return error.reason(quote);
    if (error instanceof ExpectationFailed && element?.assertion != null) {
      return expectationReason(element.assertion, error, quote);
    }
    if (isWait(element) && message.startsWith('TimeoutError: page.waitForLoadState: ')) return { clause: '' };
    return isDriverMessage(message) ? driverReason(redact(message), it) : undefined;
  };
  const reason = known();
  const search = { ...failed, selectors, isBrief: element?.ignoreFailure === true };
  if (reason === notFound) return explainMissing(search, it, quote);
  if (reason === noSuchOption) return explainOptions(search, it, quote);
  return reason?.clause.endsWith(` covers ${it}`) ? explainCovered(search, reason, quote) : reason;
}

/** The element that an error is about, and what the sentence calls it: of DRAG_AND_DROP, the dragged one or the target. */
function subjectOf(
  element: ExchangeElement | undefined,
  message: string,
): { selectors: readonly ExchangeSelector[]; it: string } {
  const { selectors = [], interaction } = element ?? {};
  if (interaction?.action !== 'DRAG_AND_DROP') return { selectors, it: 'it' };
  const isTarget = /\.(?:dragTo|scrollIntoViewIfNeeded|boundingBox): /.test(message);
  const subject = isTarget ? interaction.calledWith.selectors : selectors;
  return { selectors: subject, it: describeElement(subject) };
}

function sentenceOf({ testCase, element, fill, redact }: Failed, { clause, advice }: Reason): string {
  const opening = openingOf(testCase, element, (text) => redact(fill(text)));
  const separator = element?.assertion == null ? ': ' : ', but ';
  const first =
    isWait(element) && clause === '' ? opening.replace('Could not wait', 'Timed out waiting') : opening;
  return joinFilled([`${joinFilled([first, clause], separator)}.`, advice], ' ');
}

function openingOf(
  testCase: ExchangeTestCase,
  element: ExchangeElement | undefined,
  fill: (text: string) => string,
): string {
  if (element === undefined) return `Could not ${describeEntry(testCase)}`;
  const { assertion } = element;
  if (assertion == null) return `Could not ${describeStep(element)}`;
  const words = describeStep({ ...element, assertion: withValues(assertion, fill) });
  return words.replace(/^expect /, 'Expected ');
}

/** Replaces the variables of what an assertion expects. Patterns stay: values are escaped in them. */
function withValues(assertion: Assertion, fill: (text: string) => string): Assertion {
  const value = (text: string) => (patternSource(text) === undefined ? fill(text) : text);
  switch (assertion.expectation) {
    case 'TO_HAVE_VALUE':
    case 'TO_CONTAIN_TEXT':
    case 'NOT_TO_CONTAIN_TEXT':
    case 'TO_HAVE_TEXT':
    case 'TO_HAVE_URL':
    case 'TO_HAVE_TITLE':
      return { ...assertion, calledWith: value(assertion.calledWith) };
    case 'TO_HAVE_STYLE':
    case 'TO_HAVE_ATTRIBUTE': {
      const [property, expected] = assertion.calledWith;
      return { ...assertion, calledWith: [property, value(expected)] };
    }
    default:
      return assertion;
  }
}

function isWait(element: ExchangeElement | undefined): boolean {
  return element?.interaction?.action === 'WAIT_FOR';
}

/** Blanks inside a line may be what is wrong with it. */
function oneLine(text: string): string {
  return showInvisible(text.replace(/\s*[\r\n]+\s*/g, ' '));
}

/** What an element has instead of what a step expects. @param quote puts a text of the page in quotation marks. */
const contradictions: Readonly<Record<Expectation, (received: string, quote: Quote) => string>> = {
  VISIBLE: () => 'it is hidden',
  NOT_VISIBLE: (count) => (count === '1' ? 'it is visible' : `${count} such elements are visible`),
  DISABLED: () => 'it is enabled',
  TO_BE_CHECKED: () => 'it is not checked',
  NOT_TO_BE_CHECKED: () => 'it is checked',
  TO_HAVE_VALUE: (value, quote) => (value === '' ? 'it is empty' : `its value is ${quote(value)}`),
  TO_CONTAIN_TEXT: describeText,
  TO_HAVE_STYLE: (value, quote) =>
    value === '' ? 'it does not have this property' : `its value is ${quote(value)}`,
  RESPONSE_OK: (status) => `its status is ${status}`,
  TO_HAVE_COUNT: (count) => `${formatCount(Number(count), 'element')} ${count === '1' ? 'matches' : 'match'}`,
  TO_HAVE_URL: (url, quote) => `its URL is ${quote(url)}`,
  TO_HAVE_TITLE: (title, quote) => (title === '' ? 'it has no title' : `its title is ${quote(title)}`),
  TO_HAVE_TEXT: describeText,
  TO_HAVE_ATTRIBUTE: (value, quote) => (value === '' ? 'it is empty' : `its value is ${quote(value)}`),
  ENABLED: () => 'it is disabled',
  FOCUSED: () => 'it is not focused',
  NOT_TO_CONTAIN_TEXT: describeText,
};

function describeText(text: string, quote: Quote): string {
  return text.trim() === '' ? 'it has no text' : `its text is ${quote(text)}`;
}

function expectationReason(
  assertion: Assertion,
  { received, expected, reason = '' }: ExpectationFailed,
  quote: Quote,
): ReturnType<typeof driverReason> {
  const { expectation } = assertion;
  const isCountOfNone = expectation === 'TO_HAVE_COUNT' && received === '0';
  if (reason === 'element(s) not found' || isCountOfNone) return notFound;
  if (received === null) return { clause: 'it has no such attribute' };
  if (received === undefined) return driverReason(reason, 'it');
  const clause = contradictions[expectation](received, quote);
  if (differsInCase(expectation, received, expected)) {
    const advice =
      'They differ in upper and lower case only. The page may show capitals by CSS (text-transform): write the text as it is in the document, or use a pattern that ignores case, such as OCTOREGEX(?i:pay now)OCTOREGEX.';
    return { clause, advice };
  }
  if (!isBelowBase(assertion, expected)) return { clause };
  const differsInSlash = received.replace(/\/$/, '') === expected.replace(/\/$/, '');
  const advice = differsInSlash
    ? 'They differ in the slash at the end. Write $OCTO_URL for the URL under test itself.'
    : 'A path is below the URL under test.';
  return { clause: `${clause}, not ${quote(expected)}`, advice };
}

function differsInCase(expectation: Expectation, received: string, expected: string): boolean {
  const inLowerCase = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
  if (expectation === 'TO_HAVE_TEXT') return inLowerCase(received) === inLowerCase(expected);
  return expectation === 'TO_CONTAIN_TEXT' && inLowerCase(received).includes(inLowerCase(expected));
}

/** Whether an expected path was joined with a URL under test that has a path, too. */
function isBelowBase(assertion: Assertion, expected: string): boolean {
  if (assertion.expectation !== 'TO_HAVE_URL' || !assertion.calledWith.startsWith('/')) return false;
  return URL.canParse(expected) && new URL(assertion.calledWith, expected).href !== expected;
}
