import type { PageElement } from '../../../runner/live-page.ts';
import { containerOf } from '../../explore/page-forms.ts';
import type { Parts } from '../grammar.ts';
import { act, type CompiledStep } from '../page/compiled-step.ts';
import { shownElement } from '../page/element-texts.ts';
import { isIn } from '../page/find-element.ts';
import type { Scope } from '../page/scope.ts';
import { NotFound, Unresolved } from '../page/unresolved.ts';
import { readPageAreas } from '../phrase.ts';
import { wordsOf } from '../vocabulary.ts';

/** How the names of buttons begin that do not submit their form. */
export const otherButton = /^(?:(?:cancel|back|previous|close|show|hide|toggle|reset|clear)\b|\P{L}*$)/iu;

/**
 * "Submit the form", if no button says so, is the one button of the form that the step before was about, or of the only form
 * that is meant. Fields outside of forms may be meant as well.
 */
export function submitForm({ name = '' }: Parts, scope: Scope): CompiledStep {
  const { view, quotes, context } = scope;
  const places = [...scope.places, ...(name === '' ? [] : readPageAreas(`in the ${name} form`, quotes))];
  const isMeant = (each: PageElement) => places.every((place) => isIn(each, place, view));
  const fields = view.elements.filter((each) => each.field !== undefined);
  const meant = fields.filter(isMeant);
  // "The suggestion form" may be the only one, with a button "Send suggestion".
  const isSaid = ({ role, name: own }: PageElement) =>
    role === 'button' && wordsOf(name).every((word) => wordsOf(own).includes(word));
  const isOnly = scope.places.length === 0 && new Set(fields.map(containerOf)).size === 1;
  const isNamed = name !== '' && isOnly && view.elements.some(isSaid);
  const forms = new Set((meant.length === 0 && isNamed ? fields : meant).map(containerOf));
  const current = context.target === undefined ? '' : containerOf(context.target);
  const [only = '', ...otherForms] = forms;
  const form = forms.has(current) ? current : otherForms.length === 0 ? only : '';
  const buttons = view.elements.filter(
    (each) =>
      each.role === 'button' &&
      containerOf(each) === form &&
      !otherButton.test(each.name) &&
      !/^\P{L}+$/u.test(each.text),
  );
  const named = name === '' ? [] : buttons.filter(isSaid);
  const [button, ...others] = named.length === 1 ? named : buttons;
  if (form === '' || button === undefined) throw new NotFound('Found no form with a button');
  if (others.length > 0)
    throw new Unresolved(
      `${buttons.length} buttons could submit the form`,
      buttons.slice(0, 3).map(shownElement),
    );
  return act({ action: 'CLICK' }, button);
}
