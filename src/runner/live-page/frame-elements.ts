import type { Frame, Page } from 'playwright-core';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { readNatures } from '../recording/driver-locators.ts';
import { createPageLocators, type PageLocators } from '../recording/page-locators.ts';
import { selectorsOf } from '../recording/structured-locator.ts';
import { pollUntil, withTimeout } from '../wait.ts';
import { type PageElement, sentElements } from './page-view.ts';
import { createQuickLocators } from './quick-locators.ts';
import { describeField, readElements } from './read-elements.ts';

/** A page shows more at most to a program. */
const maxElements = 600;
const maxFrames = 10;
/** The limit for reading a frame, in ms. */
const readMs = 30_000;

const script = `window.playwright && (${readElements})({
  locators: (${createPageLocators})(),
  quickLocators: ${createQuickLocators},
  natureOf: (${readNatures})(),
  describeField: ${describeField},
  maxElements: ${maxElements},
})`;

/** Reads the visible elements of a page and of its visible iframes, which follow. */
export async function elementsOf(page: Page): Promise<PageElement[]> {
  const found: PageElement[] = [];
  for (const frame of page.frames().slice(0, maxFrames)) {
    const path = await pathOf(frame).catch(() => undefined);
    if (path === undefined) continue;
    const read = await elementsIn(frame, path).catch((error: unknown) => {
      if (frame === page.mainFrame()) throw error;
      return [];
    });
    const before = found.length;
    found.push(...read.map((each) => ({ ...each, inside: each.inside.map((index) => index + before) })));
  }
  return found;
}

async function elementsIn(frame: Frame, path: readonly ExchangeSelector[]): Promise<PageElement[]> {
  let sent: unknown;
  // The driver's functions come shortly after the document.
  await pollUntil(
    async () => {
      sent = await withTimeout(frame.evaluate(script), readMs, 'The page did not answer.');
      return sent !== undefined;
    },
    () => readMs,
  );
  const parsed = sentElements.safeParse(sent);
  if (!parsed.success) {
    throw new Error(
      `The elements of ${frame.url()} cannot be read: the page has replaced functions of JavaScript.`,
    );
  }
  return parsed.data.map(({ locator, locatorWithoutText, ...element }) => {
    const withoutText = locatorWithoutText === undefined ? [] : selectorsOf(locatorWithoutText);
    return {
      ...element,
      selectors: [...path, ...selectorsOf(locator)],
      ...(withoutText.length === 0 ? {} : { selectorsWithoutText: [...path, ...withoutText] }),
    };
  });
}

/** The FRAME selectors of a frame, the outermost first. @throws Error if it is not visible. */
async function pathOf(frame: Frame): Promise<ExchangeSelector[]> {
  const parent = frame.parentFrame();
  if (parent === null) return [];
  const owner = await withTimeout(frame.frameElement(), readMs, 'The frame is gone.');
  if (!(await owner.isVisible())) throw new Error('The frame is not visible.');
  const locators = await parent.evaluateHandle<PageLocators>(`(${createPageLocators})()`);
  const css = await locators.evaluate(
    (each, element) => (element instanceof Element ? each.frameCss(element) : ''),
    owner,
  );
  return [...(await pathOf(parent)), { selectorType: 'FRAME', selector: css }];
}
