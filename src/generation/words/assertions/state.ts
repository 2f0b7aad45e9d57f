import { onlyOne } from '../../../common/lists.ts';
import { escapeRegExp } from '../../../common/text.ts';
import type { Assertion } from '../../../contract/exchange/assertion.ts';
import { patternText } from '../../../contract/exchange/pattern.ts';
import type { PageElement } from '../../../runner/live-page.ts';
import type { Parts } from '../grammar.ts';
import { act, type CompiledStep, expects, holds, isSetTo } from '../page/compiled-step.ts';
import { hasRole, isCheckable, isControl, isField, isTextField } from '../page/control-types.ts';
import { isSameText, wordsOfPage } from '../page/element-texts.ts';
import { inModal, onlyUsable } from '../page/find-element.ts';
import { rowAround } from '../page/rows.ts';
import { find, lastOfKind, phraseIn, type Scope, text } from '../page/scope.ts';
import { optionally, Unresolved } from '../page/unresolved.ts';
import { withoutKind } from '../phrase.ts';
import { namingWords, numberOf, wordsOf } from '../vocabulary.ts';
import { columnOf } from './row-value.ts';
import { containsText } from './shown-text.ts';

/** Whether what a control opens is shown. */
function isExpanded(calledWith: boolean): Assertion {
  return { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['aria-expanded', String(calledWith)] };
}

type State = readonly [words: string, is: Assertion, isNot: Assertion];

export const states: readonly State[] = [
  ['disabled|greyed out|grayed out|inactive', { expectation: 'DISABLED' }, { expectation: 'ENABLED' }],
  ['enabled|clickable|editable', { expectation: 'ENABLED' }, { expectation: 'DISABLED' }],
  [
    'checked|ticked|selected|chosen|pressed|active|activated|on|switched on|turned on',
    { expectation: 'TO_BE_CHECKED' },
    { expectation: 'NOT_TO_BE_CHECKED' },
  ],
  [
    'unchecked|unticked|unselected|deactivated|off|switched off|turned off',
    { expectation: 'NOT_TO_BE_CHECKED' },
    { expectation: 'TO_BE_CHECKED' },
  ],
  [
    'empty|blank|cleared|emptied',
    { expectation: 'TO_HAVE_VALUE', calledWith: '' },
    { expectation: 'TO_HAVE_VALUE', calledWith: patternText('.') },
  ],
  [
    'invalid|marked as invalid|marked invalid',
    { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['aria-invalid', 'true'] },
    { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['aria-invalid', 'false'] },
  ],
  ['expanded|unfolded', isExpanded(true), isExpanded(false)],
  ['collapsed|folded', isExpanded(false), isExpanded(true)],
];

/** "All three fields are empty": those of the open dialog, else of the only form. They are empty now. */
export function areEmpty({ count }: Parts, { view }: Scope): CompiledStep[] | undefined {
  const fields = inModal(view.elements.filter(isTextField));
  const isOneForm = new Set(fields.map(({ within }) => within.join())).size === 1;
  const isCounted = count === undefined ? isOneForm : numberOf(count) === fields.length;
  if (fields.length === 0 || !isCounted || fields.some(({ field }) => field?.value !== '')) return undefined;
  return fields.map((each) => holds(each, ''));
}

/** "The storage bar shows 40 %": the only progress bar or meter that is called so, if it goes up to 100. */
export function showsProgress({ what = '', value = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const [, called] = /^(.*)\b(?:bar|meter|indicator|progress)$/i.exec(what) ?? [];
  const words = namingWords(called ?? '').filter((word) => word !== 'progress');
  const isBar = ({ role, name, within }: PageElement) =>
    /^(?:progressbar|meter)$/.test(role) &&
    words.every((word) => [name, ...within].flatMap(wordsOf).includes(word));
  const bar = onlyOne(scope.view.elements.filter(isBar));
  if (called === undefined || bar === undefined) return undefined;
  const [now, max] =
    bar.role === bar.tag || bar.tag === 'progress'
      ? (['value', 'max'] as const)
      : (['aria-valuenow', 'aria-valuemax'] as const);
  const has = (...calledWith: [string, string]) =>
    expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith }, bar);
  return [has(now, value.replace(/ ?%/, '')), has(max, '100')];
}

export function hasFocus({ what = '' }: Parts, scope: Scope): CompiledStep {
  return expects({ expectation: 'FOCUSED' }, find(what, scope, { isPossible: isControl, allowsPart: true }));
}

export function hasState(
  { what = '', where = '', state = '' }: Parts,
  assertion: Assertion,
  scope: Scope,
): CompiledStep | undefined {
  // "A is on, B is off" says something of each.
  if (/ is /i.test(what)) return undefined;
  const { expectation } = assertion;
  const isChecked = expectation === 'TO_BE_CHECKED';
  const isState = isChecked || expectation === 'NOT_TO_BE_CHECKED';
  const isChoice = (each: PageElement) => isCheckable(each) || /^(?:tab|option)$/.test(each.role);
  const isOfField = /VALUE|aria-invalid/.test(JSON.stringify(assertion));
  const isPossible = isOfField ? isField : isState ? isChoice : isControl;
  const description = `${what} ${where}`.trim();
  const search = { isPossible, allowsPart: !isOfField || !isNamedElsewhere(description, scope) };
  const last = lastOfKind(description, scope);
  const found =
    (last !== undefined && isPossible(last) ? last : undefined) ??
    optionally(() => find(description, scope, search));
  const option = found === undefined && isChecked && where === '' ? chosenOption(what, scope) : undefined;
  if (option !== undefined) return option;
  const target = found ?? find(description, scope, search);
  const roles = phraseIn(description, scope).roles ?? [];
  const isCalledControl = [...roles].some((role) => hasRole(target, role));
  if (!isCalledControl && describesRow(description, state, target, scope)) return undefined;
  // "Notifications are enabled" says nothing of the link to them, which always is.
  if (!isCalledControl && /^(?:link|tab|menuitem)$/.test(target.role) && /abled$/i.test(state))
    return undefined;
  // "Dark mode is enabled" says that the box is checked, unless it cannot be used.
  const isOn = /^(?:en|dis)abled$/i.test(state) && isCheckable(target) && !isCalledControl;
  if (isOn && !target.isDisabled) return isSetTo(target, expectation === 'ENABLED');
  return isState ? isSetTo(target, isChecked) : expects(assertion, target);
}

