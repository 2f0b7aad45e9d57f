import type { Page } from 'playwright-core';
import { cut } from '../../common/text.ts';
import { unlessLate } from '../wait.ts';
import { lookMs } from './blank-page.ts';
import { changeOptions } from './shown-changes.ts';

/** The argument of the functions below, which are evaluated in pages. */
export const fieldOptions = {
  /** Under what name a page keeps what was entered, which no app uses. */
  key: 'browserTestGateField',
  changesKey: changeOptions.key,
};

/** What has become of texts that were entered in a page since it is watched. */
interface Entered {
  /** The last field that was changed, unless something was clicked or a key was pressed since. */
  last: { readonly field: HTMLInputElement | HTMLTextAreaElement; readonly at: number } | undefined;
  /** The name of the last field that the page has emptied. */
  emptied: string | undefined;
  /** Looks at the last field, before something else is done. */
  check(): void;
}

/** How much is shown of the name of a field. */
const maxNameCharacters = 100;

/**
 * Evaluated in a page, also before its own scripts: notes a field that the page empties before anything else is done. A page that
 * takes the text over, such as one that makes a tag of it, adds an element or a text.
 */
export function watchFields({ key, changesKey }: typeof fieldOptions): void {
  const symbol = Symbol.for(key);
  if (Reflect.has(window, symbol)) return;
  const isField = (target: unknown) =>
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const nameOf = (field: HTMLElement & { labels: NodeListOf<HTMLLabelElement> | null }) =>
    field.labels?.[0]?.textContent.trim() ||
    field.ariaLabel ||
    field.getAttribute('placeholder') ||
    field.getAttribute('name') ||
    field.localName;
  const entered: Entered = {
    last: undefined,
    emptied: undefined,
    check() {
      const { field, at } = entered.last ?? {};
      entered.last = undefined;
      if (field === undefined || at === undefined || field.value !== '' || !field.checkVisibility()) return;
      const changes = Reflect.get(window, Symbol.for(changesKey));
      if (!(changes?.addedAt >= at)) entered.emptied = nameOf(field);
    },
  };
  Object.defineProperty(window, symbol, { value: entered });
  const onInput = (event: Event) => {
    const [field] = event.composedPath();
    if (isField(field)) entered.last = field.value === '' ? undefined : { field, at: performance.now() };
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') entered.check();
    else if (key.length > 1) entered.last = undefined;
  };
  addEventListener('input', onInput, true);
  addEventListener('keydown', onKey, true);
  addEventListener('click', () => entered.check(), true);
}

/** A warning if a page has emptied a field by itself. */
export async function emptiedField(page: Page): Promise<string | undefined> {
  const name = await unlessLate(page.evaluate(findEmptied, fieldOptions), lookMs);
  if (name === undefined) return undefined;
  return `The page emptied the field "${cut(name, maxNameCharacters)}" by itself after a text was entered. Check the scripts of the page. If the test case is about that, assert the value of the field.`;
}

/** Evaluated in a page. */
function findEmptied({ key }: typeof fieldOptions): string | undefined {
  const entered: Entered | undefined = Reflect.get(window, Symbol.for(key));
  entered?.check();
  return entered?.emptied;
}
