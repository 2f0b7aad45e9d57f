import type { Page } from 'playwright-core';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { unlessLate } from '../wait.ts';
import { lookMs } from './blank-page.ts';

/** What development servers show in front of an app that they could not build, or that has thrown an error: Vite, webpack and Next.js. */
const overlays = [
  'vite-error-overlay',
  '#webpack-dev-server-client-overlay',
  'nextjs-portal [data-nextjs-dialog]',
];

/** What frameworks show instead of an app that has crashed, in a document that was answered without an error: Next.js, React Router and Remix. */
const crashHeadings =
  '^(?:Application error: a (?:client|server)-side exception has occurred|Unexpected Application Error!$|Application Error$|This page couldn’t load$)';

/** The heading of a page that says no more than an error of the server, such as a proxy's `502 Bad Gateway`. */
const serverErrorHeading =
  '^(?:(?:Error )?50[0234])?[^a-z0-9]*(?:Internal (?:Server )?Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out)[.!]?$';
/** Error pages are short; an article about such an error is not. */
const maxErrorPageCharacters = 1000;

const options = { overlays, crashHeadings, serverErrorHeading, maxErrorPageCharacters };

/**
 * @param elements the test case: if it expects the text of a crash, that is what it tests.
 * @throws Error if a page shows the error overlay of a development server, or what a framework shows instead of a crashed app.
 */
export async function refuseErrorScreen(page: Page, elements: readonly ExchangeElement[]): Promise<void> {
  const shown = await unlessLate(page.evaluate(errorScreen, options), lookMs);
  if (shown === 'overlay') {
    throw new Error(
      `The test case ends on ${page.url()}, which shows the error overlay of the development server. Check the console errors of the page and the log of the app.`,
    );
  }
  if (shown === undefined || shown === 'none' || isExpected(shown.crash, elements)) return;
  throw new Error(
    `The test case ends on ${page.url()}, which shows that the app has crashed: "${shown.crash.slice(0, 200)}". Check the console errors of the page and the log of the app. If the test case is about the crash, assert this text.`,
  );
}

/** Evaluated in a page. */
function errorScreen({
  overlays,
  crashHeadings,
  serverErrorHeading,
  maxErrorPageCharacters,
}: typeof options) {
  if (document.querySelector(overlays.join()) !== null) return 'overlay';
  const [first] = [...document.querySelectorAll('h1, h2')].filter((each) => each.checkVisibility());
  const title = first?.textContent.trim() ?? '';
  if (new RegExp(crashHeadings).test(title)) return { crash: title };
  const text = document.body?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  // The number may be an element of its own.
  const heading = /^5\d\d$/.test(title) ? text : title;
  if (text.length <= maxErrorPageCharacters && new RegExp(serverErrorHeading, 'i').test(heading))
    return { crash: heading };
  // PHP says it in the page that it could not finish.
  const fatal = [...document.querySelectorAll('b')].find(
    (each) =>
      /^(?:Fatal|Parse) error$/.test(each.textContent) &&
      /^: .+ in $/s.test(each.nextSibling?.textContent ?? ''),
  );
  if (fatal === undefined) return 'none';
  return { crash: `${fatal.textContent}${fatal.nextSibling?.textContent}`.replace(/\s+/g, ' ') };
}

/** Whether an assertion of a test case has a part of a text; not a short one, which may be a selector. */
function isExpected(text: string, elements: readonly ExchangeElement[]): boolean {
  const expected: string[] = [];
  const checks = elements.filter(({ assertion }) => assertion != null);
  JSON.stringify(
    checks.map(({ selectors, assertion }) => [selectors, assertion?.calledWith]),
    (_, value) => {
      if (typeof value === 'string' && value.length > 7) expected.push(value);
      return value;
    },
  );
  return expected.some((each) => text.includes(each));
}
