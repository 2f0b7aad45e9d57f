import type { Page } from 'playwright-core';
import { cut } from '../../common/text.ts';
import { unlessLate } from '../wait.ts';
import { inspectTimeoutMs } from './blank-page.ts';
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
  last: (Change & { readonly text: string; readonly at: number }) | undefined;
  /** What the last field has that is about to take a text. */
  next: Change | undefined;
  /** The name of the last field that the page has emptied. */
  emptied: string | undefined;
  /** The name of the last field to which the page has given its former text again. */
  restored: string | undefined;
  /** The last field that has no room for a text. */
  full: HTMLInputElement | HTMLTextAreaElement | undefined;
  /** The last field into which characters were typed. */
  typed: (Change & { readonly at: number }) | undefined;
  /** Those that have taken a text. */
  readonly filled: WeakSet<EventTarget>;
  /** The list or checkbox that was changed last, unless something else was clicked since. */
  choice: Choice | undefined;
  /** What is chosen in a list or checkbox. */
  chosenIn(field: Choice['field']): string;
  /** Looks at the last field, before something else is done. */
  check(): void;
  nameOf(field: HTMLElement): string;
}

interface Change {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  /** The text of the field before. */
  readonly before: string;
}

interface Choice {
  readonly field: HTMLSelectElement | HTMLInputElement;
  readonly chosen: string;
  readonly at: number;
}

/** How much is shown of the name of a field. */
const maxNameCharacters = 100;
/** How much is shown of a field that is not valid. */
const maxRefusedCharacters = 200;

/**
 * Evaluated in a page, also before its own scripts: notes which fields keep the browser from sending their form, those whose
 * `maxlength` cuts a text, a field that the page empties or gives its former text before anything else is done, and the last
 * choice. A page that takes the text over, such as one that makes a tag of it, adds an element or a text. If the page is watched
 * already, what has happened so far does not count any more.
 */
export function watchFields({ key, changesKey }: typeof fieldOptions): void {
  const symbol = Symbol.for(key);
  const nothing = {
    last: undefined,
    next: undefined,
    emptied: undefined,
    restored: undefined,
    full: undefined,
    typed: undefined,
    choice: undefined,
  };
  const known: Fields | undefined = Reflect.get(window, symbol);
  if (known !== undefined) {
    known.refused.clear();
    Object.assign(known, nothing);
    return;
  }
  const isField = (target: unknown) =>
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const fields: Fields = {
    ...nothing,
    refused: new Set(),
    filled: new WeakSet(),
    chosenIn: (field) =>
      'selectedOptions' in field
        ? [...field.selectedOptions].map(({ index }) => index).join()
        : String(field.checked),
    check() {
      if (fields.last === undefined) return;
      const { field, at, before, text } = fields.last;
      fields.last = undefined;
      // A page may write the same number with other separators, or the same name with capitals.
      const isRestored = field.value === before && !plain(before).includes(plain(text));
      if ((field.value !== '' && !isRestored) || !field.checkVisibility()) return;
      const changes = Reflect.get(window, Symbol.for(changesKey));
      if (changes?.addedAt >= at) return;
      fields[field.value === '' ? 'emptied' : 'restored'] = fields.nameOf(field);
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
    if (takesText && fields.typed?.field !== field)
      fields.typed = { field, before: field.value, at: performance.now() };
  };
  const onText = (event: InputEvent) => {
    const [field] = event.composedPath();
    if (!isField(field)) return;
    const { value, maxLength, selectionStart, selectionEnd } = field;
    fields.next = { field, before: value };
    // The browser does not say what is selected in a field such as that of an address: all of it, if it is filled.
    const kept = selectionStart === null ? 0 : value.length - ((selectionEnd ?? 0) - selectionStart);
    const hasLimit = maxLength >= 0 && /^(text|search|email|tel|url|password|textarea)$/.test(field.type);
    const cut = hasLimit ? (event.data ?? '').slice(Math.max(0, maxLength - kept)) : '';
    // A page may write the separators of a number by itself.
    if (/[\p{L}\p{N}]/u.test(cut)) fields.full = field;
  };
  const onInput = (event: Event) => {
    const [field] = event.composedPath();
    if (field !== undefined) fields.filled.add(field);
    if (!isField(field)) return;
    const [change, at] = [fields.last?.field === field ? fields.last : fields.next, performance.now()];
    const before = change?.field === field ? change.before : '';
    fields.last = field.value === '' ? undefined : { field, before, text: field.value, at };
  };
  // A click has changed a checkbox before any listener is called. A page may have changed it back before its `input`.
  const onChoice = (event: Event) => {
    const [field] = event.composedPath();
    const isToggle = field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);
    if (isToggle && event.type === 'input') return;
    const isChoice = isToggle || field instanceof HTMLSelectElement;
    fields.choice = isChoice ? { field, chosen: fields.chosenIn(field), at: performance.now() } : undefined;
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.length === 1 && !ctrlKey && !metaKey && !altKey) onCharacter(event);
    if (key === 'Enter') fields.check();
    else if (key.length > 1) fields.last = undefined;
  };
  addEventListener('beforeinput', onText, true);
  addEventListener('input', onInput, true);
  addEventListener('input', onChoice, true);
  addEventListener('click', onChoice, true);
  addEventListener('keydown', onKey, true);
  addEventListener('click', () => fields.check(), true);
  addEventListener('invalid', ({ target }) => fields.refused.add(target), true);
}

