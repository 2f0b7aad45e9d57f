import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import type { Account, BrokenForm, FilledField } from './filled-form.ts';
import type { Form } from './page-forms.ts';
import { changeOf, factOf } from './page-state.ts';
import type { Trail } from './visit.ts';

/** A page as it was seen at the end of a trail. */
export interface State {
  readonly trail: Trail;
  readonly view: PageView;
  readonly key: string;
  readonly depth: number;
  /** Whether its session has changed something, such as a cart. */
  readonly isChanged: boolean;
  /** Whether its session may have changed an entry that was there before: it has submitted a form with a text in it. */
  readonly hasEdited: boolean;
  /** The account that its session has created. */
  readonly account?: Account;
}

type TransitionKind =
  | 'link'
  | 'button'
  /** The button once more. */
  | 'twice'
  | 'form'
  /** The form with one constraint broken. */
  | 'broken'
  /** The form with the same values once more. */
  | 'again'
  /** A field that works without being submitted. */
  | 'widget'
  /** The page is opened again after something was done. */
  | 'reload'
  /** Another page is opened after something was done. */
  | 'elsewhere'
  /** The same as with another entry of a list, or on another page of a kind. */
  | 'similar';

/** How a page changed when something was done on it. */
export interface Transition {
  readonly kind: TransitionKind;
  readonly trail: Trail;
  readonly before: PageView;
  readonly steps: readonly ExchangeElement[];
  readonly after: PageView;
  /** The texts that were entered up to here, and the names of what was clicked. */
  readonly texts: readonly string[];
  /** What was clicked or changed. */
  readonly element?: PageElement;
  readonly form?: Form;
  readonly filled?: readonly FilledField[];
  readonly broken?: BrokenForm;
  /** The account that it creates. */
  readonly account?: Account;
  /** What a `reload`, a visit `elsewhere` or a second attempt follows, what a `similar` one repeats, or the valid form of a broken one. */
  readonly of?: Transition;
  /** What became of the page when the question of a dialog was dismissed before it was accepted. */
  readonly dismissed?: Pick<Transition, 'steps' | 'after'> | undefined;
}

/** What exploration has seen. */
export interface ExplorationRecord {
  readonly states: State[];
  readonly transitions: Transition[];
  /** The path below the URL under test, for a step. `$` is escaped, so that no part of the URL is read as a variable. */
  pathOf(url: string): string;
}

export function trailAfter({ trail, steps, texts }: Transition): Trail {
  return { path: trail.path, steps: [...trail.steps, ...steps], texts };
}

/** Whether two views differ in something that a person sees, apart from texts in fields, or a dialog has opened in between. */
export function hasChanged(before: PageView, after: PageView): boolean {
  const { appeared, vanished } = changeOf(before, after);
  return (
    before.url !== after.url ||
    appeared.length > 0 ||
    vanished.length > 0 ||
    states(before) !== states(after) ||
    orderOf(before) !== orderOf(after) ||
    after.dialogs.length > 0
  );
}

function orderOf({ elements }: PageView): string {
  return elements.map(factOf).join('\n');
}

function states({ elements }: PageView): string {
  return elements.map(({ field, isDisabled }) => `${field?.checked}${isDisabled}`).join();
}
