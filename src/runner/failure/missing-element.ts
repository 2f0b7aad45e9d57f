import { andMore, cut, formatCount, joinFilled } from '../../common/text.ts';
import { describeElement } from '../../contract/exchange/describe-step.ts';
import { patternSource } from '../../contract/exchange/pattern.ts';
import { byTextOfUnnamed, type ExchangeSelector, isPick } from '../../contract/exchange/selector.ts';
import { describeObstacle } from '../documents/error-screen.ts';
import { closestElement } from '../evidence/failed-page.ts';
import { buildLocator, frameAsElement, frameOwner } from '../locator.ts';
import { withTimeout } from '../wait.ts';
import { findOnOtherPages, type Search } from './other-pages.ts';
import type { Quote, Reason } from './reason.ts';

/** How long a page is searched after a failure, in ms. */
const searchMs = 15_000;
/** How long other frames, other pages and similar elements are looked at: what is not known by then is not said. */
const hintMs = 5000;

/**
 * Finds out which part of a selector chain finds nothing, and what the page shows instead. It may have changed since the
 * failure, or not respond.
 * @param it what the sentence calls the element.
 */
export async function explainMissing(search: Search, it: string, quote: Quote): Promise<Reason> {
  const explained = explain(search, it, quote);
  return withTimeout(explained, searchMs, 'The page did not respond.').catch(() => ({
    clause: `${it} was not found`,
  }));
}

/** Adds to the reason why an element cannot be used what an error overlay says, if one covers the page. */
export async function explainCovered({ page }: Search, reason: Reason, quote: Quote): Promise<Reason> {
  return { ...reason, advice: (await hint(describeObstacle(page, quote))) ?? reason.advice };
}

/** Says which options a list has, when it does not have the one that a step chooses. */
export async function explainOptions(search: Search, it: string, quote: Quote): Promise<Reason> {
  const clause = `${it} has no such option`;
  const labels = await hint(locatorOf(search, search.selectors, 'visible').evaluate(readOptions));
  if (labels === undefined || labels.length === 0) return { clause };
  const shown = labels.slice(0, maxOptions).map(quote);
  return { clause, advice: `Its options: ${shown.join(', ')}${andMore(labels.length - shown.length)}.` };
}

const maxOptions = 10;

/** Evaluated in a list, or in its label. */
function readOptions(element: Element): string[] {
  const list = element instanceof HTMLLabelElement ? element.control : element;
  return list instanceof HTMLSelectElement ? [...list.options].map(({ label }) => label.slice(0, 1000)) : [];
}

async function explain(search: Search, it: string, quote: Quote): Promise<Reason> {
  const { selectors } = search;
  const part = await missingPart(search);
  if (part === undefined) return { clause: `${it} did not appear in time` };
  const name = selectors.slice(part.length).every(isPick) ? it : describeElement(part);
  const known = await whyMissing(search, part, name);
  if (known !== undefined)
    return { clause: known, advice: await hint(describeShownText(search, part, quote)) };
  const frame = part.slice(0, part.slice(0, -1).findLastIndex(isFrame) + 1);
  const root: ExchangeSelector = { selectorType: 'CSS', selector: ':root' };
  const obstacle = await describeObstacle(search.page, quote);
  if (obstacle !== undefined) return { clause: `${name} was not found`, advice: obstacle };
  const elsewhere = search.isBrief ? undefined : await hint(findOnOtherPages(search, it, quote));
  if (elsewhere !== undefined) return elsewhere;
  const seen = await locatorOf(search, [...frame, root], 'hidden too').evaluate(readShownTexts);
  const [where, shown] = frame.length === 0 ? ['on the page', 'page'] : ['in the frame', 'frame'];
  const closest = search.isBrief ? '' : await hint(whatMayBeMeant(search, part));
  const advice = [describeShown(seen, shown, quote), closest];
  return { clause: `${name} is not ${where}`, advice: joinFilled(advice, ' ') };
}

function hint<T>(found: Promise<T>): Promise<T | undefined> {
  return withTimeout(found, hintMs, 'The page did not respond.').catch(() => undefined);
}

