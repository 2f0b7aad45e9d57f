import type { Frame, Page } from 'playwright-core';
import { z } from 'zod';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { rolesAndNames } from '../recording/driver-locators.ts';
import { type PageLocators, pageLocators } from '../recording/page-locators.ts';
import { selectorsOf, structuredLocator } from '../recording/structured-locator.ts';
import { pollUntil, withTimeout } from '../wait.ts';
import { findPlainLists } from './plain-lists.ts';
import { createQuickLocators } from './quick-locators.ts';
import { elementReader } from './read-elements.ts';

/** What a person could see and use on a page, in document order. */
export interface PageView {
  readonly url: string;
  readonly title: string;
  /** The status of the response that the page came with; undefined if it came without one. */
  readonly status: number | undefined;
  readonly elements: readonly PageElement[];
  /** Whether an element is an alert, also if nobody sees it. */
  readonly hasAlerts: boolean;
  /** The dialogs of the browser that have opened since the page was last looked at. */
  readonly dialogs: readonly PageDialog[];
}

export interface PageDialog {
  readonly type: 'alert' | 'confirm' | 'prompt';
  readonly message: string;
}

const field = z.object({
  /** The type of an input, else `textarea`, `select`, `select-multiple`, `contenteditable`, or the role. */
  type: z.string(),
  label: z.string(),
  placeholder: z.string(),
  /** The text in it, or the label of the chosen option; empty for a password. */
  value: z.string(),
  checked: z.boolean(),
  disabled: z.boolean(),
  required: z.boolean(),
  autocomplete: z.string(),
  name: z.string(),
  /** The labels of a select element's options. */
  options: z.array(z.string()),
  /** The values of these options. */
  optionValues: z.array(z.string()),
  min: z.string().exactOptional(),
  max: z.string().exactOptional(),
  step: z.string().exactOptional(),
  pattern: z.string().exactOptional(),
  minLength: z.number().exactOptional(),
  maxLength: z.number().exactOptional(),
});

const sentElement = z.object({
  /** The ARIA role; empty if it has none. */
  role: z.string(),
  name: z.string(),
  tag: z.string(),
  /** The rendered text, in one line of at most 500 characters. */
  text: z.string(),
  /** The text as assertions compare it, if it differs: without spaces between blocks, and not in capitals. */
  comparedText: z.string().exactOptional(),
  locator: structuredLocator,
  locatorWithoutText: structuredLocator.optional(),
  /** Of an item of a list that nothing marks as one: the locator of all items, and what the item is built like. */
  item: z.object({ locator: structuredLocator, shape: z.string() }).exactOptional(),
  /** Of the name of a column of such items, which may have none: their locator, and how many levels up the column is. */
  list: z.object({ locator: structuredLocator, levels: z.number() }).exactOptional(),
  /** Of a part of such an item: the header of its column, and which child of the item it is in. */
  cell: z.object({ column: z.string(), at: z.number() }).exactOptional(),
  field: field.exactOptional(),
  title: z.string().exactOptional(),
  /** The classes, icons and attributes of what can be clicked, such as `data-method`, as far as they may say what it does. */
  hints: z.string().exactOptional(),
  href: z.string().exactOptional(),
  /** The URL that its form is sent to; undefined if it is in none, or the form names none. */
  formAction: z.string().exactOptional(),
  /** Whether it is disabled, also if it is no field. */
  isDisabled: z.boolean(),
  /** Whether a person would click it, although nothing marks it as a control. */
  isClickable: z.literal(true).exactOptional(),
  /** Whether a toggle button is pressed; undefined for other elements. */
  isPressed: z.boolean().exactOptional(),
  /** Whether it is in a modal dialog that is open: nothing else can be used then. */
  isModal: z.literal(true).exactOptional(),
  /**
   * The headings, landmarks, dialogs, list items, rows and forms that it is in, the outermost first, such as
   * `dialog "Cart"` and `row 2`.
   */
  within: z.array(z.string()),
  /** The indexes of the elements that contain it, the outermost first. */
  inside: z.array(z.number()),
});

/** What the script in a page sends. The page is not trusted: it could have replaced any function of its own. */
const sentElements = z.array(sentElement);

