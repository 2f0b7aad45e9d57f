import type { Locator } from 'playwright-core';
import type { Response } from 'undici';
import { innermostReason } from '../../common/errors.ts';
import {
  type Assertion,
  type Expectation as ExpectationName,
  findsNone,
} from '../../contract/exchange/assertion.ts';
import { matchesAnyFilledText, matchesAnyText, matchesAnyUrl } from '../../contract/exchange/pattern.ts';
import { findsRoot } from '../../contract/exchange/root.ts';
import { byTextOfUnnamed, needsVisibleFilter } from '../../contract/exchange/selector.ts';
import { leadsToLogin } from '../documents/login-paths.ts';
import { isPage, shortUrl } from '../documents/request-facts.ts';
import { isFullyShown, type VisibilityCheck, waitUntilVisible, warnIfTextHidden } from '../expect/covered.ts';
import {
  type Expectation,
  expectMet,
  expectNoneVisible,
  expectOneVisible,
  expectText,
  notToContainText,
  stateExpectations,
  toHaveCount,
} from '../expect/expectation.ts';
import { UnexpectedResult } from '../failure/reason.ts';
import {
  discardBody,
  fetchAsPage,
  joinUrl,
  storeCookies,
  TooManyRedirects,
  withoutCredentials,
} from '../requests.ts';
import { readPattern, variableNames } from '../variables/variable-text.ts';
import { isTimeout } from '../wait.ts';
import type { StepScope } from './step-scope.ts';

type PageAssertion = Extract<Assertion, { expectation: 'TO_HAVE_URL' | 'TO_HAVE_TITLE' }>;
type LocatorAssertion = Exclude<Assertion, PageAssertion | { expectation: 'RESPONSE_OK' }>;

/** Checks one expectation until it is met or the step's time is over. @throws Error with Playwright Test's message. */
export async function check(assertion: Assertion, scope: StepScope): Promise<void> {
  switch (assertion.expectation) {
    case 'RESPONSE_OK':
      return responseOk(scope, assertion.calledWith);
    case 'TO_HAVE_URL':
    case 'TO_HAVE_TITLE':
      return expectMet(scope.page, expectationOfPage(assertion, scope), scope.limits());
  }
  if (findsNone(assertion)) await frameExists(scope);
  const locator = locatorOf(assertion, scope);
  const expectation = expectationOf(assertion, scope);
  const requiresVisible = assertion.expectation === 'NOT_VISIBLE' || needsVisibleFilter(scope.selectors);
  if (findsNone(assertion) && requiresVisible) return expectNoneVisible(locator, expectation, scope.limits);
  const found = await expectOneVisible(locator, expectation, scope.limits);
  if (assertion.expectation === 'TO_CONTAIN_TEXT' || assertion.expectation === 'TO_HAVE_TEXT') {
    const expected = readPattern(assertion.calledWith, assertion.expectation, scope.fill);
    if (await isFullyShown(found, expected, scope)) return;
    await warnIfTextHidden(found, expected, scope);
  }
  const look = visibilityChecks[assertion.expectation];
  if (look === undefined || findsNone(assertion) || findsRoot(scope.selectors)) return;
  const shown = assertion.expectation === 'TO_HAVE_COUNT' ? found.first() : found;
  // What was met behind the layer may not be met without it.
  if (await waitUntilVisible(shown, scope, look)) await expectOneVisible(locator, expectation, scope.limits);
}

/** Assertions about what is on the page. Some are about more than what a person sees of it. */
const visibilityChecks: Readonly<Partial<Record<ExpectationName, VisibilityCheck>>> = {
  VISIBLE: { cover: 'failure', text: true },
  TO_CONTAIN_TEXT: { cover: 'failure', text: true },
  TO_HAVE_TEXT: { cover: 'failure', text: true },
  TO_HAVE_VALUE: { cover: 'failure' },
  TO_BE_CHECKED: { cover: 'failure' },
  NOT_TO_BE_CHECKED: { cover: 'failure' },
  ENABLED: { cover: 'failure' },
  DISABLED: { cover: 'failure' },
  TO_HAVE_COUNT: { cover: 'warning' },
  FOCUSED: { cover: 'warning' },
  TO_HAVE_ATTRIBUTE: { cover: 'warning' },
  TO_HAVE_STYLE: { cover: 'warning' },
};

