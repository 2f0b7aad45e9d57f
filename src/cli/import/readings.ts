import type { AppAddress } from './app-address.ts';
import type { CaseWriter, Step } from './case-writer.ts';
import { addExpectation } from './expectations.ts';
import { NotImported } from './not-imported.ts';
import {
  type Args,
  containing,
  type DialogAnswer,
  type Elements,
  isConstant,
  numberOf,
  optionsOf,
  patternOf,
  type Reading,
  selectorsOf,
  textOrPatternOf,
  type Value,
} from './value.ts';
import type { Walker } from './walker.ts';

/** Of a framework: what is read, and where its expectations go. */
interface Context {
  readonly walker: Walker;
  readonly writer: CaseWriter;
  readonly address: AppAddress;
}

const equal = (matcher: string) => ({
  toBe: matcher,
  toEqual: matcher,
  toStrictEqual: matcher,
  toMatch: matcher,
});
const ofTexts = { toEqual: 'toHaveText', toStrictEqual: 'toHaveText' };
const ofText = { ...equal('toHaveText'), toContain: 'toContainText', toMatch: 'toContainText' };
const isState = (matcher: string) => ({ ...equal(matcher), toBeTruthy: matcher, toBeFalsy: matcher });

/** What a test reads of elements or the page, and the matchers that wait for the same. */
export const readings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  textContent: ofText,
  innerText: ofText,
  inputValue: { ...equal('toHaveValue'), toContain: 'toHaveValue' },
  allTextContents: ofTexts,
  allInnerTexts: ofTexts,
  count: {
    ...equal('toHaveCount'),
    toBeGreaterThan: 'toBeGreaterThan',
    toBeGreaterThanOrEqual: 'toBeGreaterThanOrEqual',
  },
  getAttribute: { ...equal('toHaveAttribute'), toContain: 'toHaveAttribute' },
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
export function expectThat(on: Context, of: Value, matcher: string, isNegated: boolean, args: Args): void {
  const { writer } = on;
  if (of.kind === 'reading') expectReading(on, of, matcher, isNegated, args);
  else if (of.kind === 'response' && matcher === 'toBeOK' && !isNegated)
    writer.assert({ expectation: 'RESPONSE_OK', calledWith: of.address });
  else if (of.kind === 'function' && matcher === 'toPass' && !isNegated) expectToPass(on, of);
  else if (of.kind === 'elements') expectElements(on, of, matcher, isNegated, args);
  else throw new NotImported('only expectations of the page and its elements have an equivalent');
}

function expectElements(on: Context, of: Elements, matcher: string, isNegated: boolean, args: Args): void {
  on.writer.goToPage(of.page);
  const [url, ...options] = args;
  const isAddress = matcher === 'toHaveURL' && !isNegated && url?.kind === 'text';
  if (!isAddress) addExpectation(on.writer, selectorsOf(of), matcher, isNegated, args);
  else {
    for (const each of options) optionsOf(each);
    on.writer.assert({ expectation: 'TO_HAVE_URL', calledWith: on.address.path(url) });
  }
}

/** `expect(async () => { … }).toPass()`: expectations wait anyway. */
function expectToPass({ writer, walker }: Context, body: Extract<Value, { kind: 'function' }>): void {
  const { last } = writer;
  walker.inline(body, []);
  if (writer.stepsSince(last).some(({ element }) => element.interaction != null))
    throw new NotImported('steps that are repeated have no equivalent');
}

function expectReading(on: Context, read: Reading, matcher: string, isNegated: boolean, args: Args): void {
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
  on: Context,
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
  const isPart = matcher === 'toContain' && waiting !== 'toContainText';
  const given = isPart ? [containing(args[0])] : args.slice(0, 1);
  if (method.startsWith('is')) expectThat(on, of, waiting, isNegated !== isFalse, []);
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
  answer.messageContaining = textOrPatternOf(isWhole ? patternOf('^', text, '$') : text);
}
