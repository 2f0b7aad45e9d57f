import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { ariaRole } from '../../runner/aria-role.ts';
import { LocatorLineError } from './locator-line-error.ts';
import { type Call, readCalls } from './read-calls.ts';
import {
  type OptionKind,
  plainText,
  type ReadOptions,
  readOptions,
  takeAtMost,
  textOrPattern,
  wholeNumber,
} from './read-values.ts';

/** As long as a locator line may be, in characters. */
const maxLocatorLineLength = 10_000;

const texts = { hasText: 'text', hasNotText: 'text' } as const;
const exact = { exact: 'boolean' } as const;
const roleOptions: Readonly<Record<string, OptionKind>> = {
  name: 'text',
  exact: 'boolean',
  checked: 'boolean',
  disabled: 'boolean',
  expanded: 'boolean',
  includeHidden: 'boolean',
  level: 'number',
  pressed: 'boolean',
  selected: 'boolean',
};

type Links = ExchangeSelector[];
/** Adds what a call says to the links before it. */
type Reader = (call: Call, links: Links) => void;

const readers = new Map<string, Reader>([
  ['locator', locator],
  ['frameLocator', frameLocator],
  ['contentFrame', contentFrame],
  ['getByRole', byRole],
  ['getByText', byText('TEXT')],
  ['getByLabel', byText('LABEL')],
  ['getByPlaceholder', byText('PLACEHOLDER')],
  ['getByAltText', byText('ALT_TEXT')],
  ['getByTitle', byText('TITLE')],
  ['getByTestId', byTestId],
  ['filter', filter],
  ['first', pick('FIRST')],
  ['last', pick('LAST')],
  ['nth', nth],
]);

/**
 * A Playwright locator expression (the locator line of section 4.3) as selectors of the exchange form (section 2.4). It
 * is read, never evaluated. `await`, `page.` and `;` may be there or not. `.filter({ visible: true })` adds nothing, as
 * only visible elements are found anyway.
 * @throws LocatorLineError that says what was not understood, at which character, and what is allowed.
 */
export function parseLocator(line: string): ExchangeSelector[] {
  if (line.length > maxLocatorLineLength) {
    throw new LocatorLineError(
      maxLocatorLineLength,
      `a locator line may have ${maxLocatorLineLength} characters; this one has ${line.length}`,
    );
  }
  const links: Links = [];
  for (const call of readCalls(line)) {
    const read = readers.get(call.method);
    if (read === undefined) throw unknownCall(call);
    read(call, links);
  }
  if (links.at(-1)?.selectorType === 'FRAME') {
    throw new LocatorLineError(
      line.length,
      'the locator ends with a frame: add a call that finds an element in it',
    );
  }
  return links;
}

function unknownCall({ method, at }: Call): LocatorLineError {
  return new LocatorLineError(
    at,
    `${method} is not understood: allowed are ${[...readers.keys()].join(', ')}`,
  );
}

function locator(call: Call, links: Links): void {
  takeAtMost(call, 2);
  links.push({ selectorType: 'CSS', selector: plainText(call).value });
  // `locator(css, { hasText })` is short for `locator(css).filter({ hasText })`.
  const filters = readOptions(call, 1, texts);
  if (filters.texts.size > 0) links.push(link('FILTER', '', filters));
}

function frameLocator(call: Call, links: Links): void {
  takeAtMost(call, 1);
  links.push({ selectorType: 'FRAME', selector: plainText(call).value });
}

function contentFrame(call: Call, links: Links): void {
  takeAtMost(call, 0);
  const frame = links.pop();
  if (frame?.selectorType !== 'CSS') {
    throw new LocatorLineError(call.at, 'contentFrame may only follow locator("…"): a frame is found by CSS');
  }
  links.push({ selectorType: 'FRAME', selector: frame.selector });
}

function byRole(call: Call, links: Links): void {
  takeAtMost(call, 2);
  const { value, at } = plainText(call);
  try {
    // What a variable stands for is known only when it runs.
    if (!value.includes('$')) ariaRole(value);
  } catch (error) {
    throw new LocatorLineError(at, error instanceof Error ? error.message : String(error));
  }
  links.push(link('ROLE', value, readOptions(call, 1, roleOptions)));
}

function byText(selectorType: ExchangeSelector['selectorType']): Reader {
  return (call, links) => {
    takeAtMost(call, 2);
    links.push(link(selectorType, textOrPattern(call), readOptions(call, 1, exact)));
  };
}

function byTestId(call: Call, links: Links): void {
  takeAtMost(call, 1);
  links.push({ selectorType: 'TEST_ID', selector: textOrPattern(call) });
}

function filter(call: Call, links: Links): void {
  takeAtMost(call, 1);
  requireElements(call, links);
  const options = readOptions(call, 0, { ...texts, visible: 'boolean' });
  const visible = options.booleans.get('visible');
  if (visible === false) {
    throw new LocatorLineError(
      call.at,
      'filter by visible: false is not allowed: only visible elements are found',
    );
  }
  if (options.texts.size > 0 || visible === undefined)
    links.push(link('FILTER', '', { texts: options.texts }));
}

function pick(selectorType: 'FIRST' | 'LAST'): Reader {
  return (call, links) => {
    takeAtMost(call, 0);
    requireElements(call, links);
    links.push({ selectorType, selector: '' });
  };
}

function nth(call: Call, links: Links): void {
  takeAtMost(call, 1);
  requireElements(call, links);
  links.push({ selectorType: 'NTH', selector: wholeNumber(call) });
}

function requireElements({ method, at }: Call, links: Links): void {
  const before = links.at(-1)?.selectorType;
  if (before !== undefined && before !== 'FRAME') return;
  throw new LocatorLineError(
    at,
    `${method} narrows what another call found: put one before it, such as getByText(…)`,
  );
}

function link(
  selectorType: ExchangeSelector['selectorType'],
  selector: string,
  read: Partial<ReadOptions>,
): ExchangeSelector {
  const options = Object.fromEntries([
    ...(read.texts ?? []),
    ...(read.booleans ?? []),
    ...(read.numbers ?? []),
  ]);
  return { selectorType, selector, ...(Object.keys(options).length === 0 ? {} : { options }) };
}
