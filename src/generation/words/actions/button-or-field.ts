import type { PageElement } from '../../../runner/live-page.ts';
import { plainText } from '../clause.ts';
import type { Parts } from '../grammar.ts';
import { act, type CompiledStep, repeated } from '../page/compiled-step.ts';
import { isButtonLike, isTextField } from '../page/control-types.ts';
import { shownElement, wordsOfPage } from '../page/element-texts.ts';
import { find, type Scope } from '../page/scope.ts';
import { attempt, NotFound, optionally, Unresolved } from '../page/unresolved.ts';
import { namingWords, numberOf, wordsOf } from '../vocabulary.ts';
import { check } from './choose-option.ts';
import { clickByWholeClause } from './click.ts';
import { enterInto, field } from './enter-text.ts';

/** "Mark INV-7 as paid" is a button "Mark as paid" in its row, one that is called "Paid", or a checkbox "Paid in cash". */
export function markAs({ verb = '', what = '', how = '' }: Parts, scope: Scope): CompiledStep {
  const clickOnWhole = optionally(() => clickByWholeClause(`${verb} ${what} as ${how}`, scope));
  const button = { isPossible: isButtonLike, what: 'a button' };
  // A box is for what the page or its dialog is about: "them" and "Ada" are in rows.
  const dialogs = scope.view.elements.flatMap(({ isModal, within }) => (isModal ? within : []));
  const about = [...wordsOfPage(scope.view), ...dialogs.flatMap(wordsOf)];
  const isOfPage =
    !/^(?:them|all|those|these)\b/i.test(what) && namingWords(what).every((word) => about.includes(word));
  const clicked = attempt(
    () => clickOnWhole ?? act({ action: 'CLICK' }, find(`${how} of ${what}`, scope, button)),
    NotFound,
  );
  if (!(clicked instanceof Unresolved)) return clicked;
  const checked = isOfPage ? optionally(() => check({ target: how }, scope)) : undefined;
  if (checked === undefined) throw clicked;
  return checked;
}

/** "Delete the name", where no button does so, empties the field that has one. */
export function emptyField({ target = '' }: Parts, scope: Scope): CompiledStep {
  const button = optionally(() => clickByWholeClause(`delete ${target}`, scope));
  const isFilled = (each: PageElement) => isTextField(each) && each.field?.value !== '';
  const search = { isPossible: isFilled, what: 'a button or field to delete' };
  return button ?? enterInto(find(target, scope, search), '');
}

/** "Increase the servings" is the button "More servings", if there is one for fewer, too. A field gets the sum. */
export function stepBy({ verb = '', target = '', count }: Parts, scope: Scope) {
  const search = { isPossible: isButtonLike, what: 'a button', extraWords: ['more', 'one'] };
  if (namingWords(target).length === 0) return undefined;
  const named = ['more|plus|add one|increase', 'fewer|less|minus|remove one|decrease'].map((words) =>
    words.split('|').flatMap((word) => optionally(() => find(`${word} ${target}`, scope, search)) ?? []),
  );
  const [up, down] = named.map((all) => (new Set(all).size === 1 ? all[0] : undefined));
  const isMore = /^(?:increase|raise|add)$/i.test(verb);
  const amount = /^an?$/i.test(count ?? 'a') ? 1 : numberOf(count ?? '');
  const button = isMore ? up : down;
  if (up !== undefined && down !== undefined && up !== down && amount !== undefined && amount > 0)
    return repeated([act({ action: 'CLICK' }, button)], amount);
  if (count === undefined || /^(?:add|remove)$/i.test(verb)) return undefined;
  const found = field(target, scope);
  const value = found.field?.value ?? '';
  if (amount === undefined) throw new Unresolved(`"${plainText(count, scope.quotes)}" is not a number`);
  if (!/^\d+$/.test(value)) throw new Unresolved(`${shownElement(found)} does not contain a whole number`);
  return enterInto(found, String(Number(value) + (isMore ? amount : -amount)));
}
