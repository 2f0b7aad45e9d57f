import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { CaseWriter } from './case-writer.ts';
import { NotImported } from './not-imported.ts';
import { type DialogAnswer, numberOf, optionsOf, textOf, type Value } from './value.ts';

type Argument<A extends Interaction['action']> = Extract<Interaction, { action: A }>['calledWith'];

/** Steps on elements, by the name of Playwright's method. */
type Action = (writer: CaseWriter, selectors: ExchangeSelector[], args: readonly Value[]) => void;

export const actions: Readonly<Record<string, Action>> = {
  click: (writer, selectors, [options]) => click(writer, selectors, options, false),
  dblclick: (writer, selectors, [options]) => click(writer, selectors, options, true),
  tap: (writer, selectors, [options]) => click(writer, selectors, options, false),
  check: (writer, selectors, [options]) => check(writer, selectors, true, options),
  uncheck: (writer, selectors, [options]) => check(writer, selectors, false, options),
  setChecked: (writer, selectors, [checked, options]) => {
    if (checked?.kind !== 'boolean') throw new NotImported('the state is known only when the test runs');
    check(writer, selectors, checked.value, options);
  },
  fill: (writer, selectors, [text, options]) => {
    optionsOf(options, ['force']);
    writer.act({ action: 'ENTER_TEXT', calledWith: textOf(text) }, selectors);
  },
  clear: (writer, selectors, [options]) => {
    optionsOf(options, ['force']);
    writer.act({ action: 'ENTER_TEXT', calledWith: '' }, selectors);
  },
  type: (writer, selectors, args) => typeText(writer, selectors, args),
  pressSequentially: (writer, selectors, args) => typeText(writer, selectors, args),
  press: (writer, selectors, [key, options]) => {
    optionsOf(options, []);
    writer.act({ action: 'KEY_PRESS', calledWith: textOf(key) }, selectors);
  },
  selectOption: (writer, selectors, [options, settings]) => {
    optionsOf(settings, ['force']);
    writer.act({ action: 'SELECT_OPTION', calledWith: selection(options) }, selectors);
  },
  hover: (writer, selectors, [options]) => {
    optionsOf(options, ['force']);
    writer.act({ action: 'HOVER' }, selectors);
  },
  scrollIntoViewIfNeeded: (writer, selectors, [options]) => {
    optionsOf(options, []);
    writer.act({ action: 'SCROLL' }, selectors);
  },
  setInputFiles: (writer, selectors, [files, options]) => {
    optionsOf(options, []);
    writer.act({ action: 'UPLOAD', calledWith: { file: filesOf(files) } }, selectors);
  },
};

function click(
  writer: CaseWriter,
  selectors: ExchangeSelector[],
  given: Value | undefined,
  isDouble: boolean,
): void {
  const options = optionsOf(given, ['button', 'force', 'clickCount']);
  const [button, count] = [options.get('button'), options.get('clickCount')];
  const name = button === undefined ? 'left' : textOf(button);
  if (!isButton(name)) throw new NotImported(`the button ${name}`);
  const clicks = count === undefined ? 1 : numberOf(count);
  if (clicks !== 1 && clicks !== 2) throw new NotImported(`${clicks} clicks`);
  const calledWith = {
    ...(name === 'left' ? {} : { button: name }),
    ...(isDouble || clicks === 2 ? { double: true } : {}),
    ...(isTrue(options.get('force')) ? { force: true } : {}),
  };
  const hasOptions = Object.keys(calledWith).length > 0;
  writer.act({ action: 'CLICK', ...(hasOptions ? { calledWith } : {}) }, selectors);
}

function isButton(name: string): name is 'left' | 'right' | 'middle' {
  return ['left', 'right', 'middle'].includes(name);
}

function isTrue(value: Value | undefined): boolean {
  return value?.kind === 'boolean' && value.value;
}

/** A click switches the state. The assertion shows where the element had it before, which `check()` does not mind. */
function check(
  writer: CaseWriter,
  selectors: ExchangeSelector[],
  isChecked: boolean,
  options: Value | undefined,
): void {
  click(writer, selectors, options, false);
  writer.add({
    selectors,
    assertion: { expectation: isChecked ? 'TO_BE_CHECKED' : 'NOT_TO_BE_CHECKED' },
  });
}

export function typeText(
  writer: CaseWriter,
  selectors: ExchangeSelector[],
  [text, options]: readonly Value[],
): void {
  const delay = options?.kind === 'object' ? options.fields.get('delay') : undefined;
  optionsOf(options, []);
  const given = delay === undefined ? {} : { delay: numberOf(delay) };
  writer.act({ action: 'TYPE_TEXT', calledWith: { text: textOf(text), ...given } }, selectors);
}

function selection(value: Value | undefined): Argument<'SELECT_OPTION'> {
  if (value === undefined || value.kind === 'nothing') return null;
  if (value.kind !== 'list') return value.kind === 'object' ? option(value) : textOf(value);
  if (value.items.every((each) => each.kind === 'object')) return value.items.map(option);
  return value.items.map(textOf);
}

function option(value: Value) {
  const fields = optionsOf(value, ['value', 'label', 'index']);
  const [given, label, index] = ['value', 'label', 'index'].map((name) => fields.get(name));
  return {
    ...(given === undefined ? {} : { value: textOf(given) }),
    ...(label === undefined ? {} : { label: textOf(label) }),
    ...(index === undefined ? {} : { index: numberOf(index) }),
  };
}

export function dropOptions(position: Value | undefined) {
  if (position === undefined) return {};
  const fields = optionsOf(position, ['x', 'y']);
  return { options: { targetPosition: { x: numberOf(fields.get('x')), y: numberOf(fields.get('y')) } } };
}

export function addDialog(writer: CaseWriter, { accept, ...calledWith }: DialogAnswer): void {
  if (accept === undefined) throw new NotImported('the dialog is neither accepted nor dismissed');
  const given = Object.keys(calledWith).length === 0 ? {} : { calledWith };
  if (accept) writer.act({ action: 'ACCEPT_DIALOG', ...given });
  else writer.act({ action: 'DISMISS_DIALOG', ...given });
}

/** Leaves the document or its address by code of the page, and waits for the next one. */
export function leavePage(writer: CaseWriter, code: string): void {
  const leaving = `window.isBeforeLeaving = true; window.leftUrl = location.href; setTimeout(() => ${code});`;
  writer.act({ action: 'JAVASCRIPT', calledWith: { execType: 'browser', code: leaving } });
  const hasLeft = 'return !window.isBeforeLeaving || location.href !== window.leftUrl;';
  writer.act({ action: 'WAIT_FOR', calledWith: { type: 'code', code: hasLeft } });
}

/** Paths of the repository. Variables are not replaced in them, so a dollar sign stands for itself. */
export function filesOf(value: Value | undefined): string | string[] {
  const paths = (value?.kind === 'list' ? value.items : [value]).map((each) => {
    const [only, ...others] = each?.kind === 'text' ? each.pieces : [];
    if (only === undefined || 'name' in only || others.length > 0) {
      throw new NotImported('only files of the repository can be uploaded');
    }
    return only.plain.replace(/^\.\//, '');
  });
  const [first, second] = paths;
  if (first === undefined) throw new NotImported('an input cannot be cleared of its files');
  return second === undefined ? first : paths;
}