/** A control, link, heading, image, cell, list item, message, or a block of text. */
export interface PageElement
  extends Readonly<Omit<z.infer<typeof sentElement>, 'locator' | 'locatorWithoutText' | 'item' | 'list'>> {
  /** The chain of selectors that finds this element and no other. */
  readonly selectors: readonly ExchangeSelector[];
  /** The same without the element's text, which may change. Undefined for controls, and if no such chain finds it. */
  readonly selectorsWithoutText?: readonly ExchangeSelector[];
  /** The chain that finds all items of its list. Only of items of plain elements, which have no role to find them by. */
  readonly itemSelectors?: readonly ExchangeSelector[];
  /** Of the name of a column of such items: the chains that find the column, and its items. */
  readonly column?: {
    readonly selectors: readonly ExchangeSelector[];
    readonly items: readonly ExchangeSelector[];
  };
}

/** A page shows more at most to a program. */
const maxElements = 3000;
const maxFrames = 10;
const maxShapes = 50;
/** The limit for reading a frame, in ms. */
const readMs = 30_000;

/** An expression for a page: its elements, or undefined if the driver's functions are not there yet; null if its own are others. */
const scriptWith = (knownShapes: ReadonlySet<string>) => `window.playwright && (() => {
  try {
    return (${elementReader})({
      locators: ${pageLocators},
      quickLocators: ${createQuickLocators},
      roleAndNameOf: ${rolesAndNames},
      maxElements: ${maxElements},
      plainListsOf: ${findPlainLists},
      knownShapes: ${JSON.stringify([...knownShapes])},
    });
  } catch {
    return null;
  }
})()`;

/**
 * Reads the visible elements of a page and of its visible iframes, which follow.
 * @param knownShapes what the items of its plain lists have been built like until now; gets those that are seen.
 */
export async function elementsOf(page: Page, knownShapes: Set<string>): Promise<PageElement[]> {
  const found: PageElement[] = [];
  for (const frame of page.frames().slice(0, maxFrames)) {
    const path = await pathOf(frame).catch(() => undefined);
    if (path === undefined) continue;
    const read = await elementsIn(frame, path, knownShapes).catch((error: unknown) => {
      if (frame === page.mainFrame()) throw error;
      return [];
    });
    const before = found.length;
    found.push(...read.map((each) => ({ ...each, inside: each.inside.map((index) => index + before) })));
  }
  return found;
}

async function elementsIn(
  frame: Frame,
  path: readonly ExchangeSelector[],
  knownShapes: Set<string>,
): Promise<PageElement[]> {
  const script = scriptWith(knownShapes);
  const late = `${frame.url()} did not answer for ${readMs / 1000} s while its elements were read. It is busy, or has too many elements: use another page or less data.`;
  let sent: unknown;
  // The driver's functions come shortly after the document.
  await pollUntil(
    async () => {
      sent = await withTimeout(frame.evaluate(script), readMs, late);
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
  return parsed.data.map(({ locator, locatorWithoutText, item, list, ...element }) => {
    if (item !== undefined && knownShapes.size < maxShapes) knownShapes.add(item.shape);
    const withoutText = locatorWithoutText === undefined ? [] : selectorsOf(locatorWithoutText);
    return {
      ...element,
      selectors: [...path, ...selectorsOf(locator)],
      ...(withoutText.length === 0 ? {} : { selectorsWithoutText: [...path, ...withoutText] }),
      ...(list === undefined
        ? {}
        : {
            column: {
              selectors: [...path, ...selectorsOf(list.locator).slice(0, -1), ancestor(list.levels)],
              items: [...path, ...selectorsOf(list.locator)],
            },
          }),
      ...(item === undefined ? {} : { itemSelectors: [...path, ...selectorsOf(item.locator)] }),
    };
  });
}

function ancestor(levels: number): ExchangeSelector {
  return { selectorType: 'CSS', selector: `xpath=${Array(levels).fill('..').join('/')}` };
}

/** The FRAME selectors of a frame, the outermost first. @throws Error if it is not visible. */
async function pathOf(frame: Frame): Promise<ExchangeSelector[]> {
  const parent = frame.parentFrame();
  if (parent === null) return [];
  const owner = await withTimeout(frame.frameElement(), readMs, 'The frame is gone.');
  if (!(await owner.isVisible())) throw new Error('The frame is not visible.');
  const locators = await parent.evaluateHandle<PageLocators>(pageLocators);
  const css = await locators.evaluate(
    (each, element) => (element instanceof Element ? each.frameCss(element) : ''),
    owner,
  );
  return [...(await pathOf(parent)), { selectorType: 'FRAME', selector: css }];
}
