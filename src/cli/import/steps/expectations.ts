import type { ExchangeElement } from '../../../contract/exchange/exchange-test-case.ts';
import { isNarrowing } from '../../../contract/exchange/selector.ts';
import type { AnsweredDialog, Step } from '../imported-file.ts';
import { optionsOf, selectorsOf } from '../javascript/convert-value.ts';
import type { Framework } from '../javascript/framework.ts';
import { patternOf, textOrPatternOf } from '../javascript/texts.ts';
import {
  type Args,
  type Elements,
  type Expected,
  entryOf,
  is,
  NotImported,
  noEquivalent,
  type Of,
  type Value,
} from '../javascript/value.ts';
import type { CaseWriter } from './case-writer.ts';
import { inViewport, urlTest } from './code-in-page.ts';
import { documentWith } from './locators.ts';
import { addExpectation } from './matchers.ts';
import { expectCount, expectScript, scriptMember, valueTest } from './script-values.ts';

const equal = (name: string) => ({ toBe: name, toEqual: name, toStrictEqual: name, toMatch: name });
const containing = (matcher: string) => ({ ...equal(matcher), toContain: matcher });
const isState = (matcher: string) => ({ ...equal(matcher), toBeTruthy: matcher, toBeFalsy: matcher });
const ofText = { ...equal('toHaveText'), toContain: 'toContainText', toMatch: 'toContainText' };
const ofTexts = { toEqual: 'toHaveText', toStrictEqual: 'toHaveText', toHaveLength: 'toHaveCount' };
const comparisons = ['toBeGreaterThan', 'toBeGreaterThanOrEqual', 'toBeLessThan', 'toBeLessThanOrEqual'];

/** What a test reads of elements or the page, and the matchers that wait for the same. */
const readings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  textContent: ofText,
  innerText: ofText,
  inputValue: containing('toHaveValue'),
  allTextContents: ofTexts,
  allInnerTexts: ofTexts,
  all: { toHaveLength: 'toHaveCount' },
  count: { ...equal('toHaveCount'), ...Object.fromEntries(comparisons.map((name) => [name, name])) },
  getAttribute: containing('toHaveAttribute'),
  url: containing('toHaveURL'),
  title: containing('toHaveTitle'),
  isVisible: isState('toBeVisible'),
  isHidden: isState('toBeHidden'),
  isChecked: isState('toBeChecked'),
  isDisabled: isState('toBeDisabled'),
  isEnabled: isState('toBeEnabled'),
  isEditable: isState('toBeEditable'),
};

/** Whether a method reads something of elements or the page. */
export function isReading(method: string): boolean {
  return Object.hasOwn(readings, method);
}

/** A number or the texts of elements that were read are values of code: the assertion has them when it runs. */
export function withComputed(on: Framework, args: Args): Value[] {
  const isComputed = (each: Of<'reading'>) =>
    /^(?:count|all\w+)$/.test(each.method) && each.items === undefined;
  return args.map((each) => (is(each, 'reading') && isComputed(each) ? on.scriptOf(each) : each));
}

/**
 * What an assertion compares with. A text that must not be there is the value of code: in a variable, it has the white space
 * and the letters that a person sees, and the assertion would pass if the element had others.
 * @throws NotImported for such a text with more around it.
 */
function comparedWith(on: Framework, { matcher, args = [], isNegated = false }: Expected): Value[] {
  const isText = (each: Value) => is(each, 'reading') && /^(?:textContent|innerText)$/.test(each.method);
  return withComputed(on, args).map((each) => {
    if (isNegated && is(each, 'reading') && isText(each)) return on.scriptOf(each);
    const filled = on.filled(each);
    const isOfText = isNegated && /^to(?:Have|Contain)Text$/.test(matcher);
    if (isOfText && typeof filled === 'string' && on.hasReading(filled))
      throw new NotImported('a text that was read before may have other white space here');
    return filled;
  });
}