/** @throws Error if the selectors look into a frame that is not there: nothing in it would be visible in any case. */
async function frameExists(scope: StepScope): Promise<void> {
  const owner = scope.frameOwner();
  try {
    await owner?.waitFor({ state: 'attached', ...scope.limits() });
  } catch {
    throw new UnexpectedResult(
      () => ({
        clause: 'the frame does not exist',
        advice: 'To check that the frame itself is not there, use a CSS selector instead of FRAME.',
      }),
      [`Locator: ${owner}`],
    );
  }
}

function locatorOf(assertion: LocatorAssertion, scope: StepScope): Locator {
  const { expectation } = assertion;
  const byText = findsNone(assertion) ? byTextOfUnnamed(scope.selectors) : undefined;
  // These elements are not named by their text, so they are also found by it.
  if (byText !== undefined) return scope.locator().or(scope.locate(byText)).describe(`${scope.locator()}`);
  // The root of a page may have no size.
  const includeHidden = !/VISIBLE|COUNT/.test(expectation) && findsRoot(scope.selectors);
  const isState = /CHECKED|ABLED/.test(expectation);
  const locator = isState && !includeHidden ? scope.statefulControl() : scope.locator({ includeHidden });
  // Hidden elements that the chain finds are not visible either.
  const filters = expectation === 'NOT_VISIBLE' && !needsVisibleFilter(scope.selectors);
  return filters ? locator.filter({ visible: true }) : locator;
}

function expectationOfPage({ expectation, calledWith }: PageAssertion, scope: StepScope): Expectation {
  const expected = failable(readPattern(calledWith, expectation, scope.fill), expectation, calledWith);
  if (expectation === 'TO_HAVE_TITLE') return expectText('toHaveTitle', expected);
  if (typeof expected !== 'string') return expectText('toHaveURL', expected);
  if (expected.trim() === '') throw noUrl(expectation, calledWith);
  // A page does not show credentials in its address.
  const url = withoutCredentials(new URL(joinUrl(scope.app.executionUrl, expected)));
  return expectText('toHaveURL', url.href);
}

function noUrl(expectation: ExpectationName, written: string): Error {
  return new Error(
    `${expectation} has no URL, because a variable in ${JSON.stringify(written)} is empty. Check the step that sets it.`,
  );
}

function expectationOf(assertion: LocatorAssertion, scope: StepScope): Expectation {
  const { expectation } = assertion;
  const read = (text: string) => readPattern(text, expectation, scope.fill);
  const expected = (text: string) => failable(read(text), expectation, text);
  switch (assertion.expectation) {
    case 'NOT_VISIBLE':
      // Two visible elements must fail it as well as one.
      return toHaveCount(0);
    case 'TO_HAVE_COUNT':
      return toHaveCount(assertion.calledWith);
    case 'TO_HAVE_VALUE':
      return expectText('toHaveValue', expected(assertion.calledWith));
    case 'TO_HAVE_TEXT':
      return expectText('toHaveText', expected(assertion.calledWith));
    case 'TO_CONTAIN_TEXT':
      return expectText('toContainText', expected(assertion.calledWith));
    case 'NOT_TO_CONTAIN_TEXT':
      return notToContainText(expected(assertion.calledWith));
    case 'TO_HAVE_ATTRIBUTE': {
      const [name, value] = assertion.calledWith;
      // A pattern of any value expects only that the attribute is there.
      const isVariable = variableNames(value).length > 0;
      return expectText('toHaveAttribute', (isVariable ? expected : read)(value), scope.fill(name));
    }
    case 'TO_HAVE_STYLE': {
      const [property, value] = assertion.calledWith;
      return expectText('toHaveCSS', notEmptyValue(read(value), property), scope.fill(property));
    }
    default:
      return stateExpectations[assertion.expectation];
  }
}

/**
 * @returns the expected text or pattern.
 * @throws Error if the check would end in the same way whatever the page shows: everything contains an empty text, and
 * matches an empty pattern.
 */
