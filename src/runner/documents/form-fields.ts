import type { Page } from 'playwright-core';
import { cut } from '../../common/text.ts';
import { unlessLate } from '../wait.ts';
import { lookMs } from './blank-page.ts';
import { changeOptions } from './shown-changes.ts';

/** The argument of the functions below, which are evaluated in pages. */
export const fieldOptions = {
  /** Under what name a page keeps what happened to its fields, which no app uses. */
  key: 'browserTestGateFields',
  changesKey: changeOptions.key,
};

/** What happened to the fields of a page since it is watched. */
interface Fields {
  /** Those that were not valid when their form was sent. */
  readonly refused: Set<EventTarget | null>;
  /** The last field that was changed, unless something was clicked or a key was pressed since. */
  last: { readonly field: HTMLInputElement | HTMLTextAreaElement; readonly at: number } | undefined;
  /** The name of the last field that the page has emptied. */
  emptied: string | undefined;
  /** The last field into which characters were typed. */
  typed: { readonly field: HTMLInputElement | HTMLTextAreaElement; readonly at: number } | undefined;
  /** Those that have taken a text. */
  readonly filled: WeakSet<EventTarget>;
  /** Looks at the last field, before something else is done. */
  check(): void;
  nameOf(field: HTMLElement): string;
}

/** How much is shown of the name of a field. */
const maxNameCharacters = 100;
/** How much is shown of a field that is not valid. */
const maxRefusedCharacters = 200;

/**
 * Evaluated in a page, also before its own scripts: notes which fields keep the browser from sending their form, and a field that
 * the page empties before anything else is done. A page that takes the text over, such as one that makes a tag of it, adds an
 * element or a text.
 */
export function watchFields({ key, changesKey }: typeof fieldOptions): void {
  const symbol = Symbol.for(key);
  if (Reflect.has(window, symbol)) return;
  const isField = (target: unknown) =>
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const fields: Fields = {
    refused: new Set(),
    last: undefined,
    emptied: undefined,
    typed: undefined,
    filled: new WeakSet(),
    check() {
      const { field, at } = fields.last ?? {};
      fields.last = undefined;
      if (field === undefined || at === undefined || field.value !== '' || !field.checkVisibility()) return;
      const changes = Reflect.get(window, Symbol.for(changesKey));
      if (!(changes?.addedAt >= at)) fields.emptied = fields.nameOf(field);
    },
    nameOf(field) {
      const [label] = 'labels' in field && field.labels instanceof NodeList ? field.labels : [];
      const name =
        label?.textContent?.trim() ||
        field.ariaLabel ||
        field.getAttribute('placeholder') ||
        field.getAttribute('name');
      return name || field.localName;
    },
  };
  Object.defineProperty(window, symbol, { value: fields });
  // One that opens a list may only look for an option.
  const choosing = '[role=combobox], [aria-haspopup]';
  const onCharacter = (event: KeyboardEvent) => {
    const [field] = event.composedPath();
    if (!isField(field) || field.matches(choosing)) return;
    const takesText = /^(text|search|email|tel|url|password|number|textarea)$/.test(field.type);
    if (takesText && fields.typed?.field !== field) fields.typed = { field, at: performance.now() };
  };
  const onInput = (event: Event) => {
    const [field] = event.composedPath();
    if (field !== undefined) fields.filled.add(field);
    if (isField(field)) fields.last = field.value === '' ? undefined : { field, at: performance.now() };
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.length === 1 && !ctrlKey && !metaKey && !altKey) onCharacter(event);
    if (key === 'Enter') fields.check();
    else if (key.length > 1) fields.last = undefined;
  };
  addEventListener('input', onInput, true);
  addEventListener('keydown', onKey, true);
  addEventListener('click', () => fields.check(), true);
  addEventListener('invalid', ({ target }) => fields.refused.add(target), true);
}

/** A warning if a page has emptied a field by itself, or if a field has taken nothing of what was typed into it. */
export async function untakenText(page: Page): Promise<string | undefined> {
  const found = await unlessLate(page.evaluate(findUntaken, fieldOptions), lookMs);
  const { emptied, unchanged } = found ?? {};
  if (emptied !== undefined)
    return `The page emptied the field "${cut(emptied, maxNameCharacters)}" by itself after a text was entered. Check the scripts of the page. If the test case is about that, assert the value of the field.`;
  if (unchanged !== undefined)
    return `The field "${cut(unchanged, maxNameCharacters)}" took no character that was typed into it. It may be read-only, or of a type such as \`number\` that does not allow them. If the test case is about that, assert the value of the field.`;
  return undefined;
}

/** Evaluated in a page: the names of such fields. A page that does something else with a character shows it. */
function findUntaken({ key, changesKey }: typeof fieldOptions): { emptied?: string; unchanged?: string } {
  const fields: Fields | undefined = Reflect.get(window, Symbol.for(key));
  fields?.check();
  if (fields?.emptied !== undefined) return { emptied: fields.emptied };
  const { field, at = 0 } = fields?.typed ?? {};
  if (field === undefined || fields?.filled.has(field) || !field.checkVisibility()) return {};
  const changes = Reflect.get(window, Symbol.for(changesKey));
  const isUsed = changes?.addedAt >= at || changes?.textAt >= at;
  return isUsed || fields === undefined ? {} : { unchanged: fields.nameOf(field) };
}

/** A warning if a form seems to be sent, but the browser asks for a field. */
export async function refusedField(page: Page): Promise<string | undefined> {
  const refused = await unlessLate(page.evaluate(findRefused, fieldOptions), lookMs);
  if (refused === undefined) return undefined;
  return `The browser did not send the form, because a field is not valid: ${cut(refused.replace(/[.!?]$/, ''), maxRefusedCharacters)}. Enter a valid value. If the test case is about that, assert an element of the form.`;
}

/**
 * Evaluated in a page: what the browser says of a field because of which it did not send a form. A page may also check its fields
 * by itself, which does not make them `:user-invalid`.
 */
function findRefused({ key }: typeof fieldOptions): string | undefined {
  const fields: Fields | undefined = Reflect.get(window, Symbol.for(key));
  for (const field of fields?.refused ?? []) {
    if (!(field instanceof HTMLElement) || !field.matches(':user-invalid') || !field.checkVisibility())
      continue;
    if ('labels' in field && 'validationMessage' in field)
      return `${fields?.nameOf(field)}: ${field.validationMessage}`;
  }
  return undefined;
}
