import type { Page } from 'playwright-core';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { unlessLate } from '../wait.ts';
import { lookMs } from './blank-page.ts';

/** What development servers show in front of an app that they could not build, or that has thrown an error: Vite, webpack, Rsbuild, Parcel and Next.js. */
const overlays = [
  'vite-error-overlay',
  'rsbuild-error-overlay',
  '#webpack-dev-server-client-overlay',
  '#__parcel__error__overlay__',
  'nextjs-portal [data-nextjs-dialog]',
];

/** What frameworks show instead of an app that has crashed, in a document that was answered without an error: Next.js, React Router and Remix. */
const crashHeadings =
  '^(?:Application error: a (?:client|server)-side exception has occurred|Unexpected Application Error!$|Application Error$|This page couldn’t load$)';

/** The heading of a page that says no more than an error of the server, such as a proxy's `502 Bad Gateway`. */
const serverErrors =
  'Internal (?:Server )?Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out';
/** The heading of a page that an app shows for a URL that it does not have, or that is not for everybody. */
const missing =
  "(?:(?:The |This )?page )?(?:(?:was |is )?not found|(?:could not|couldn['’]t|cannot|can['’]t) be found)|(?:(?:access|permission) (?:is )?)?(?:denied|forbidden)|(?:un|not )authori[sz]ed";
/** Error pages are short; an article about such an error is not. */
const maxErrorPageCharacters = 1000;

const options = { overlays, crashHeadings, serverErrors, missing, maxErrorPageCharacters };

/**
 * Looks for what an app shows that has failed.
 * @param elements the test case: if it expects the text of an error, that is what it tests.
 * @returns a warning if the page may not be what a person should see, unless an assertion says so.
 * @throws Error if a page shows the error overlay of a development server, or what a framework shows instead of a crashed app.
 */
export async function refuseErrorScreen(
  page: Page,
  elements: readonly ExchangeElement[],
): Promise<string | undefined> {
  const shown = await unlessLate(page.evaluate(errorScreen, options), lookMs);
  if (shown === undefined || shown.kind === 'none' || isExpected(shown.text, elements)) return undefined;
  const [ends, quoted] = [`The test case ends on ${page.url()}, which`, `"${shown.text.slice(0, 200)}"`];
  const advice = 'Check the console errors of the page and the log of the app.';
  switch (shown.kind) {
    case 'raw':
      return `${ends} is ${shown.text} and no page. If it is what the app should show, assert its text.`;
    case 'missing':
      return `${ends} says ${quoted}. If the test case is about that, assert this text.`;
    case 'overlay':
      throw new Error(`${ends} shows the error overlay of the development server. ${advice}`);
    case 'crash':
      throw new Error(
        `${ends} shows that the app has crashed: ${quoted}. ${advice} If the test case is about the crash, assert this text.`,
      );
  }
}

/** Evaluated in a page: what it shows, and the text that says so. */
function errorScreen({
  overlays,
  crashHeadings,
  serverErrors,
  missing,
  maxErrorPageCharacters,
}: typeof options): {
  readonly kind: 'overlay' | 'crash' | 'missing' | 'raw' | 'none';
  readonly text: string;
} {
  if (document.querySelector(overlays.join()) !== null) return { kind: 'overlay', text: '' };
  const { contentType, documentElement: root, body } = document;
  const isTree = document.querySelector('#webkit-xml-viewer-source-xml') !== null;
  const isDrawn = /xhtml$|svg$/.test(root?.namespaceURI ?? '') && !isTree;
  // An app that fails may answer with a message as plain text, or with what was meant for a script.
  if (/^text\/(?!html$|xml$)|json$|javascript$/.test(contentType) || !isDrawn)
    return { kind: 'raw', text: contentType };
  const [first] = [...document.querySelectorAll('h1, h2')].filter((each) => each.checkVisibility());
  const title = first?.textContent.trim() ?? '';
  if (new RegExp(crashHeadings).test(title)) return { kind: 'crash', text: title };
  const text = body?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  const isNumber = /^\d{3}$/.test(title);
  // The number may be an element of its own.
  const heading = isNumber ? text.slice(text.indexOf(title)) : title;
  const says = (words: string) =>
    text.length <= maxErrorPageCharacters &&
    new RegExp(`^(?:(?:Error )?\\d{3})?[^a-z0-9]*(?:${words})${isNumber ? '' : '[.!]?$'}`, 'i').test(heading);
  if (says(serverErrors)) return { kind: 'crash', text: heading };
  const [navigation] = performance.getEntriesByType('navigation');
  const { responseStatus = 0 } = { ...navigation?.toJSON() };
  // An error status is a warning of its own.
  if (says(missing) && responseStatus < 400) return { kind: 'missing', text: heading };
  // PHP says it in the page that it could not finish.
  const fatal = [...document.querySelectorAll('b')].find(
    (each) =>
      /^(?:Fatal|Parse) error$/.test(each.textContent) &&
      /^: .+ in $/s.test(each.nextSibling?.textContent ?? ''),
  );
  if (fatal !== undefined) {
    const message = `${fatal.textContent}${fatal.nextSibling?.textContent}`.replace(/\s+/g, ' ');
    return { kind: 'crash', text: message };
  }
  if (body?.childElementCount === 0 && /^[[{]/.test(text)) {
    try {
      JSON.parse(text);
      return { kind: 'raw', text: 'JSON' };
    } catch {
      // A text that begins like that.
    }
  }
  const unreadable = text.split('\ufffd').length;
  return unreadable > 5 && unreadable > text.length / 10
    ? { kind: 'raw', text: 'in another encoding than its response says' }
    : { kind: 'none', text: '' };
}

/** Whether an assertion of a test case has a part of a text; not a short one, which may be a selector. */
export function isExpected(text: string, elements: readonly ExchangeElement[]): boolean {
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
