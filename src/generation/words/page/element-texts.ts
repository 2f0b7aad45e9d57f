import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { wordsOf } from '../vocabulary.ts';

export function shownElement({ role, tag, name, text, field, itemSelectors }: PageElement): string {
  const shown = name || field?.label || field?.placeholder || text;
  const what = itemSelectors ? 'item' : role || (field === undefined ? 'text' : tag);
  return shown === '' ? what : `${what} ${JSON.stringify(shown.slice(0, 80))}`;
}

const maxSourceLength = 120;

/** What buttons are called whose text is a symbol. */
const symbols: ReadonlyMap<string, string> = new Map([
  ['+', 'plus'],
  ...['-', '−', '–'].map((each) => [each, 'minus'] as const),
]);

/** What the names of buttons say beside their verb, which adds nothing: "Save" is the button "Save changes". */
export const complements: ReadonlySet<string> = new Set(['change', 'setting', 'form', 'now']);

/**
 * The texts that a person may call an element by. A badge with a number, as in "Cart3", "Cart 3" and "Cart (3)", and what an
 * option says in brackets are not said.
 */
export function sourcesOf({ role, name, text, title, field }: PageElement): string[] {
  const labels = field === undefined ? [text] : [field.label, field.placeholder];
  const bare = /^(?:link|button|tab|menuitem)$/.test(role)
    ? /^(.*\p{L})\s*(?:\d+|\(\d+\))$/u.exec(name)?.[1]
    : /^(?:radio|checkbox|switch)$/.test(role)
      ? /^(.+?)\s*\([^)]*\)$/.exec(name)?.[1]
      : undefined;
  const search = role === 'searchbox' ? 'search' : '';
  return [name, title ?? '', bare ?? '', symbols.get(text) ?? '', search, ...labels].filter(
    (each) => each !== '' && each.length <= maxSourceLength,
  );
}

/** A text as it is compared: in one line, in lower case. */
function normalized(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

export function isSameText(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

/** Whether a name is a whole name or text of an element. */
export function isCalled(element: PageElement, name: string): boolean {
  return sourcesOf(element).some((source) => isSameText(source, name));
}

/** Whether a text contains another one that is not cut out of a longer word or number. */
export function hasText(text: string, part: string): boolean {
  const [normal, wanted] = [normalized(text), normalized(part)];
  const isPartOfWord = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '');
  for (let at = normal.indexOf(wanted); at !== -1 && wanted !== ''; at = normal.indexOf(wanted, at + 1)) {
    const isCut =
      (isPartOfWord(wanted[0]) && isPartOfWord(normal[at - 1])) ||
      (isPartOfWord(wanted.at(-1)) && isPartOfWord(normal[at + wanted.length]));
    const isNumberCut = /\d$/.test(wanted) && /^[.,]\d/.test(normal.slice(at + wanted.length));
    if (!isCut && !isNumberCut) return true;
  }
  return false;
}

/** What the whole page is called. Its other headings are about a part of it only. */
export function wordsOfPage({ title, elements }: PageView): string[] {
  const headings = elements.filter(({ tag }) => tag === 'h1').map(({ name }) => name);
  return [title, ...headings].flatMap(wordsOf);
}
