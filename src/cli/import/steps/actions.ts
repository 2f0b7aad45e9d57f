import { defined } from '../../../common/object-fields.ts';
import type { Assertion } from '../../../contract/exchange/assertion.ts';
import type { Interaction } from '../../../contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import { clickWith, dialogWith } from '../../record/recorded-action.ts';
import type { DialogAnswer, Step } from '../imported-file.ts';
import { numberOf, optionsOf, selectorsOf } from '../javascript/convert-value.ts';
import { hasVariables, textOf } from '../javascript/texts.ts';
import { type Args, entryOf, is, NotImported, type Value } from '../javascript/value.ts';
import type { CaseWriter } from './case-writer.ts';

type Argument<A extends Interaction['action']> = Extract<Interaction, { action: A }>['calledWith'];
type Options = ReadonlyMap<string, Value>;
/** A method on elements: where its options stand, those that can be imported, its interaction, and what is true after it. */
type Row = readonly [
  optionsAt: number,
  known: readonly string[],
  interaction: (args: Args, options: Options) => Interaction,
  after?: Assertion,
];

const clickOptions = ['button', 'force', 'clickCount'];
const click: Row = [0, clickOptions, (_, options) => clickOf(options)];
const type: Row = [
  1,
  ['delay'],
  ([text], options) => {
    const delay = options.has('delay') ? { delay: numberOf(options.get('delay')) } : {};
    return { action: 'TYPE_TEXT', calledWith: { text: textOf(text), ...delay } };
  },
];

/** Steps on elements, by the name of Playwright's method. */
const elementActions: Readonly<Record<string, Row>> = {
  click,
  dblclick: [0, clickOptions, (_, options) => clickOf(options, { double: true })],
  tap: click,
  // A click switches the state. The assertion shows where the element had it before, which `check()` does not mind.
  check: [0, clickOptions, click[2], { expectation: 'TO_BE_CHECKED' }],
  uncheck: [0, clickOptions, click[2], { expectation: 'NOT_TO_BE_CHECKED' }],
  fill: [1, ['force'], ([text]) => ({ action: 'ENTER_TEXT', calledWith: textOf(text) })],
  clear: [0, ['force'], () => ({ action: 'ENTER_TEXT', calledWith: '' })],
  type,
  pressSequentially: type,
  press: [1, [], ([key]) => ({ action: 'KEY_PRESS', calledWith: textOf(key) })],
  selectOption: [1, ['force'], ([options]) => ({ action: 'SELECT_OPTION', calledWith: selection(options) })],
  // It gives the element the focus, and types nothing.
  focus: [0, [], () => ({ action: 'TYPE_TEXT', calledWith: { text: '' } })],
  hover: [0, ['force'], () => ({ action: 'HOVER' })],
  scrollIntoViewIfNeeded: [0, [], () => ({ action: 'SCROLL' })],
  setInputFiles: [1, ['force'], ([files]) => ({ action: 'UPLOAD', calledWith: { file: filesOf(files) } })],
  dragTo: [
    1,
    ['targetPosition'],
    ([target], options) => ({
      action: 'DRAG_AND_DROP',
      calledWith: { selectors: selectorsOf(target), ...dropOptions(options.get('targetPosition')) },
    }),
  ],
};

export function isAction(name: string): boolean {
  return Object.hasOwn(elementActions, name);
}

/** Adds the step of a method on elements. @returns whether there is one. */
export function act(writer: CaseWriter, selectors: ExchangeSelector[], name: string, args: Args): boolean {
  const row = entryOf(elementActions, name);
  if (row === undefined) return false;
  const [optionsAt, known, interaction, after] = row;
  // Cypress has positions where Playwright has options.
  if (/^(?:string|number)$/.test(typeof args[optionsAt]))
    throw new NotImported(`the position of ${name} has no equivalent`);
  writer.act(interaction(args, optionsOf(args[optionsAt], known)), selectors);
  if (after !== undefined) writer.assert(after, selectors);
  return true;
}

function clickOf(options: Options, { double = false } = {}): Interaction {
  const [button, count] = [options.get('button'), options.get('clickCount')];
  const name = button === undefined ? 'left' : textOf(button);
  if (name !== 'left' && name !== 'right' && name !== 'middle') throw new NotImported(`the button ${name}`);
  const clicks = count === undefined ? 1 : numberOf(count);
  if (clicks !== 1 && clicks !== 2) throw new NotImported(`${clicks} clicks`);
  return clickWith(name, { double: double || clicks === 2, force: options.get('force') === true });
}

function selection(chosen: Value): Argument<'SELECT_OPTION'> {
  if (chosen == null) return null;
  if (!Array.isArray(chosen)) return is(chosen, 'object') ? option(chosen) : textOf(chosen);
  return chosen.every((each) => is(each, 'object')) ? chosen.map(option) : chosen.map(textOf);
}