/** "The cart is empty" is not about the field "Search cart" if the page has something else that is called a cart. */
function isNamedElsewhere(description: string, scope: Scope): boolean {
  const { view } = scope;
  const { words, roles } = phraseIn(description, scope);
  if (roles?.has('field')) return false;
  const others = view.elements.filter(
    (each) => each.role === 'heading' || (isControl(each) && !isField(each)),
  );
  const names = [...others.map(({ name }) => name), ...view.elements.flatMap(({ within }) => within)];
  const known = new Set([...names.flatMap(wordsOf), ...wordsOfPage(view)]);
  return words.every((word) => known.has(word));
}

/** "Ada is active" may say what her row shows, and nothing of a control in it that is not called so. */
function describesRow(said: string, state: string, control: PageElement, { view }: Scope): boolean {
  if (rowAround(control, view) === undefined) return false;
  const words = wordsOf(said);
  const isNamed = control.role !== 'link' && namingWords(control.name).every((word) => words.includes(word));
  const isShown = (each: PageElement) => isSameText(each.text, state) && rowAround(each, view) !== undefined;
  return view.elements.some(isShown) || (/activ|abled/i.test(state) && !isNamed);
}

/** "Seat 5D is taken": the button that is called so is disabled. Without a number, it could do anything. */
export function isTaken({ what = '', not, state = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const called = text(withoutKind(what, scope.quotes, { isControl: true }), scope);
  const isCalled = (each: PageElement) => each.role === 'button' && isSameText(each.name, called);
  const seat = onlyOne(scope.view.elements.filter(isCalled));
  const isFree = /^(?:free|vacant|available)$/i.test(state) === (not === undefined);
  const expectation = isFree ? 'ENABLED' : 'DISABLED';
  return seat && expects({ expectation }, seat);
}

/** "The current step is Address": what the page marks as current, if it marks one. */
export function isCurrent({ kind = '', value }: Parts, scope: Scope): CompiledStep {
  const selector = `[aria-current="${kind.toLowerCase()}"]`;
  return expects(containsText(text(value, scope)), undefined, [{ selectorType: 'CSS', selector }]);
}

/** "Medium is preselected": the only list with this option has it now. */
function chosenOption(what: string, scope: Scope): CompiledStep | undefined {
  const calledWith = text(what, scope);
  const all = scope.view.elements.filter(
    ({ tag, field }) => tag === 'select' && field?.options.some((each) => isSameText(each, calledWith)),
  );
  const found = onlyUsable(all);
  return found && isSameText(found.field?.value ?? '', calledWith) ? holds(found, calledWith) : undefined;
}

/** "The table is sorted by price": its header says so, and numbers below it are in this order. */
export function isSorted({ what = '', order }: Parts, scope: Scope): CompiledStep[] {
  const header = find(what, scope, { isPossible: ({ role }) => role === 'columnheader' });
  const calledWith: [string, string] = ['aria-sort', order?.toLowerCase() ?? patternText('(?:a|de)scending')];
  const headerStep = expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith }, header);
  const cells = scope.view.elements.filter((each) => columnOf(each, scope.view) === header.text);
  const isPlain = header.tag === 'th' && order !== undefined && cells.length > 1;
  if (!isPlain || !cells.every(({ text }) => oneNumber.test(text))) return [headerStep];
  const values = cells.map(({ text }) => Number(text.replace(/[^\d.]/g, '')));
  const isDescending = /^d/i.test(order);
  if (
    values.some(
      (value, index) => index > 0 && (isDescending ? -1 : 1) * (value - (values[index - 1] ?? 0)) < 0,
    )
  )
    throw new Unresolved(`The column "${header.text}" is not in ${order} order`);
  const code = `const header = [...document.querySelectorAll('th')].find((each) => each.innerText.trim() === ${JSON.stringify(header.text)});
const cells = [...header.closest('table').tBodies[0].rows].map((row) => row.cells[header.cellIndex].innerText);
const values = cells.map((text) => Number(text.replace(/[^\\d.]/g, '')));
return values.every((value, index) => index === 0 || value ${isDescending ? '<=' : '>='} values[index - 1]);`;
  return [headerStep, act({ action: 'WAIT_FOR', calledWith: { type: 'code', code } })];
}

/** A text with one number, whose decimal point is clear. */
const oneNumber = /^[^\d.,]*\d+(?:\.\d+)?[^\d.,]*$/;

export function pointsTo({ what = '', url }: Parts, scope: Scope): CompiledStep {
  const found = find(what, scope, { isPossible: ({ href }) => href !== undefined });
  const path = escapeRegExp(text(url, scope).replace(/^https?:\/\/[^/]+/, ''));
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['href', patternText(`${path}$`)] }, found);
}

export function hasPlaceholder({ what = '', value }: Parts, scope: Scope): CompiledStep {
  const calledWith: [string, string] = ['placeholder', text(value, scope)];
  const field = find(what, scope, { isPossible: isTextField, allowsPart: true });
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith }, field);
}
