import type { ElementHandle, Page } from 'playwright-core';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { buildLocator } from '../../../src/runner/locator.ts';
import type { WantedStep } from './wanted.ts';

/** Why compiled steps are not what is wanted. @returns undefined if they are. */
export async function whyWrong(
  page: Page,
  steps: readonly ExchangeElement[],
  wanted: readonly WantedStep[],
): Promise<string | undefined> {
  if (steps.length !== wanted.length) return `${steps.length} steps instead of ${wanted.length}`;
  for (const [index, step] of steps.entries()) {
    const expected = wanted[index];
    const reason = expected === undefined ? 'a step too many' : await whyNotEither(page, step, expected);
    if (reason !== undefined) return `step ${index + 1}: ${reason}`;
  }
  return undefined;
}

async function whyNotEither(page: Page, step: ExchangeElement, wanted: WantedStep) {
  const reason = await whyNot(page, step, wanted);
  return reason === undefined || wanted.or === undefined ? reason : whyNot(page, step, wanted.or);
}

/** Kinds that may stand for another. Their elements and values are compared as for that one. */
const asGood: Readonly<Record<string, readonly string[]>> = {
  ENTER_TEXT: ['TYPE_TEXT'],
  BACK: ['JAVASCRIPT'],
  RELOAD: ['JAVASCRIPT', 'GO_TO'],
  VISIBLE: ['TO_CONTAIN_TEXT', 'TO_HAVE_TEXT'],
  TO_CONTAIN_TEXT: ['VISIBLE', 'TO_HAVE_TEXT'],
  NOT_VISIBLE: ['NOT_TO_CONTAIN_TEXT'],
};

async function whyNot(page: Page, step: ExchangeElement, wanted: WantedStep): Promise<string | undefined> {
  const kind = step.interaction?.action ?? step.assertion?.expectation ?? '';
  if (kind !== wanted.kind && !asGood[wanted.kind]?.includes(kind))
    return `${kind} instead of ${wanted.kind}`;
  if (wanted.mark === undefined) return valueProblem(step, wanted);
  // The focus is where the step before has left it.
  if (kind === 'KEY_PRESS' && step.selectors.length === 0) return valueProblem(step, wanted);
  if (wanted.isHidden) return absenceProblem(page, step, wanted.mark);
  const found = await elementsOf(page, step);
  const marked: ElementHandle<Node>[] = await page.$$(`[data-mark~="${wanted.mark}"]`);
  if (wanted.kind === 'TO_HAVE_COUNT') {
    const same = found.length === marked.length && (await areSame(page, found, marked));
    return same ? valueProblem(step, wanted) : `${found.length} elements, ${marked.length} are meant`;
  }
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return `the selectors find ${found.length} elements`;
  const isText =
    wanted.kind === 'TO_CONTAIN_TEXT' || (wanted.kind === 'VISIBLE' && wanted.value !== undefined);
  if (isText) return textProblem(page, step, { found: only, marked }, wanted);
  const isIt = await page.evaluate(
    ([element, meant]) =>
      meant.includes(element) ||
      (element instanceof HTMLLabelElement && meant.includes(element.control ?? element)),
    [only, marked] as const,
  );
  return isIt ? valueProblem(step, wanted, await optionOf(page, only, step)) : 'another element';
}

async function elementsOf(page: Page, { selectors }: ExchangeElement): Promise<ElementHandle<Node>[]> {
  return selectors.length === 0 ? page.$$('body') : locatorOf(page, selectors).elementHandles();
}

function locatorOf(page: Page, selectors: ExchangeElement['selectors']) {
  return buildLocator(page, selectors, { fill: (text) => text, testIdAttribute: null });
}

function areSame(page: Page, found: readonly ElementHandle<Node>[], marked: readonly ElementHandle<Node>[]) {
  return page.evaluate(([some, meant]) => some.every((each) => meant.includes(each)), [
    found,
    marked,
  ] as const);
}

/** Every text that a step names: what it is called with, and its selectors. */
function textsOf({ selectors, interaction, assertion }: ExchangeElement): string[] {
  const named = selectors.flatMap(({ selector, options }) => [selector, options?.name, options?.hasText]);
  const texts = [...named, interaction?.calledWith, assertion?.calledWith];
  return texts.filter((text) => typeof text === 'string').map(plain);
}

/** A text without the signs of a pattern, to compare what it names. */
function plain(text: string): string {
  const words = text
    .replace(/OCTOREGEX|\(\?<?![^()]*\)/g, '')
    .replace(/\\(.)/g, '$1')
    .replace(/^\^|\$$|\.\*/g, '');
  return words.replace(/\s+/g, ' ').trim().toLowerCase();
}

const digits = (text: string) => text.replace(/\D/g, '');