async function whatMayBeMeant(search: Search, part: readonly ExchangeSelector[]): Promise<string> {
  const byText = byTextOfUnnamed(part);
  if (byText !== undefined && (await locatorOf(search, byText, 'visible').count()) > 0) {
    const role = part.at(-1)?.selector.toLowerCase();
    return `A ${role} is not named by its text: use FILTER with hasText instead of the name.`;
  }
  const closest = await describeClosest(search, part);
  const hosts = closest === '' ? await search.page.locator(':root').evaluate(readClosedHosts) : [];
  if (hosts.length === 0) return closest;
  return `The content of ${hosts.join(' and ')} may be in a closed shadow root, which selectors cannot enter.`;
}

/** Evaluated in the root element: tags of custom elements that show something, although they have no content that a script sees. */
function readClosedHosts(root: Element): string[] {
  const hosts = [...root.querySelectorAll(':defined')].filter(
    (each) =>
      each.localName.includes('-') &&
      each.shadowRoot === null &&
      each.childElementCount === 0 &&
      each.getBoundingClientRect().height > 1,
  );
  return [...new Set(hosts.map(({ localName }) => `<${localName.slice(0, 50)}>`))].slice(0, 3);
}

/** Such as `Most similar: button "Pay".`, in case the selector is misspelt. */
async function describeClosest(search: Search, part: readonly ExchangeSelector[]): Promise<string> {
  const { page, redact } = search;
  // The most similar element of a page may not be inside the element that is searched.
  if (part.filter((each) => !isFrame(each) && !isPick(each)).length !== 1) return '';
  const closest = await closestElement(
    page,
    { ...search, selectors: part, frame: frameOwner(page, part, search) },
    redact,
  );
  return closest === undefined ? '' : `Most similar: ${cut(closest, maxClosestCharacters)}.`;
}

const maxClosestCharacters = 120;

/** ARIA roles of containers. Their content does not name them: a button with the name of a dialog is not the dialog. */
const containers =
  /^(?:alertdialog|banner|complementary|contentinfo|dialog|form|grid|group|list|listbox|main|menu|menubar|navigation|radiogroup|region|search|table|tablist|tabpanel|toolbar|tree|treegrid)$/i;

/** Says that the name of a hidden element is visible as a text elsewhere, as for an option that a library draws with other elements. */
async function describeShownText(
  search: Search,
  part: readonly ExchangeSelector[],
  quote: Quote,
): Promise<string | undefined> {
  const { selectorType, selector, options } = part.at(-1) ?? {};
  const name = selectorType === 'ROLE' ? options?.name : selectorType === 'LABEL' ? selector : undefined;
  if (selectorType === 'ROLE' && containers.test(selector ?? '')) return undefined;
  if (name === undefined || patternSource(name) !== undefined) return undefined;
  const frame = part.slice(0, part.findLastIndex(isFrame) + 1);
  const text: ExchangeSelector = { selectorType: 'TEXT', selector: name, options: { exact: true } };
  if ((await locatorOf(search, [...frame, text], 'visible').count()) === 0) return undefined;
  return `The text ${quote(search.fill(name))} is visible: select it with TEXT.`;
}

/** The shortest beginning of the chain that finds nothing; undefined if the chain finds something now. */
async function missingPart(search: Search): Promise<readonly ExchangeSelector[] | undefined> {
  const { selectors } = search;
  for (let length = 1; length <= selectors.length; length += 1) {
    const part = selectors.slice(0, length);
    const last = part.at(-1);
    // Elements that others are inside of may be hidden, such as those without a size.
    const mustBeVisible =
      length === selectors.length || (last !== undefined && (isFrame(last) || isPick(last)));
    const found = locatorOf(search, part, mustBeVisible ? 'visible' : 'hidden too');
    if ((await found.count()) === 0) return part;
  }
  return undefined;
}