function failable(expected: string | RegExp, expectation: ExpectationName, written: string): string | RegExp {
  const isExact = typeof expected === 'string' && !expectation.endsWith('TO_CONTAIN_TEXT');
  const isOfUrl = typeof expected !== 'string' && expectation === 'TO_HAVE_URL';
  if (isExact || !(isOfUrl ? matchesAnyUrl(expected) : matchesAnyText(expected))) return expected;
  const reason = written.includes('$')
    ? 'because a variable in it is empty. Check the step that sets it'
    : 'so the check always ends in the same way. Write the text that you expect';
  throw new Error(
    `${expectation} would check nothing: any ${isOfUrl ? 'URL' : 'text'} matches ${JSON.stringify(written)}, ${reason}.`,
  );
}

/**
 * Properties that do not exist and custom properties that are not set have an empty value.
 * @throws Error if the expected value could not tell them from others.
 */
function notEmptyValue(expected: string | RegExp, property: string): string | RegExp {
  const isPattern = typeof expected !== 'string';
  if (isPattern ? expected.test('') : expected.trim() === '') {
    throw new Error(
      `TO_HAVE_STYLE would also accept that the property ${JSON.stringify(property)} does not exist, because the expected value may be empty. Expect a value.`,
    );
  }
  if (isPattern && !property.startsWith('--') && matchesAnyFilledText(expected)) {
    throw new Error(
      `TO_HAVE_STYLE would check nothing: any value of ${property} matches ${expected}. Expect a value.`,
    );
  }
  return expected;
}

/** Where an app has its data and files, and no pages; but it may have pages that describe its data. */
const dataUrls =
  /^(?!.*(?:doc|swagger|openapi|reference|explorer|playground)).*(?:\/(?:api|trpc)\/.|\.(?:csv|ico|jpe?g|js|json|pdf|png|svg|txt|webp|xml|zip)$)/i;

/**
 * RESPONSE_OK: the response to a GET of the URL, with the cookies of the page, has a status from 200 to 299 after all
 * redirects. One request is sent. The status of a login says nothing of the URL.
 */
async function responseOk(scope: StepScope, calledWith: string): Promise<void> {
  if (scope.fill(calledWith).trim() === '') throw noUrl('RESPONSE_OK', calledWith);
  const start = new URL(scope.url(calledWith));
  const { url, response } = await responseOf(start, scope);
  if (response.ok && leadsToLogin(start.href, url))
    scope.warn(
      `GET ${withoutCredentials(start)} was redirected to a login, ${shortUrl(url.href)}, whose status is ${response.status}. Check that the test case logs in.`,
    );
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && dataUrls.test(start.pathname) && isPage(type))
    scope.warn(
      `GET ${withoutCredentials(start)} responded with ${type} instead of data. Many servers answer unknown URLs with the page of the app.`,
    );
  if (response.ok) return;
  const redirected = url.href === start.href ? [] : [`Redirected to: ${withoutCredentials(url)}`];
  throw new UnexpectedResult(
    () => ({ clause: `its status is ${response.status}` }),
    [
      'expect(response).toBeOK() failed',
      '',
      `Request:  GET ${withoutCredentials(start)}`,
      ...redirected,
      'Expected: a status from 200 to 299',
      `Received: ${`${response.status} ${response.statusText}`.trim()}`,
    ],
  );
}

async function responseOf(start: URL, scope: StepScope): Promise<{ url: URL; response: Response }> {
  const context = scope.page.context();
  const timeoutMs = scope.remainingMs();
  try {
    const last = await fetchAsPage(start, scope, {
      sendsCookies: true,
      timeoutMs,
      onResponse: (url, response) => storeCookies(context, url, response),
    });
    await discardBody(last.response);
    return last;
  } catch (error) {
    if (error instanceof TooManyRedirects) throw failed(start, error.message, error.message);
    if (isTimeout(error))
      throw failed(start, 'it did not arrive in time', `Timeout ${timeoutMs}ms exceeded.`);
    const reason = innermostReason(error);
    throw failed(start, `the request failed: ${reason}`, reason);
  }
}

function failed(url: URL, clause: string, reason: string): UnexpectedResult {
  return new UnexpectedResult(() => ({ clause }), [`GET ${withoutCredentials(url)} failed: ${reason}`]);
}
