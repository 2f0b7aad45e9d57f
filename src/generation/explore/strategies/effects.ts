import {
  aboutPage,
  type Beat,
  type Candidate,
  candidate,
  controlName,
  nameOf,
  present,
  quote,
  type Seen,
  type Strategy,
} from '../candidate.ts';
import { counterOf, expectChange, sumOfRows } from '../changes.ts';
import { type Expected, hasItems, hasPath, isThere, shows } from '../expected.ts';
import { isControl, itemOf, listsOf, mentions, partsOf, readable } from '../page-state.ts';
import { dangerOf } from '../safety.ts';
import type { Transition } from '../transition.ts';

/** A button does what it says: counters move, what is added is listed, what is removed is gone. */
export const effects: Strategy = (seen: Seen) =>
  seen.transitions.filter(({ kind }) => kind === 'button').flatMap((done) => buttonCase(done, seen));

function buttonCase(done: Transition, seen: Seen): Candidate[] {
  const { element, trail, before, after } = done;
  if (element === undefined) return [];
  const twice = seen.transitions.find(
    (each) => each.kind === 'twice' && each.of?.before === before && each.element === element,
  );
  const beats = [beatOf(done, seen), ...(twice === undefined ? [] : [beatOf(twice, seen)])];
  const description = `clicking ${controlName(element, before)} on ${nameOf(before)} ${effectOf(done)}`;
  const about = `${aboutPage(before)} ${aboutPage(after)} ${element.name}`;
  return [...candidate({ description, about, trail, beats, worth: 8 }), ...dismissedCase(done, about)];
}

/** A question that is answered with no changes nothing. */
function dismissedCase({ dismissed, element, before, trail, texts }: Transition, about: string): Candidate[] {
  if (dismissed === undefined || element === undefined) return [];
  const { steps, after } = dismissed;
  const item = itemOf(before, element);
  const shown =
    item === undefined
      ? []
      : partsOf(before, item).filter((each) => !isControl(each) && mentions(readable(each), texts));
  const expected = present([
    ...[...shown, ...(item === undefined ? [] : [item])].slice(0, 1).map(shows),
    isThere(element),
  ]);
  const [question = ''] = after.dialogs.map(({ message }) => message);
  const description = `clicking ${controlName(element, before)} on ${nameOf(before)} and answering ${quote(question)} with no changes nothing`;
  return candidate({ description, about, trail, beats: [{ steps, expected }], worth: 7.8 });
}

/** The steps of a transition, and what they change. */
export function beatOf({ before, after, steps, texts, element }: Transition, { pathOf }: Seen): Beat {
  const isMoved = before.url !== after.url;
  const lists = listsOf(after).filter((items) => items.length !== listLike(items, before));
  const counts = lists.slice(0, 1).map((items) => hasItems(after, items));
  const path = isMoved ? hasPath(pathOf(after.url), after.url) : undefined;
  const expected = present([...expectChange(before, after, texts), ...counts, path]);
  // What a dialog says is expected by the step that answers it.
  const isOnlySaid = expected.length === 0 && after.dialogs.length > 0 && element !== undefined;
  return { steps, expected: isOnlySaid ? present([isThere(element)]) : expected };
}

/** How many items the list has on another page that is most like it. */
export function listLike([first]: ReturnType<typeof listsOf>[number], view: Transition['before']): number {
  return (
    listsOf(view).find(
      ([other]) => other?.role === first?.role && other?.within.join() === first?.within.join(),
    )?.length ?? 0
  );
}

function effectOf({ before, after, element, texts }: Transition): string {
  const counter = counterOf(before, after);
  const [dialog] = after.dialogs;
  const text = texts.find(
    (each) =>
      after.elements.some((other) => readable(other).includes(each)) &&
      !before.elements.some((other) => readable(other).includes(each)),
  );
  const sum = sumOfRows(after);
  if (element !== undefined && dangerOf(element, '') === 'removes') return 'removes it from the page';
  if (sum !== undefined && sum.sum === sum.shown)
    return 'shows it with its price, and the total is the sum of the rows';
  if (counter !== undefined && counter.label !== '')
    return `moves ${quote(counter.label)} ${counter.by > 0 ? 'up' : 'down'} by one`;
  if (text !== undefined) return `shows ${quote(text)}`;
  if (dialog !== undefined) return `says ${quote(dialog.message)}`;
  if (before.url !== after.url) return `leads to ${nameOf(after)}`;
  const added = after.elements.find((each) => each.role === 'dialog');
  return added === undefined ? 'changes the page' : `opens ${quote(added.name || 'a dialog')}`;
}

/** What was done is still there after a reload, and shows on other pages. */
export const persistence: Strategy = (seen: Seen) =>
  seen.transitions
    .filter(({ kind }) => kind === 'button' || kind === 'form')
    .flatMap((done) => keptCase(done, seen));

function keptCase(done: Transition, seen: Seen): Candidate[] {
  const later = seen.transitions.filter(
    ({ of }) => of === done || (of !== undefined && of.before === done.before && of.steps === done.steps),
  );
  const reload = later.find(({ kind }) => kind === 'reload');
  const kept = reload === undefined ? [] : expectKept(done, reload, seen);
  const others = later
    .filter(({ kind }) => kind === 'elsewhere')
    .map((each) => ({ each, beat: elsewhere(each) }));
  const shown = others.filter(({ beat }) => beat.expected.length > 0);
  const beats: Beat[] = [{ steps: done.steps, expected: beatOf(done, seen).expected.slice(0, 2) }];
  if (reload !== undefined && kept.length > 0) beats.push({ steps: reload.steps, expected: kept });
  beats.push(...shown.map(({ beat }) => beat));
  if (beats.length < 2) return [];
  const what =
    done.element === undefined
      ? `submitting ${quote(done.form?.title ?? 'the form')}`
      : `clicking ${controlName(done.element, done.before)}`;
  const where = shown.map(({ each }) => nameOf(each.after))[0];
  const parts = [
    kept.length > 0 ? 'is kept after a reload' : '',
    where === undefined ? '' : `shows on ${where}`,
  ].filter((each) => each !== '');
  const description = `the result of ${what} ${parts.join(' and ')}`;
  const about = `${aboutPage(done.after)} ${shown.map(({ each }) => aboutPage(each.after)).join(' ')} ${what}`;
  return candidate({ description, about, trail: done.trail, beats, worth: 7.5 });
}

/** What the action has shown is expected again, as far as the page shows it after the reload, and not without the action. */
function expectKept(done: Transition, reload: Transition, seen: Seen): Expected[] {
  const fresh = seen.states.find(
    ({ trail, view }) => trail.steps.length === 0 && view.url === reload.after.url,
  );
  const removes = done.element !== undefined && dangerOf(done.element, '') === 'removes';
  const isPlain = ({ holds }: Expected) =>
    holds(done.before) || (!removes && fresh !== undefined && holds(fresh.view));
  return beatOf({ ...done, steps: reload.steps }, seen).expected.filter(
    (each) => each.holds(reload.after) && !isPlain(each),
  );
}

/** The change of another page. */
function elsewhere({ before, after, steps, texts }: Transition): Beat {
  const added = after.elements.filter(
    (each) => /^(?:button|link)$/.test(each.role) && !before.elements.some(({ name }) => name === each.name),
  );
  const expected = expectChange(before, after, texts);
  return { steps, expected: expected.length > 0 ? expected : present(added.slice(0, 2).map(isThere)) };
}