/** Adds the assertions of `expect(of).matcher(args)`. */
export function expectThat(on: Framework, of: Value, given: Expected): undefined {
  const expected = { ...given, args: comparedWith(on, given) };
  const { matcher, args: [wanted] = [], isNegated = false } = expected;
  const isCount = is(of, 'reading') && of.method === 'count' && is(of.of, 'elements');
  if (isCount && is(wanted, 'script') && !on.writer.hasActedSince(of.after))
    expectCount(on.writer, selectorsOf(of.of), { expected, other: wanted });
  else if (is(of, 'reading') && is(wanted, 'script')) expectScript(on.writer, on.scriptOf(of), expected);
  else if (is(of, 'reading')) expectReading(on, of, expected);
  else if (is(of, 'response') && matcher === 'toBeOK' && !isNegated)
    on.writer.assert({ expectation: 'RESPONSE_OK', calledWith: of.address });
  else if (is(of, 'script')) expectScript(on.writer, of, expected);
  else if (is(of, 'code')) expectCode(on, of, expected);
  else if (is(of, 'function') && matcher === 'toPass' && !isNegated) expectToPass(on, of);
  else if (is(of, 'elements')) expectElements(on, of, expected);
  else if (Array.isArray(of) && Array.isArray(wanted) && !isNegated && /^to(?:Strict)?Equal$/.test(matcher)) {
    if (of.length !== wanted.length) throw new NotImported('the lists differ in length');
    for (const [index, item] of of.entries()) expectThat(on, item, { matcher, args: [wanted[index]] });
  } else throw new NotImported('only expectations of the page and its elements have an equivalent');
}

/** Waits until what code gives is what a spec expects of it. */
export function expectCode(
  { writer }: Framework,
  { code, after }: Of<'code'>,
  expected: Expected,
): undefined {
  if (writer.hasActedSince(after)) throw new NotImported('the value was read before another step');
  writer.assertCode(`const value = ${code};\nreturn Boolean(${valueTest(expected)});`);
}

function expectElements({ writer, address, interpreter }: Framework, of: Elements, expected: Expected) {
  const { matcher, args: [url, ...options] = [], isNegated } = expected;
  writer.goToPage(of.page);
  const isNone = isOfNone(expected);
  const isOfUrl = matcher === 'toHaveURL' && (is(url, 'function') || (!isNegated && typeof url === 'string'));
  if (isNone || isOfUrl) for (const each of options) optionsOf(each);
  if (isNone) return expectNone(writer, of);
  if (matcher === 'toBeInViewport') {
    optionsOf(url);
    return writer.assertCode(inViewport(selectorsOf(of), isNegated === true));
  }
  if (!isOfUrl) return addExpectation(writer, selectorsOf(of), expected);
  if (is(url, 'function'))
    return writer.assertCode(`return ${isNegated ? '!' : 'Boolean'}(${urlTest(interpreter, url)});`);
  writer.assert({ expectation: 'TO_HAVE_URL', calledWith: address.path(url) });
}

function isOfNone({ matcher, args: [first] = [], isNegated = false }: Expected): boolean {
  if (matcher === 'toHaveCount') return first === 0 && !isNegated;
  return (
    matcher === 'toBeAttached' && isNegated !== (optionsOf(first, ['attached']).get('attached') === false)
  );
}

/** Adds that there are no such elements, not even hidden ones. Roles are those of elements that are not hidden. */
export function expectNone(writer: CaseWriter, of: Elements): undefined {
  const found = /"visible": true/.test(of.line) ? of : documentWith(of);
  const finding = selectorsOf(of).findLast((each) => !isNarrowing(each));
  if (found === undefined && finding?.selectorType !== 'ROLE')
    writer.comment('The spec expects that there is no such element. This step accepts hidden ones.');
  writer.assert({ expectation: 'NOT_VISIBLE' }, selectorsOf(found ?? of));
}

/** Adds that there are such elements, all of them hidden. @param seen those that nobody must see. */
export function expectHidden(writer: CaseWriter, of: Elements, seen = of): undefined {
  const found = documentWith(of);
  if (found === undefined)
    writer.comment('The spec expects a hidden element. This step also passes if there is no such element.');
  else writer.assert({ expectation: 'VISIBLE' }, selectorsOf(found));
  writer.assert({ expectation: 'NOT_VISIBLE' }, selectorsOf(seen));
}

/** Whether a step fails if there are no such elements. */
export function failsWithout({ selectors, assertion }: ExchangeElement, of: Elements): boolean {
  const isOfNone = assertion?.expectation === 'NOT_VISIBLE' || assertion?.calledWith === 0;
  return !isOfNone && JSON.stringify(selectors).startsWith(JSON.stringify(selectorsOf(of)).slice(0, -1));
}

