import type { ExchangeSelector } from '../../contract/exchange/selector.ts';

/** What a person could see and use on a page, in document order. */
export interface PageView {
  readonly url: string;
  readonly title: string;
  /** The status of the response that the page came with; undefined if it came without one. */
  readonly status: number | undefined;
  readonly elements: readonly PageElement[];
}

/** A control, link, heading, image, cell, list item, message, or a block of text. */
export interface PageElement {
  /** The ARIA role; empty if it has none. */
  readonly role: string;
  /** The accessible name. */
  readonly name: string;
  readonly tag: string;
  /** The rendered text, in one line of at most 500 characters. */
  readonly text: string;
  /** The chain of selectors that finds this element and no other. */
  readonly selectors: readonly ExchangeSelector[];
  /** The same without the text of the element, which may change. Only for what is no control; undefined if there is none. */
  readonly selectorsWithoutText?: readonly ExchangeSelector[];
  readonly field?: PageField;
  /** The text of its `title` attribute. */
  readonly title?: string;
  readonly href?: string;
  /** The URL that its form is sent to; undefined if it is in none, or the form names none. */
  readonly formAction?: string;
  /** Whether it is disabled, also if it is no field. */
  readonly isDisabled: boolean;
  /**
   * The headings, landmarks, dialogs, list items, rows and forms that it is in, the outermost first, such as
   * `dialog "Cart"` and `row 2`.
   */
  readonly within: readonly string[];
  /** The indexes of the elements that contain it, the outermost first. */
  readonly inside: readonly number[];
}

/** What a field holds and accepts. */
export interface PageField {
  /** The type of an input, else `textarea`, `select`, `select-multiple`, `contenteditable`, or the role. */
  readonly type: string;
  readonly label: string;
  readonly placeholder: string;
  /** The text in it, or the label of the chosen option; empty for a password. */
  readonly value: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly autocomplete: string;
  readonly name: string;
  /** The labels of a select element's options. */
  readonly options: readonly string[];
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}
