import type { Page } from 'playwright-core';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { unlessLate } from '../wait.ts';
import { inspectTimeoutMs } from './blank-page.ts';
import { isExpected } from './error-screen.ts';
import { messages, noticeOptions } from './failure-notice.ts';

/** The argument of the functions below, which are evaluated in pages. */
export const changeOptions = {
  /** Under what name a page keeps its message, which no app uses. */
  key: 'browserTestGateMessage',
  messages,
  failure: noticeOptions.failedAction,
  maxCharacters: noticeOptions.maxAlertCharacters,
};

/** What a page has shown since it is watched. */
interface Changes {
  /** The last message, if it was about a failure. */
  message: { readonly text: string; readonly element: Element } | undefined;
  /** When a text was shown last, in ms of the page's clock. */
  textAt: number;
  /** When an element with text was added last, by the same clock. */
  addedAt: number;
}

/**
 * Evaluated in a page, also before its own scripts: keeps its last message, which may be gone before the test case ends. If the
 * page is watched already, its message so far does not count any more.
 */
export function watchChanges({ key, messages, failure, maxCharacters }: typeof changeOptions): void {
  const symbol = Symbol.for(key);
  const known: Changes | undefined = Reflect.get(window, symbol);
  if (known !== undefined) {
    known.message = undefined;
    return;
  }
  const changes: Changes = { message: undefined, textAt: 0, addedAt: 0 };
  Object.defineProperty(window, symbol, { value: changes });
  const pattern = new RegExp(failure, 'i');
  const note = (element: Element) => {
    const text = element.textContent.replace(/\s+/g, ' ').trim();
    if (text === '' || text.length > maxCharacters || !element.checkVisibility()) return;
    changes.message = pattern.test(text) ? { text, element } : undefined;
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      // A button shows with its class that it waits, as with htmx; its text was there before.
      if (type === 'attributes' && target === document.activeElement) continue;
      const changed = type === 'childList' ? [...addedNodes] : [target];
      if (changed.some((each) => each.textContent?.trim() !== '')) {
        changes.textAt = performance.now();
        if (type === 'childList') changes.addedAt = changes.textAt;
      }
      if (type === 'attributes') continue;
      const around =
        target.parentElement?.closest(messages) ??
        (target instanceof Element && target.matches(messages) ? target : null);
      if (around !== null) note(around);
      for (const each of changed) {
        if (!(each instanceof Element)) continue;
        for (const inside of [each, ...each.querySelectorAll(messages)])
          if (inside.matches(messages)) note(inside);
      }
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'hidden', 'open', 'style'],
  });
}

/** A warning if the last message of a page was about a failure and is gone, unless an assertion has its text. */
export async function vanishedMessage(
  page: Page,
  elements: readonly ExchangeElement[],
): Promise<string | undefined> {
  const text = await unlessLate(page.evaluate(findVanishedMessage, changeOptions), inspectTimeoutMs);
  if (text === undefined || isExpected(text, elements)) return undefined;
  return `The test case ends on ${page.url()}, which said "${text}" for a short time. If the test case is about that, assert this text.`;
}

/** Evaluated in a page. */
function findVanishedMessage({ key }: typeof changeOptions): string | undefined {
  const changes: Changes | undefined = Reflect.get(window, Symbol.for(key));
  if (changes?.message === undefined) return undefined;
  const { text, element } = changes.message;
  const isStill = element.checkVisibility() && element.textContent.replace(/\s+/g, ' ').trim() === text;
  return isStill ? undefined : text;
}

/** Whether a page has shown no text since the response to a request. False if that is not known. */
export async function ignoresResponse(page: Page, url: string): Promise<boolean> {
  const { key } = changeOptions;
  return (await unlessLate(page.evaluate(hasNoTextSince, { key, url }), inspectTimeoutMs)) === true;
}

/** Evaluated in a page. */
function hasNoTextSince({ key, url }: { readonly key: string; readonly url: string }): boolean {
  const changes: Changes | undefined = Reflect.get(window, Symbol.for(key));
  const response = performance.getEntriesByName(url).at(-1);
  if (changes === undefined || !(response instanceof PerformanceResourceTiming)) return false;
  // The browser does not say when another origin responded. A script can read the response before it has ended.
  return changes.textAt < (response.responseStart || response.startTime);
}

/** Whether a page has added no element with text since a time, in ms since 1970. False if that is not known. */
export async function addsNothing(page: Page, since: number): Promise<boolean> {
  const { key } = changeOptions;
  return (await unlessLate(page.evaluate(hasAddedNothing, { key, since }), inspectTimeoutMs)) === true;
}

/** Evaluated in a page. */
function hasAddedNothing({ key, since }: { readonly key: string; readonly since: number }): boolean {
  const changes: Changes | undefined = Reflect.get(window, Symbol.for(key));
  return changes !== undefined && performance.timeOrigin + changes.addedAt < since;
}