/** @returns undefined if nothing is known but that it is missing. */
async function whyMissing(
  search: Search,
  part: readonly ExchangeSelector[],
  name: string,
): Promise<string | undefined> {
  const found = locatorOf(search, part.map(withHidden), 'hidden too');
  const hidden = await found.count();
  if (hidden === 1 && (await hint(found.evaluate(isEmpty))) === true) return `${name} is empty`;
  if (hidden > 0) return hidden === 1 ? `${name} is hidden` : `the ${hidden} elements that match are hidden`;
  const last = part.at(-1);
  if (last === undefined || !isPick(last) || part.length === 1) return undefined;
  const count = await locatorOf(search, part.slice(0, -1), 'visible').count();
  return count === 0
    ? undefined
    : `only ${formatCount(count, 'element')} ${count === 1 ? 'matches' : 'match'}`;
}

/** Evaluated in an element that has no size or is hidden: whether only content is missing, such as that of a status message. */
function isEmpty(element: Element): boolean {
  const isShown = element.checkVisibility({ visibilityProperty: true });
  return (
    isShown &&
    element.childElementCount === 0 &&
    element.textContent.trim() === '' &&
    !element.matches('button, input, [aria-label], [aria-labelledby]')
  );
}

function locatorOf(
  { page, fill, testIdAttribute }: Search,
  part: readonly ExchangeSelector[],
  elements: 'visible' | 'hidden too',
) {
  const includeHidden = elements === 'hidden too';
  return buildLocator(page, frameAsElement(part), { fill, testIdAttribute, includeHidden });
}

/** By default, roles of hidden elements do not count. */
function withHidden(selector: ExchangeSelector): ExchangeSelector {
  if (selector.selectorType !== 'ROLE') return selector;
  return { ...selector, options: { ...selector.options, includeHidden: true } };
}

function isFrame({ selectorType }: ExchangeSelector): boolean {
  return selectorType === 'FRAME';
}

/** Such as `The page shows "Error 500" (status 500).` */
function describeShown({ shown, alert, message, status }: ShownTexts, where: string, quote: Quote): string {
  const parts = [
    shown && quote(shown),
    alert && `the alert ${quote(alert)}`,
    message && `the message ${quote(message)}`,
  ];
  const texts = joinFilled(parts, ' and ');
  const suffix = status >= 400 ? ` (status ${status})` : '';
  return texts === '' ? `The ${where} shows no text${suffix}.` : `The ${where} shows ${texts}${suffix}.`;
}

/** What a person sees of a document at first. */
interface ShownTexts {
  /** The heading, or else the first line of text. A heading that is only a status, such as `404`, with the next line. */
  readonly shown: string;
  readonly alert: string;
  /** Of a status message or a toast, if there is no alert. */
  readonly message: string;
  /** The status of the response; 0 if it is not known. */
  readonly status: number;
}

/** Evaluated in the root element of a page or frame. */
function readShownTexts(root: Element): ShownTexts {
  const maxCharacters = 1000;
  /** For screen readers, such as what SvelteKit and Nuxt announce after a navigation. */
  const isClipped = (element: HTMLElement) =>
    Math.max(element.offsetWidth, element.offsetHeight) <= 1 &&
    getComputedStyle(element).overflow === 'hidden';
  const textOf = (element: Element) =>
    element instanceof HTMLElement &&
    element.checkVisibility?.({ visibilityProperty: true }) !== false &&
    !isClipped(element)
      ? element.innerText.trim().slice(0, maxCharacters)
      : '';
  const textIn = (selector: string) =>
    [...root.querySelectorAll(selector)].map(textOf).find((text) => text !== '') ?? '';
  const lines = textOf(root)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [navigation] = performance.getEntriesByType('navigation');
  const status = navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0;
  const heading = textIn('h1, [role=heading]') || textIn('h2, h3, legend');
  const alert = textIn('[role=alert]');
  const message = alert === '' ? textIn('[role=status], [aria-live=polite], [aria-live=assertive]') : '';
  const shown = heading || (lines[0] ?? '');
  const next = /^\d{3}$/.test(shown) ? lines[lines.indexOf(shown) + 1] : undefined;
  return {
    shown: next === undefined ? shown : `${shown} ${next}`,
    alert: alert === heading ? '' : alert,
    message: message === shown ? '' : message,
    status,
  };
}
