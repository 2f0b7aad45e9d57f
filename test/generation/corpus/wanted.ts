import type { Assertion } from '../../../src/contract/exchange/assertion.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';

/** What a careful person wants a clause to become: a step, or several in this order. */
export interface WantedStep {
  /** The action or expectation. BACK and RELOAD have none of their own. */
  readonly kind: Interaction['action'] | Assertion['expectation'] | 'BACK' | 'RELOAD';
  /** The `data-mark` of the element. */
  readonly mark?: string;
  /** The element is hidden now; if it were shown, the expectation would not be met. */
  readonly isHidden?: boolean;
  /** Text, number, key or address. */
  readonly value?: string | number;
  /** What is as good. */
  readonly or?: WantedStep;
}

/** The clause must be refused: it is ambiguous, names what is not there, or is no step. */
export const unresolved = 'unresolved';

export type LabelledClause = readonly [
  clause: string,
  ...wanted: readonly WantedStep[] | [typeof unresolved],
];
/** The clauses of each page. */
export type Corpus<Page extends string> = Readonly<Record<Page, readonly LabelledClause[]>>;

export const either = (one: WantedStep, other: WantedStep): WantedStep => ({ ...one, or: other });
export const click = (mark: string): WantedStep => ({ kind: 'CLICK', mark });
/** A click that is not a plain one. @param how double, or the mouse button. */
export const specialClick = (mark: string, how: 'double' | 'right'): WantedStep => ({
  ...{ kind: 'CLICK', mark },
  value: how,
});
export const enter = (mark: string, value: string): WantedStep => ({ kind: 'ENTER_TEXT', mark, value });
export const choose = (mark: string, value: string): WantedStep => ({ kind: 'SELECT_OPTION', mark, value });
/** @param mark where the key is pressed; without it, wherever the focus is. */
export const press = (value: string, mark?: string): WantedStep => ({
  ...{ kind: 'KEY_PRESS', value },
  ...(mark === undefined ? {} : { mark }),
});
export const hover = (mark: string): WantedStep => ({ kind: 'HOVER', mark });
export const upload = (mark: string, value: string): WantedStep => ({ kind: 'UPLOAD', mark, value });
/** @param mark what is scrolled to; without it, the end of the page. */
export const scroll = (mark?: string): WantedStep => ({
  kind: 'SCROLL',
  ...(mark === undefined ? {} : { mark }),
});
export const goTo = (value: string): WantedStep => ({ kind: 'GO_TO', value });
export const back: WantedStep = { kind: 'BACK' };
export const reload: WantedStep = { kind: 'RELOAD' };
/** @param value a state of the page, or a time in ms. */
export const waitFor = (value: string | number): WantedStep => ({ kind: 'WAIT_FOR', value });

export const visible = (mark: string): WantedStep => ({ kind: 'VISIBLE', mark });
/** A text is shown: by the element of the mark, or anything around it that has the text. */
export const sees = (mark: string, value: string): WantedStep => ({ kind: 'VISIBLE', mark, value });
/** This very element shows a text. */
export const contains = (mark: string, value: string): WantedStep => ({
  ...{ kind: 'TO_CONTAIN_TEXT', mark },
  value,
});
export const gone = (mark: string): WantedStep => ({ kind: 'NOT_VISIBLE', mark, isHidden: true });
export const lacks = (mark: string, value: string): WantedStep => ({
  ...{ kind: 'NOT_TO_CONTAIN_TEXT', mark },
  value,
});
export const hasCount = (mark: string, value: number): WantedStep => ({ kind: 'TO_HAVE_COUNT', mark, value });
export const hasValue = (mark: string, value: string): WantedStep => ({ kind: 'TO_HAVE_VALUE', mark, value });
export const disabled = (mark: string): WantedStep => ({ kind: 'DISABLED', mark });
export const enabled = (mark: string): WantedStep => ({ kind: 'ENABLED', mark });
export const focused = (mark: string): WantedStep => ({ kind: 'FOCUSED', mark });
export const checked = (mark: string): WantedStep => ({ kind: 'TO_BE_CHECKED', mark });
export const unchecked = (mark: string): WantedStep => ({ kind: 'NOT_TO_BE_CHECKED', mark });
export const hasUrl = (value: string): WantedStep => ({ kind: 'TO_HAVE_URL', value });
export const hasTitle = (value: string): WantedStep => ({ kind: 'TO_HAVE_TITLE', value });
/** @param value name and value of the attribute, such as `href /help`. */
export const hasAttribute = (mark: string, value: string): WantedStep => ({
  ...{ kind: 'TO_HAVE_ATTRIBUTE', mark },
  value,
});
