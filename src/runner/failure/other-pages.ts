import type { Frame, Page } from 'playwright-core';
import type { Redact } from '../../common/text.ts';
import { describeElement } from '../../contract/exchange/describe-step.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { buildLocator, type SelectorContext } from '../locator.ts';
import type { Quote, Reason } from './reason.ts';

/** Where an element was looked for. */
export interface Search extends SelectorContext {
  readonly page: Page;
  readonly selectors: readonly ExchangeSelector[];
  readonly redact: Redact;
  /** Whether nothing is looked for but the element itself: a step whose failure is ignored must not take longer. */
  readonly isBrief: boolean;
}

/**
 * Says that an element which is not on the page is in a frame that no selector names, or on another page of the test case.
 * @param it what the sentence calls the element. @returns undefined if it is in none of them.
 */
export async function findOnOtherPages(
  search: Search,
  it: string,
  quote: Quote,
): Promise<Reason | undefined> {
  const { page, selectors } = search;
  if (selectors.some(({ selectorType }) => selectorType === 'FRAME')) return undefined;
  const has = async (scope: Page | Frame) => (await buildLocator(scope, selectors, search).count()) > 0;
  for (const frame of page.frames()) {
    const path = frame !== page.mainFrame() && (await has(frame)) ? await framePath(frame) : undefined;
    if (path === undefined) continue;
    const first = path.length === 1 ? 'this FRAME' : 'a FRAME for each of these, the outer one first';
    return {
      clause: `${it} is only in ${describeElement(path)}`,
      advice: `Begin its selectors with ${first}.`,
    };
  }
  for (const other of page.context().pages()) {
    if (other === page || !(await has(other))) continue;
    const where = `on the page ${quote(other.url())} in another window or tab`;
    return { clause: `${it} is only ${where}`, advice: 'Put SWITCH_PAGE before this step.' };
  }
  return undefined;
}

/** The FRAME selectors of a frame, the outermost first; undefined if it is not visible. */
async function framePath(frame: Frame): Promise<ExchangeSelector[] | undefined> {
  const parent = frame.parentFrame();
  if (parent === null) return [];
  const owner = await frame.frameElement();
  const outer = (await owner.isVisible()) ? await framePath(parent) : undefined;
  if (outer === undefined) return undefined;
  const { tag, withAttribute } = await owner.evaluate(readFrameSelectors);
  for (const selector of [...withAttribute, tag]) {
    const isUnique = (await parent.locator(selector).filter({ visible: true }).count()) === 1;
    if (isUnique) return [...outer, { selectorType: 'FRAME', selector }];
  }
  const visible = parent.locator(tag).filter({ visible: true });
  const index = await visible.evaluateAll((all: Node[], element) => all.indexOf(element), owner);
  return [...outer, { selectorType: 'FRAME', selector: `:nth-match(${tag}:visible, ${index + 1})` }];
}

/** Evaluated in the element of a frame: its tag, and CSS selectors that may find it, the most telling one first. */
function readFrameSelectors(element: Element) {
  const tag = element.localName;
  const withAttribute = ['title', 'name', 'id', 'src'].flatMap((name) => {
    const value = element.getAttribute(name) ?? '';
    return value === '' || /["'\\\n]/.test(value) ? [] : [`${tag}[${name}='${value}']`];
  });
  return { tag, withAttribute };
}
