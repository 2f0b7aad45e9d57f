import type { PageElement } from '../../../runner/live-page.ts';
import { aboutPage, candidate, nameOf, quote, type Strategy, stage } from '../candidate.ts';
import { hasItemAt, hasItems, isGone, present } from '../expectations.ts';
import { expectChange } from '../expected-changes.ts';
import { isFilter, isSelect } from '../find-forms.ts';
import { listsOf, partsOf, readable } from '../page-state.ts';
import type { Transition } from '../transition.ts';
import { distinctPart } from './content.ts';

const maxItems = 6;

/** A filter shows a part of a list, a sort order changes its order, and other fields change the page. */
export const lists: Strategy = ({ transitions }) =>
  transitions.filter(isListTransition).flatMap((done) => {
    const { before, after, steps, trail, texts } = done;
    const items = listsOf(after).toSorted((a, b) => b.length - a.length)[0] ?? [];
    const old = listsOf(before).toSorted((a, b) => b.length - a.length)[0] ?? [];
    const named = items
      .slice(0, maxItems)
      .map((item) => hasItemAt(after, item, distinctPart(after, item, items) ?? item));
    const left = old.filter((each) => !items.some((other) => readable(other) === readable(each)));
    const gone = left.flatMap((item) => [item, ...partsOf(before, item)]).map((each) => isGone(each, after));
    const shown = stage(steps, [
      items.length > 0 ? hasItems(after, items) : undefined,
      ...named,
      ...present(gone).slice(0, 1),
      ...expectChange(before, after, texts, 3),
    ]);
    const description = `${actionOf(done)} on ${nameOf(before)} ${outcomeOf(old, items)}`;
    const about = `${aboutPage(before)} ${done.element?.name ?? done.form?.title} search filter sort`;
    return candidate({ description, about, trail, stages: [shown], worth: 8 });
  });

function isListTransition({ kind, form }: Transition): boolean {
  return kind === 'widget' || (kind === 'form' && form !== undefined && isFilter(form));
}

function actionOf({ element, texts, filled, form }: Transition): string {
  const value = quote(filled?.[0]?.value ?? texts.at(-1) ?? '');
  const field = quote(element?.name || form?.fields[0]?.name || 'the list');
  return element !== undefined && isSelect(element)
    ? `choosing ${value} in ${field}`
    : `entering ${value} in ${field}`;
}

function outcomeOf(old: readonly PageElement[], items: readonly PageElement[]): string {
  const [before, now] = [old.map(readable), items.map(readable)];
  if (before.length > 0 && now.length === 0) return 'shows no entries';
  const isPart = before.length > 0 && now.every((each) => before.includes(each));
  if (isPart && now.length < before.length) return `shows ${now.length} of ${before.length} entries`;
  return isPart && now.length === before.length && now.join() !== before.join()
    ? 'changes the order of the entries'
    : 'changes what is shown';
}