/** `expect(async () => { … }).toPass()`: expectations wait anyway. */
function expectToPass({ writer, interpreter }: Framework, body: Value): undefined {
  const { last } = writer;
  interpreter.run(body, []);
  if (writer.hasActedSince(last))
    writer.comment('The spec repeats the steps before this until they pass. Here, they run once.');
}

function expectReading(on: Framework, read: Of<'reading'>, expected: Expected): undefined {
  const { of, method } = read;
  const { matcher, args: [wanted] = [], isNegated = false } = expected;
  const isFalse = isFalsy(expected);
  const called = isNegated ? `not.${matcher}` : matcher;
  if (is(of, 'download')) expectFileName(of.step, method, called, wanted);
  else if (is(of, 'dialog')) expectMessage(of, method, called, wanted);
  else if (!is(of, 'response')) expectWhatIsRead(on, read, expected);
  else if (method === 'status' && wanted !== 200)
    expectScript(on.writer, scriptMember(on.contentsOf(of), method), expected);
  else if (method === 'ok' ? isNegated === isFalse : method === 'status' && /^to(?:Be|Equal)$/.test(called)) {
    if (method === 'status')
      on.writer.comment(
        'The spec expects the status 200. Here, every response without an error is accepted.',
      );
    expectThat(on, of, { matcher: 'toBeOK' });
  } else throw new NotImported('only a response that is OK has an equivalent');
}

function isFalsy({ matcher, args: [wanted] = [] }: Expected): boolean {
  return matcher === 'toBeFalsy' || wanted === false;
}

/** `expect(await locator.textContent()).toBe('…')`: the assertion reads the page itself. */
function expectWhatIsRead(on: Framework, read: Of<'reading'>, expected: Expected): undefined {
  const { of, method, after, args: readWith } = read;
  const { matcher, args = [], isNegated = false } = expected;
  // No assertion is for a value that is missing.
  const isOfNothing = args.length > 0 && args[0] == null;
  const waiting = isOfNothing ? undefined : entryOf(readings, method)?.[matcher];
  if (waiting === undefined && on.readsFunctionsAlone) throw noEquivalent(`${matcher} of ${method}()`);
  if (waiting === undefined) return expectScript(on.writer, on.scriptOf(read), expected);
  if (on.writer.hasActedSince(after)) throw new NotImported('the value was read before another step');
  const isOfPart = matcher === 'toContain' || (matcher === 'toMatch' && !is(args[0] ?? null, 'pattern'));
  const isPart = isOfPart && waiting !== 'toContainText';
  const expectedArgs = isPart ? [patternOf('', args[0], '')] : args.slice(0, 1);
  if (method.startsWith('is'))
    expectThat(on, of, { matcher: waiting, isNegated: isNegated !== isFalsy(expected) });
  else expectThat(on, of, { matcher: waiting, args: [...readWith, ...expectedArgs], isNegated });
}

function expectFileName({ element }: Step, method: string, matcher: string, name: Value): undefined {
  const isKnown = /^to(?:Be|Equal|Contain|Match)$/.test(matcher);
  if (!isKnown || method !== 'suggestedFilename' || element.interaction?.action !== 'DOWNLOAD')
    throw new NotImported(`${matcher} of a download has no equivalent`);
  element.interaction.calledWith = textOrPatternOf(matcher === 'toContain' ? patternOf('', name, '') : name);
}

function expectMessage(dialog: AnsweredDialog, method: string, matcher: string, message: Value): undefined {
  const isWhole = matcher === 'toBe' || matcher === 'toEqual';
  if (method !== 'message' || !(isWhole || matcher === 'toContain' || matcher === 'toMatch'))
    throw new NotImported(`${matcher} of a dialog has no equivalent`);
  const messageContaining = textOrPatternOf(isWhole ? patternOf('^', message, '$') : message);
  dialog.answer.messageContaining = messageContaining;
  const { interaction } = dialog;
  if (interaction?.action === 'ACCEPT_DIALOG' || interaction?.action === 'DISMISS_DIALOG')
    interaction.calledWith = { ...interaction.calledWith, messageContaining };
}
