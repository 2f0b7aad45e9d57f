import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { cut, type Redact } from '../../common/text.ts';
import type { FailedPage } from '../../contract/attempt.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { SelectorContext } from '../locator.ts';
import {
  type FoundElement,
  type Nearest,
  nearestElements,
  nearestLines,
  type Wanted,
  wantedBy,
} from './similar-elements.ts';
import { cutSnapshot, parseSnapshot, type SnapshotLine } from './snapshot.ts';

/** What the step that failed looked for. */
export interface SoughtElement extends SelectorContext {
  readonly selectors: readonly ExchangeSelector[];
  readonly locator: Locator;
  /** The iframe that the selectors look into. */
  readonly frame: Locator | undefined;
}

/** Timeout for the accessibility tree, in ms. */
const snapshotMs = 3000;

/** The rest of a larger page is ignored. */
const maxReadCharacters = 200_000;
const maxElements = 3000;
const maxShownCharacters = 200;

/**
 * Reads what a page is like after a failure: its title, its accessibility tree around what was looked for, and if that was
 * not found, the elements that are most like it.
 * @param redact is applied before a text is cut.
 * @param found receives what was read, also if the page then stops responding.
 * @throws the driver's error.
 */
export async function readFailedPage(
  page: Page,
  sought: SoughtElement | undefined,
  redact: Redact,
  found: FailedPage,
): Promise<void> {
  found.title = cut(redact(await page.title()), maxShownCharacters);
  const scope = await scopeOf(page, sought);
  const lines = await snapshotLines(scope, redact);
  const wanted = sought && wantedBy(sought.selectors, sought);
  const nearest = wanted && (await findNearest(wanted, lines, scope, redact));
  found.snapshot = cutSnapshot(lines, nearest?.index ?? 0);
  if (sought === undefined || nearest === undefined || (await sought.locator.count()) > 0) return;
  found.candidates = [...nearest.candidates];
}

/** What the page, or the frame that is looked into, has instead of an element that is not there. */
export async function closestElement(
  page: Page,
  sought: Omit<SoughtElement, 'locator'>,
  redact: Redact,
): Promise<string | undefined> {
  const wanted = wantedBy(sought.selectors, sought);
  if (wanted === undefined) return undefined;
  const scope = await scopeOf(page, sought);
  return (await findNearest(wanted, await snapshotLines(scope, redact), scope, redact)).closest;
}

/** The elements that are most like the wanted one, and the index of the line to show. */
async function findNearest(
  wanted: Wanted,
  lines: readonly SnapshotLine[],
  scope: Page | FrameLocator,
  redact: Redact,
): Promise<Nearest & { readonly index: number }> {
  if (wanted.kind === 'node') return nearestLines(wanted, lines);
  return { ...nearestElements(namesOf(wanted), await named(scope, wanted, redact)), index: 0 };
}

/** The frame that the selectors look into, if it exists; otherwise the page. */
async function scopeOf(
  page: Page,
  sought: Pick<SoughtElement, 'frame'> | undefined,
): Promise<Page | FrameLocator> {
  const { frame } = sought ?? {};
  return frame !== undefined && (await frame.count()) > 0 ? frame.contentFrame() : page;
}

async function snapshotLines(scope: Page | FrameLocator, redact: Redact): Promise<SnapshotLine[]> {
  const passwords = await scope
    .locator('input[type=password]')
    .evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')));
  const body = scope.locator('body').first();
  const snapshot = cut(await body.ariaSnapshot({ timeout: snapshotMs }), maxReadCharacters);
  const lines = parseSnapshot(snapshot).map((line) => withoutPassword(line, passwords));
  // A secret may be in several lines.
  return parseSnapshot(redact(lines.join('\n')));
}

/** A page shows dots for the value of a password input; its accessibility tree has the value. */
function withoutPassword(
  { line, role, text, textStart }: SnapshotLine,
  passwords: readonly string[],
): string {
  const isPassword =
    role === 'textbox' && text !== '' && passwords.some((each) => oneLine(each) === oneLine(text));
  return isPassword ? `${line.slice(0, textStart)}***` : line;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function namesOf(wanted: Exclude<Wanted, { kind: 'node' }>): readonly string[] {
  return wanted.kind === 'css' ? wanted.names : [wanted.name];
}

/** The elements of a page that have what is looked for: an attribute, or for CSS, an ID, classes or a name. */
async function named(
  scope: Page | FrameLocator,
  wanted: Exclude<Wanted, { kind: 'node' }>,
  redact: Redact,
): Promise<FoundElement[]> {
  const attributes = wanted.kind === 'css' ? ['id', 'class', 'name'] : wanted.attribute.split(',');
  const elements = scope.locator(attributes.map((name) => `[${name}]`).join(', '));
  const found = await elements.evaluateAll(readAttributes, { attributes, maxElements });
  return found.map(({ tag, values }) => {
    const selector = values.map(([name, value]) => attributeSelector(name, redact(value))).join('');
    return {
      shown: cut(`${tag}${selector}`, maxShownCharacters),
      names: values.flatMap(([name, value]) => (name === 'class' ? value.trim().split(/\s+/) : [value])),
    };
  });
}

/** In the browser: the tag and the attributes of elements. */
function readAttributes(
  elements: readonly Element[],
  { attributes, maxElements }: { attributes: readonly string[]; maxElements: number },
): { tag: string; values: [name: string, value: string][] }[] {
  return elements.slice(0, maxElements).map((element) => ({
    tag: element.localName,
    values: attributes.flatMap((name): [string, string][] => {
      const value = element.getAttribute(name);
      return value === null || value.trim() === '' ? [] : [[name, value.slice(0, 1000)]];
    }),
  }));
}

/** `#pay`, `.primary.large` or `[name="card"]`. */
function attributeSelector(name: string, value: string): string {
  if (name === 'class') return `.${value.trim().replace(/\s+/g, '.')}`;
  return name === 'id' ? `#${value}` : `[${name}=${JSON.stringify(value)}]`;
}

const maxErrors = 20;
const maxErrorCharacters = 1000;
/** The rest of a longer text is ignored. */
const maxErrorReadCharacters = 10_000;

/**
 * Collects the console errors and uncaught errors of all pages of a context.
 * @param redact is applied before a text is cut: a secret that is cut in the middle would not be found any more.
 * @returns a list to which the first 20 are added, at most 1,000 characters each, with their source line if known.
 */
export function collectConsoleErrors(context: BrowserContext, redact: Redact): readonly string[] {
  const errors: string[] = [];
  const add = (text: string, { url, line }: { url: string; line: number }) => {
    if (errors.length >= maxErrors) return;
    const message = cut(redact(cut(text, maxErrorReadCharacters)), maxErrorCharacters);
    errors.push(url === '' ? message : `${message} (${cut(redact(url), maxErrorCharacters)}:${line + 1})`);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') add(message.text(), message.location());
  });
  context.on('weberror', (error) => add(`Uncaught ${String(error.error())}`, error.location()));
  return errors;
}
