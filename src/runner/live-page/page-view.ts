import { z } from 'zod';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { structuredLocator } from '../recording/structured-locator.ts';

/** What a person could see and use on a page, in document order. */
export interface PageView {
  readonly url: string;
  readonly title: string;
  /** The status of the response that the page came with; undefined if it came without one. */
  readonly status: number | undefined;
  readonly elements: readonly PageElement[];
  /** The dialogs of the browser that have opened since the page was last looked at. */
  readonly dialogs: readonly PageDialog[];
}

/** A dialog of the browser. */
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
  min: z.string().exactOptional(),
  max: z.string().exactOptional(),
  step: z.string().exactOptional(),
  pattern: z.string().exactOptional(),
  minLength: z.number().exactOptional(),
  maxLength: z.number().exactOptional(),
});

/** What a field holds and accepts. */
export type PageField = Readonly<z.infer<typeof field>>;

const sentElement = z.object({
  /** The ARIA role; empty if it has none. */
  role: z.string(),
  /** The accessible name. */
  name: z.string(),
  tag: z.string(),
  /** The rendered text, in one line of at most 500 characters. */
  text: z.string(),
  /** The text as assertions compare it, if it differs: without spaces between blocks, and not in capitals. */
  comparedText: z.string().exactOptional(),
  locator: structuredLocator,
  locatorWithoutText: structuredLocator.optional(),
  field: field.exactOptional(),
  /** The text of its `title` attribute. */
  title: z.string().exactOptional(),
  /** The classes, icons and attributes of a control, such as `data-method`, as far as they may say what it does. */
  hints: z.string().exactOptional(),
  href: z.string().exactOptional(),
  /** The URL that its form is sent to; undefined if it is in none, or the form names none. */
  formAction: z.string().exactOptional(),
  /** Whether it is disabled, also if it is no field. */
  isDisabled: z.boolean(),
  /**
   * The headings, landmarks, dialogs, list items, rows and forms that it is in, the outermost first, such as
   * `dialog "Cart"` and `row 2`.
   */
  within: z.array(z.string()),
  /** The indexes of the elements that contain it, the outermost first. */
  inside: z.array(z.number()),
});

/** What the script in a page sends. The page is not trusted: it could have replaced any function of its own. */
export const sentElements = z.array(sentElement);

/** A control, link, heading, image, cell, list item, message, or a block of text. */
export interface PageElement
  extends Readonly<Omit<z.infer<typeof sentElement>, 'locator' | 'locatorWithoutText'>> {
  /** The chain of selectors that finds this element and no other. */
  readonly selectors: readonly ExchangeSelector[];
  /** The same without the element's text, which may change. Undefined for controls, and if no such chain finds it. */
  readonly selectorsWithoutText?: readonly ExchangeSelector[];
}