/** What may have happened to a text or a choice, and what a warning says of the field. */
const untaken = {
  emptied: (field: string) =>
    `The page emptied the field ${field} by itself after a text was entered. Check the scripts of the page.`,
  restored: (field: string) =>
    `The page gave the field ${field} its former text again after a text was entered. Check the scripts of the page.`,
  cut: (field: string) =>
    `The field ${field} took only the beginning of the text that was entered, because of its \`maxlength\`. Enter a shorter text.`,
  unkept: (field: string) =>
    `The page did not keep what was chosen in the field ${field}. Check the scripts of the page.`,
  unchanged: (field: string) =>
    `The field ${field} took no character that was typed into it. It may be read-only, or of a type such as \`number\` that does not allow them.`,
};

/** A warning if a field has not taken a text, or has not kept it or what was chosen. */
export async function untakenText(page: Page): Promise<string | undefined> {
  const found = await unlessLate(page.evaluate(findUntaken, fieldOptions), inspectTimeoutMs);
  if (found === undefined) return undefined;
  const what = untaken[found.how](`"${cut(found.name, maxNameCharacters)}"`);
  return `${what} If the test case is about that, assert the value of the field.`;
}

/** Evaluated in a page. A page that does something else with a character shows it. */
function findUntaken({
  key,
  changesKey,
}: typeof fieldOptions): { readonly how: keyof typeof untaken; readonly name: string } | undefined {
  const fields: Fields | undefined = Reflect.get(window, Symbol.for(key));
  if (fields === undefined) return undefined;
  fields.check();
  const { emptied, restored, full } = fields;
  if (emptied !== undefined) return { how: 'emptied', name: emptied };
  if (restored !== undefined) return { how: 'restored', name: restored };
  if (full !== undefined && full.value.length >= full.maxLength && full.checkVisibility())
    return { how: 'cut', name: fields.nameOf(full) };
  const changes = Reflect.get(window, Symbol.for(changesKey));
  const isUsed = (at: number) => changes?.addedAt >= at || changes?.textAt >= at;
  const { choice } = fields;
  if (choice?.field.isConnected && fields.chosenIn(choice.field) !== choice.chosen && !isUsed(choice.at))
    return { how: 'unkept', name: fields.nameOf(choice.field) };
  const { field, before, at = 0 } = fields.typed ?? {};
  if (field === undefined || fields.filled.has(field) || !field.checkVisibility()) return undefined;
  if (field.value !== before) return undefined;
  return isUsed(at) ? undefined : { how: 'unchanged', name: fields.nameOf(field) };
}

/** A warning if a form seems to be sent, but the browser asks for a field. */
export async function refusedField(page: Page): Promise<string | undefined> {
  const refused = await unlessLate(page.evaluate(findRefused, fieldOptions), inspectTimeoutMs);
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