function option(chosen: Value) {
  const fields = optionsOf(chosen, ['value', 'label', 'index']);
  const readField = <T>(name: string, read: (value: Value) => T) =>
    fields.has(name) ? read(fields.get(name)) : undefined;
  return defined({
    value: readField('value', textOf),
    label: readField('label', textOf),
    index: readField('index', numberOf),
  });
}

export function dropOptions(position: Value) {
  if (position === undefined) return {};
  const fields = optionsOf(position, ['x', 'y']);
  return { options: { targetPosition: { x: numberOf(fields.get('x')), y: numberOf(fields.get('y')) } } };
}

export function dialogAnswer({ accept, ...calledWith }: DialogAnswer): Interaction {
  if (accept === undefined) throw new NotImported('the dialog is neither accepted nor dismissed');
  return dialogWith(accept, calledWith);
}

/** Widths in pixels from which an app shows what it shows on a desktop, or on a tablet. */
const [minDesktop, minTablet] = [1200, 700];

/** A run sets the size of the page. @throws NotImported unless it is that of a desktop, which is the default. */
export function sizePage(writer: CaseWriter, width: number): undefined {
  const breakpoint = width < minTablet ? 'MOBILE' : 'TABLET';
  if (width < minDesktop)
    throw new NotImported(
      `the page keeps its size during a test; for a width of ${width} pixels, run the test case with the breakpoint ${breakpoint}`,
    );
  return writer.comment(
    `The spec sets the width to ${width} pixels here. A run sets it by the input \`breakpoint\`.`,
  );
}

/** Leaves the document or its address by code of the page, and waits for the next one. */
export function leavePage(writer: CaseWriter, code: string): undefined {
  const leaving = `window.isBeforeLeaving = true; window.leftUrl = location.href; setTimeout(() => ${code});`;
  writer.runInPage(leaving);
  return writer.waitUntil('return !window.isBeforeLeaving || location.href !== window.leftUrl;');
}

/** Opens a page again, so that what a first visit has stored is there when the app starts. The app may have gone elsewhere. */
export function reopenPage(writer: CaseWriter, address: string): void {
  writer.act({ action: 'GO_TO', calledWith: address });
  // An address that only differs in what follows `#` does not load the page.
  if (address.includes('#')) leavePage(writer, 'location.reload()');
}

/** Whether a step leaves the document, and with it what was typed. */
export function isLeaving(interaction: Interaction | null | undefined): boolean {
  if (interaction?.action === 'JAVASCRIPT') return interaction.calledWith.code.includes('isBeforeLeaving');
  return interaction?.action === 'GO_TO';
}

/** Paths of the repository. Variables are not replaced in them, so a dollar sign stands for itself. */
export function filesOf(files: Value): string | string[] {
  const paths = (Array.isArray(files) ? files : [files]).map((each) => {
    if (typeof each === 'string' && !hasVariables(each)) return each.replace(/^\.\//, '');
    throw new NotImported('only files of the repository can be uploaded');
  });
  const [first, second] = paths;
  if (first === undefined) throw new NotImported('an input cannot be cleared of its files');
  return second === undefined ? first : paths;
}

/** Gives files to the input whose chooser a click has opened; for any other element, to the only such input. */
export function chooseFiles(writer: CaseWriter, step: Step, [files, options]: Args): undefined {
  optionsOf(options);
  const calledWith = { file: filesOf(files) };
  const { selectorType, selector } = step.element.selectors.at(-1) ?? { selectorType: '', selector: '' };
  const isInput =
    selectorType === 'LABEL' || (selectorType === 'CSS' && /(?:^|[\s>])(?:input|label)\b\S*$/.test(selector));
  const fileInput: ExchangeSelector = { selectorType: 'CSS', selector: 'input[type=file]' };
  step.element = {
    selectors: isInput ? step.element.selectors : [fileInput],
    interaction: { action: 'UPLOAD', calledWith },
  };
  if (!isInput)
    writer.comment(
      'The spec chooses this file by a click. Here, the only file input of the page gets it without one.',
    );
  return undefined;
}

/** Takes the focus from an element, which gets it first unless the last step has given it. */
export function blur(writer: CaseWriter, of: Value): undefined {
  const { selectors = [], interaction } = writer.last?.element ?? {};
  const isTyped = /^(?:CLICK|ENTER_TEXT|KEY_PRESS|TYPE_TEXT)$/.test(interaction?.action ?? '');
  if (!isTyped || JSON.stringify(selectors) !== JSON.stringify(selectorsOf(of)))
    act(writer, selectorsOf(of), 'focus', []);
  writer.runInPage('document.activeElement?.blur();');
  return undefined;
}
