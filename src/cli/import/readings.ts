import { escapeRegExp } from '../../common/text.ts';
import type { Step } from './case-writer.ts';
import { assertionOf } from './expectations.ts';
import { NotImported } from './not-imported.ts';
import type { Playwright } from './playwright.ts';
import {
  type Args,
  constant,
  containing,
  type DialogAnswer,
  type Elements,
  isConstant,
  numberOf,
  optionsOf,
  pattern,
  type Reading,
  selectorsOf,
  textOf,
  textOrPatternOf,
  type Value,
} from './value.ts';

const equal = (matcher: string) => ({ toBe: matcher, toEqual: matcher, toMatch: matcher });
const ofText = { ...equal('toHaveText'), toContain: 'toContainText', toMatch: 'toContainText' };
const isState = (matcher: string) => ({ ...equal(matcher), toBeTruthy: matcher, toBeFalsy: matcher });

/** What a test reads of elements or the page, and the matchers that wait for the same. */
export const readings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  textContent: ofText,
  innerText: ofText,
  inputValue: equal('toHaveValue'),
  count: equal('toHaveCount'),
  getAttribute: equal('toHaveAttribute'),
  url: { ...equal('toHaveURL'), toContain: 'toHaveURL' },
  title: { ...equal('toHaveTitle'), toContain: 'toHaveTitle' },
  isVisible: isState('toBeVisible'),
  isHidden: isState('toBeHidden'),
  isChecked: isState('toBeChecked'),
  isDisabled: isState('toBeDisabled'),
  isEnabled: isState('toBeEnabled'),
};

/** Whether what a method reads of elements can be stored in a variable. */
export function isExtracted(method: string): boolean {
  return ['textContent', 'innerText', 'inputValue', 'getAttribute'].includes(method);
}

/** Adds the assertions of `expect(of).matcher(args)`. */
export function expectThat(on: Playwright, of: Value, matcher: string, isNegated: boolean, args: Args): void {
  const { writer } = on;
  if (of.kind === 'reading') expectReading(on, of, matcher, isNegated, args);
  else if (of.kind === 'response' && matcher === 'toBeOK' && !isNegated)
    writer.assert({ expectation: 'RESPONSE_OK', calledWith: of.address });
  else if (of.kind === 'elements') expectElements(on, of, matcher, isNegated, args);
  else throw new NotImported('only expectations of the page and its elements have an equivalent');
}

function expectElements(on: Playwright, of: Elements, matcher: string, isNegated: boolean, args: Args): void {
  const { writer, address } = on;
  const [first, ...rest] = args;
  writer.goToPage(of.page);
  const selectors = selectorsOf(of);
  if (matcher === 'toHaveURL' && !isNegated && first?.kind === 'text') {
    optionsOf(rest[0]);
    writer.assert({ expectation: 'TO_HAVE_URL', calledWith: address.path(first) });
  } else if (first?.kind !== 'list') writer.assert(assertionOf(matcher, isNegated, args), selectors);
  else if (isNegated || matcher !== 'toHaveText')
    throw new NotImported(`${matcher} with a list has no equivalent`);
  else {
    // As many elements as texts, each with its text.
    writer.assert(assertionOf('toHaveCount', false, [constant(first.items.length)]), selectors);
    for (const [index, text] of first.items.entries()) {
      const nth = { selectorType: 'NTH' as const, selector: String(index) };
      writer.assert(assertionOf(matcher, false, [text, ...rest]), [...selectors, nth]);
    }
  }
}

function expectReading(on: Playwright, read: Reading, matcher: string, isNegated: boolean, args: Args): void {
  const { of, method } = read;
  const [expected] = args;
  const isFalse = matcher === 'toBeFalsy' || isConstant(expected, false);
  const called = isNegated ? `not.${matcher}` : matcher;
  if (of.kind === 'download') expectFileName(of.step, method, called, expected);
  else if (of.kind === 'dialog') expectMessage(of.answer, method, called, expected);
  else if (of.kind !== 'response') expectWhatIsRead(on, read, matcher, isNegated, isFalse, args);
  else if (method === 'ok' ? isNegated === isFalse : isOkStatus(method, called, expected))
    expectThat(on, of, 'toBeOK', false, []);
  else throw new NotImported('only a response that is OK has an equivalent');
}

function isOkStatus(method: string, matcher: string, expected: Value | undefined): boolean {
  return method === 'status' && /^to(?:Be|Equal)$/.test(matcher) && numberOf(expected) === 200;
}

/** `expect(await locator.textContent()).toBe('…')`: the assertion reads the page itself. */
function expectWhatIsRead(
  on: Playwright,
  { of, method, after, args: readWith }: Reading,
  matcher: string,
  isNegated: boolean,
  isFalse: boolean,
  args: Args,
): void {
  const waiting = readings[method]?.[matcher];
  if (waiting === undefined) throw new NotImported(`${matcher} of ${method}() has no equivalent`);
  if (on.writer.stepsSince(after).some(({ element }) => element.interaction != null))
    throw new NotImported('the value was read before another step');
  const isPart = matcher === 'toContain' && (method === 'url' || method === 'title');
  const given = isPart ? [containing(args[0])] : args.slice(0, 1);
  if (waiting.startsWith('toBe')) expectThat(on, of, waiting, isNegated !== isFalse, []);
  else expectThat(on, of, waiting, isNegated, [...readWith, ...given]);
}

function expectFileName({ element }: Step, method: string, matcher: string, name: Value | undefined): void {
  const isKnown = ['toBe', 'toEqual', 'toContain', 'toMatch'].includes(matcher);
  if (!isKnown || method !== 'suggestedFilename' || element.interaction?.action !== 'DOWNLOAD')
    throw new NotImported(`${matcher} of a download has no equivalent`);
  element.interaction.calledWith = textOrPatternOf(matcher === 'toContain' ? containing(name) : name);
}

function expectMessage(answer: DialogAnswer, method: string, matcher: string, text: Value | undefined): void {
  const isWhole = matcher === 'toBe' || matcher === 'toEqual';
  if (method !== 'message' || !(isWhole || matcher === 'toContain' || matcher === 'toMatch'))
    throw new NotImported(`${matcher} of a dialog has no equivalent`);
  answer.messageContaining = textOrPatternOf(isWhole ? pattern(`^${escapeRegExp(textOf(text))}$`) : text);
}