/** A text is expected of the marked element, or of what it is in if that is no part of the whole page. */
async function textProblem(
  page: Page,
  step: ExchangeElement,
  { found, marked }: { readonly found: ElementHandle<Node>; readonly marked: readonly ElementHandle<Node>[] },
  { kind, value = '' }: WantedStep,
): Promise<string | undefined> {
  const relation = await page.evaluate(
    ([element, meant]) => {
      if (meant.includes(element)) return 'same';
      if (!(element instanceof Element)) return 'other';
      if (meant.some((each) => each instanceof Element && each.contains(element))) return 'inside';
      const around = meant.some((each) => element.contains(each));
      if (!around) return 'other';
      return /^(HTML|BODY|MAIN|FORM)$/.test(element.tagName) ? 'page' : 'around';
    },
    [found, marked] as const,
  );
  const texts = textsOf(step);
  const named = plain(String(value));
  const mentions = texts.some(
    (text) =>
      text !== '' && (text.includes(named) || (named.includes(text) && digits(text) === digits(named))),
  );
  if (relation === 'other' || !mentions) return relation === 'other' ? 'another element' : 'another text';
  const shown = plain((await page.evaluate((element) => element.textContent, found)) ?? '');
  const expected = step.assertion?.calledWith;
  if (typeof expected === 'string' && !shown.includes(plain(expected)))
    return `not what it shows: ${expected}`;
  if (kind === 'VISIBLE') return undefined;
  // Here the clause names the element: seeing the text anywhere on the page is less than it says.
  if (relation === 'page') return 'the text may be anywhere on the page';
  const sees = step.assertion?.expectation === 'VISIBLE';
  const isNamed =
    step.selectors.length > 1 || texts.some((text) => text.length > named.length && text.includes(named));
  return sees && !isNamed ? 'the text may be in any element' : undefined;
}

/** What must not be there is not there now, and is found as soon as the marked element is shown. */
async function absenceProblem(page: Page, step: ExchangeElement, mark: string): Promise<string | undefined> {
  const marked = page.locator(`[data-mark~="${mark}"]`);
  const isOfText = step.assertion?.expectation === 'NOT_TO_CONTAIN_TEXT';
  const find = async () => {
    if (!isOfText) return locatorOf(page, step.selectors).count();
    const [around] = await elementsOf(page, step);
    const shown = plain(await page.evaluate((element) => (element as HTMLElement).innerText, around));
    return textsOf(step).filter((text) => text !== 'body' && shown.includes(text)).length;
  };
  if ((await find()) > 0) return 'it is there already';
  await marked.evaluate((element) => element.removeAttribute('hidden'));
  const isFound = (await find()) > 0;
  await marked.evaluate((element) => element.setAttribute('hidden', ''));
  return isFound ? undefined : 'it would not notice the element';
}

/** The text of the option that a step selects. */
async function optionOf(page: Page, found: ElementHandle<Node>, { interaction }: ExchangeElement) {
  if (interaction?.action !== 'SELECT_OPTION') return undefined;
  const [given] = [interaction.calledWith].flat();
  const { label, value } = typeof given === 'object' ? (given ?? {}) : { label: given, value: given };
  return page.evaluate(
    ([element, text, id]) => {
      if (!(element instanceof HTMLSelectElement)) return undefined;
      return [...element.options].find((each) => each.label === text || each.value === id)?.label;
    },
    [found, label, value] as const,
  );
}

/** @param option the text of the option that is selected, if any. */
function valueProblem(
  step: ExchangeElement,
  { kind, value }: WantedStep,
  option?: string,
): string | undefined {
  const given = givenValue(step, option);
  if (kind === 'BACK') return /history\.(?:back|go\(-1)/.test(given) ? undefined : `not back: ${given}`;
  if (kind === 'RELOAD') return /reload\(|^http|^\//.test(given) ? undefined : `no reload: ${given}`;
  if (value === undefined) return given === '' || kind === 'SCROLL' ? undefined : `called with ${given}`;
  // An address may be a whole one.
  const one = plain(
    kind === 'TO_HAVE_URL' || kind === 'GO_TO' ? given.replace(/^https?:\/\/[^/]+/, '') : given,
  );
  return one === plain(String(value)) ? undefined : `${given} instead of ${value}`;
}

function givenValue({ interaction, assertion }: ExchangeElement, option: string | undefined): string {
  if (assertion != null) return assertion.calledWith == null ? '' : [assertion.calledWith].flat().join(' ');
  switch (interaction?.action) {
    case 'SELECT_OPTION':
      return option ?? 'no such option';
    case 'CLICK': {
      const { double, button = 'left' } = interaction.calledWith ?? {};
      return double === true ? 'double' : button === 'left' ? '' : button;
    }
    case 'TYPE_TEXT':
      return interaction.calledWith.text;
    case 'UPLOAD':
      return typeof interaction.calledWith === 'string'
        ? interaction.calledWith.replace(/^.*\//, '')
        : [interaction.calledWith.file].flat().join(' ');
    case 'JAVASCRIPT':
      return interaction.calledWith.code;
    case 'WAIT_FOR':
      return waitedFor(interaction.calledWith);
    case 'SCROLL':
      return '';
    case 'ENTER_TEXT':
    case 'GO_TO':
    case 'KEY_PRESS':
      return interaction.calledWith;
    default:
      return '';
  }
}

function waitedFor(
  awaited: Extract<NonNullable<ExchangeElement['interaction']>, { action: 'WAIT_FOR' }>['calledWith'],
) {
  if (awaited == null) return 'load';
  return awaited.type === 'fixedTime' ? String(awaited.timeMilliseconds) : awaited.type;
}
