import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import type { Step } from '../imported-file.ts';
import { entryOf, NotImported } from '../javascript/value.ts';
import { isLeaving } from '../steps/actions.ts';
import type { CaseWriter } from '../steps/case-writer.ts';
import { keys, modifiers } from './mapping.ts';

/**
 * `cy.type`, with its keys in braces. The text replaces that of the field, which is empty in most tests, unless the test has
 * typed into it before.
 * @throws NotImported if there is no such key.
 */
export function typeText(writer: CaseWriter, selectors: ExchangeSelector[], text: string): void {
  const clear = { selectors, interaction: { action: 'ENTER_TEXT', calledWith: '' } };
  const isCleared = JSON.stringify(writer.last?.element) === JSON.stringify(clear);
  if (isCleared) writer.steps = writer.steps.slice(0, -1);
  const press = (key: string) => writer.act({ action: 'KEY_PRESS', calledWith: key }, selectors);
  let held = '';
  const parts = [...text.matchAll(/\{[^{}]+\}|\{\{\}|[^{]+/g)];
  for (const [index, [part]] of parts.entries()) {
    const [combined] = /(?<=^\{)(?:\w+\+)+\w+(?=\}$)/.exec(part) ?? [];
    if (combined !== undefined) {
      press(combinedKeys(combined));
      continue;
    }
    const key = /^\{([^{}]+)\}$/.exec(part)?.[1]?.toLowerCase();
    const typed = part === '{{}' ? '{' : part;
    const pressed = entryOf(keys, key ?? '');
    const modifier = entryOf(modifiers, key ?? '');
    if (modifier !== undefined && index < parts.length - 1) held += `${modifier}+`;
    else if (pressed !== undefined || modifier !== undefined) press(held + (pressed ?? modifier));
    else if (held !== '' && key === undefined) for (const each of typed) press(held + each);
    else if (key !== undefined) throw new NotImported(`the key {${key}} has no equivalent`);
    else if (isBody(selectors)) writer.act({ action: 'TYPE_TEXT', calledWith: { text: typed } });
    else if (index === 0 && (isCleared || !continueTyping(writer, selectors, typed)))
      writer.act({ action: 'ENTER_TEXT', calledWith: typed }, selectors);
    else writer.act({ action: 'TYPE_TEXT', calledWith: { text: typed } }, selectors);
  }
}

/** Keys for the body are for what has the focus, or for the page. */
function isBody([first, ...others]: readonly ExchangeSelector[]): boolean {
  return others.length === 0 && first?.selectorType === 'CSS' && first.selector === 'body';
}

/** `ctrl+a` in braces. */
function combinedKeys(text: string): string {
  const [key = '', ...held] = text.split('+').reverse();
  const names = held.reverse().map((each) => entryOf(modifiers, each.toLowerCase()));
  if (names.includes(undefined)) throw new NotImported(`the key {${text}} has no equivalent`);
  return [...names, entryOf(keys, key.toLowerCase()) ?? key].join('+');
}

/**
 * Moves the cursor to the end of a field that has lost the focus.
 * @returns whether it has a text: the test has typed into it before, has checked its text, or finds it by its text.
 */
function continueTyping(writer: CaseWriter, selectors: ExchangeSelector[], typed: string): boolean {
  const isSame = ({ element }: Step) => JSON.stringify(element.selectors) === JSON.stringify(selectors);
  const action = ({ element }: Step) => element.interaction?.action ?? '';
  const hasValue = ({ element }: Step) => element.assertion?.expectation === 'TO_HAVE_VALUE';
  const filled = writer.steps.findLast(
    (step) =>
      isLeaving(step.element.interaction) ||
      (isSame(step) && (/^(?:ENTER|TYPE)_TEXT$/.test(action(step)) || hasValue(step))),
  );
  const { interaction, assertion } = filled?.element ?? {};
  // A text that begins with a space goes on with another one.
  const isFoundByText = selectors.some(
    ({ selectorType, selector }) => /^(?:TEXT|FILTER)$/.test(selectorType) || /\[value\W?=/.test(selector),
  );
  const isUnknown = filled === undefined || isLeaving(interaction);
  if (isUnknown && !isFoundByText && !/^\s/.test(typed)) return false;
  if ((interaction ?? assertion)?.calledWith === '') return false;
  const last = writer.steps.findLast((step) => action(step) !== '');
  const hasFocus =
    last !== undefined && isSame(last) && /^(?:ENTER_TEXT|TYPE_TEXT|KEY_PRESS)$/.test(action(last));
  if (!hasFocus) writer.act({ action: 'KEY_PRESS', calledWith: 'End' }, selectors);
  return true;
}
