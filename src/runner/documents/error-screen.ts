import type { Page } from 'playwright-core';
import { cut, type Redact } from '../../common/text.ts';
import { findsNone } from '../../contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { passes } from '../page-checks.ts';
import { unlessLate } from '../wait.ts';
import { inspectTimeoutMs } from './blank-page.ts';
import type { Documents } from './documents.ts';
import type { Findings, Problem } from './findings.ts';
import { shortUrl } from './request-facts.ts';
import { type ErrorScreen, errorScreen, serverErrorText } from './shown-error.ts';

/** How many characters of an error a sentence quotes. */
const maxCharacters = 200;

/**
 * Looks for what an app shows that has failed.
 * @param elements the test case: if it expects the text of an error, that is what it tests.
 * @returns a warning if the page may not be what a person should see, unless an assertion says so.
 * @throws Error if a page shows the error overlay of a development server, a check for bots, or what a framework shows instead of a
 *   crashed app.
 */
export async function refuseErrorScreen(
  page: Page,
  elements: readonly ExchangeElement[],
): Promise<string | undefined> {
  const shown = await unlessLate(errorScreenOf(page), inspectTimeoutMs);
  if (shown === undefined || shown.kind === 'none') return undefined;
  // The code in an overlay may have any text.
  if (shown.kind !== 'overlay' && isExpected(shown.text, elements)) return undefined;
  const [ends, quoted] = [`The test case ends on ${page.url()}, which`, quote(shown.text)];
  const advice = 'Check the console errors of the page and the log of the app.';
  switch (shown.kind) {
    case 'raw':
      return `${ends} is ${shown.text} and no page. If the app should show it, assert its text.`;
    case 'doubtful':
      return `${ends} says ${quoted}. If the test case is about that, assert this text.`;
    case 'overlay':
      throw new Error(`${ends} ${showsOverlay(shown.text)}. ${advice}`);
    case 'bot check':
      throw new Error(
        `${ends} ${showsBotCheck(quoted)}. Let the tests through, for example by a header (\`headers\`) that the check accepts. If the test case is about the check, assert this text.`,
      );
    case 'crash':
      throw new Error(
        `${ends} ${showsCrash(quoted)}. ${advice} If the test case is about the crash, assert this text.`,
      );
  }
}

/**
 * A sentence about what is in front or in place of a whole page, such as an error overlay; undefined if nothing is.
 * @param quoted puts a text of the page in quotation marks.
 */
export async function describeObstacle(
  page: Page,
  quoted: (text: string) => string,
): Promise<string | undefined> {
  const { kind, text } = await errorScreenOf(page);
  if (kind === 'overlay') return `An error overlay is in front of the page${text && `: ${quoted(text)}`}.`;
  return kind === 'bot check' ? `The page ${showsBotCheck(quoted(text))}.` : undefined;
}

/**
 * The error overlay or the crash that a page shows, as the end of a sentence about the page; undefined if it shows none, or if
 * the test case expects its text.
 */
export async function describeCrash(
  page: Page,
  elements: readonly ExchangeElement[],
): Promise<string | undefined> {
  const shown = await unlessLate(errorScreenOf(page), inspectTimeoutMs);
  if (shown?.kind === 'overlay') return showsOverlay(shown.text);
  if (shown?.kind !== 'crash' || isExpected(shown.text, elements)) return undefined;
  return showsCrash(quote(shown.text));
}

/** What a page shows instead of a working app, as the end of a sentence about the page; undefined if nothing says so. */
export async function describeFailedPage(page: Page, redact: Redact): Promise<string | undefined> {
  const { kind, text } = await errorScreenOf(page);
  if (kind === 'overlay') return showsOverlay(redact(text));
  if (kind === 'bot check') return showsBotCheck(quote(redact(text)));
  const said = kind === 'crash' ? text : await page.evaluate<string>(serverErrorText);
  return said ? `says ${quote(redact(said))}` : undefined;
}

/** The message of a problem, with what its page says of an error of the server if it is still shown. */
export async function describeProblem({ message, page }: Problem, redact: Redact): Promise<string> {
  const said =
    page === undefined || page.isClosed()
      ? undefined
      : await unlessLate(page.evaluate<string>(serverErrorText), inspectTimeoutMs);
  return said ? `${message} The page says ${quote(redact(said))}.` : message;
}

/** The end of a sentence about a page. @param text may be empty. */
function showsOverlay(text: string): string {
  return `shows an error overlay${text && `: ${quote(text)}`}`;
}

function showsCrash(quoted: string): string {
  return `shows that the app has crashed: ${quoted}`;
}

function showsBotCheck(quoted: string): string {
  return `shows a bot check instead of the app: ${quoted}`;
}

function quote(text: string): string {
  return `"${cut(text, maxCharacters)}"`;
}

/** Whether a page shows nothing of what `refuseErrorScreen` looks for. */
export function showsNoError(page: Page): Promise<boolean> {
  return passes(page.locator(':root'), 'healthy');
}

async function errorScreenOf(page: Page): Promise<ErrorScreen> {
  return (await showsNoError(page))
    ? { kind: 'none', text: '' }
    : await page.evaluate<ErrorScreen>(errorScreen);
}

/** Whether an assertion of a test case expects a part of a text; not a short one, which may be a selector. */
export function isExpected(text: string, elements: readonly ExchangeElement[]): boolean {
  const expected: string[] = [];
  JSON.stringify(elements.map(whatIsExpected), (key, value) => {
    if (key === 'hasNotText') return undefined;
    if (typeof value === 'string' && value.length > 7) expected.push(value);
    return value;
  });
  return expected.some((each) => text.includes(each));
}

/** What an assertion expects to be on the page, without what it expects to be missing. */
function whatIsExpected({ selectors, assertion }: ExchangeElement): unknown {
  if (assertion == null || findsNone(assertion)) return undefined;
  return assertion.expectation === 'NOT_TO_CONTAIN_TEXT' ? selectors : [selectors, assertion.calledWith];
}

const maxXmlErrorCharacters = 300;

/** Adds a problem to the step that led to a document in XML that is not well-formed: the browser shows a part of it and an error. */
export async function checkXmlSyntax(
  page: Page,
  { documents, findings }: { readonly documents: Documents; readonly findings: Findings },
): Promise<void> {
  const shown = documents.shownOn(page);
  if (shown?.isUncheckedXml !== true) return;
  shown.isUncheckedXml = false;
  const found = page.evaluate(() => document.querySelector('parsererror')?.textContent);
  const error = await unlessLate(found, inspectTimeoutMs);
  if (error === undefined) return;
  const message = `The step led to ${shortUrl(page.url())}, which is not well-formed XML: ${cut(error, maxXmlErrorCharacters)}`;
  findings.addProblem({ step: shown.step, message });
}
