import { formatCount } from '../../../common/text.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { type Candidate, candidate, type Stage, type Strategy, stage } from '../candidate.ts';
import { isControl } from '../controls.ts';
import { aboutPage, controlName, nameOf, quote, submitting } from '../descriptions.ts';
import { counterOf, expectChange, isContainer, sumOfRows } from '../expected-changes.ts';
import { hasItems } from '../expected-lists.ts';
import { itemOf, listsOf, partsOf } from '../list-items.ts';
import { type Expectation, hasPath, isPresent, notShown, present, shows } from '../page-expectations.ts';
import { changeOf } from '../page-state.ts';
import { mentions, ownText, readable } from '../readable-text.ts';
import { dangerOf } from '../safety.ts';
import type { ExplorationRecord, Transition } from '../transition.ts';
import { rearranged } from './content.ts';

/** How much is expected of each of several places. */
const maxExpectedEach = 3;

/** A button does what it says: counters move, what is added is listed, what is removed is gone. */
export const effects: Strategy = (seen) =>
  seen.transitions.filter(({ kind }) => kind === 'button').flatMap((done) => buttonCase(done, seen));

function buttonCase(done: Transition, seen: ExplorationRecord): Candidate[] {
  const { element, trail, before, after } = done;
  if (element === undefined) return [];
  const twice = seen.transitions.find(
    (each) => each.kind === 'twice' && each.of?.before === before && each.element === element,
  );
  const once = stageOf(done, seen);
  const again = twice === undefined ? [] : [withVanished(stageOf(twice, seen), done, twice)];
  const isSame = (each: Stage) => JSON.stringify(each.expected) === JSON.stringify(once.expected);
  const stages = [once, ...again.filter((each) => !isSame(each)), ...lastingStages(done, seen)];
  const description = `${doing(done)} ${effectOf(done)}`;
  const about = `${aboutPage(before)} ${aboutPage(after)} ${element.name}`;
  return [...candidate({ description, about, trail, stages, weight: 8 }), ...dismissedCase(done, about)];
}

/** What the first click has shown, and the second one has hidden again, is gone. */
function withVanished({ steps, expected }: Stage, first: Transition, twice: Transition): Stage {
  const shown = changeOf(first.before, first.after).appeared;
  const disappearances = shown
    .filter((each) => isPlainText(each, first.after))
    .map((each) => notShown(each, twice.after));
  return stage(steps, [...expected, ...present(disappearances).slice(0, 1)]);
}

/** A question that is answered with no changes nothing. */
function dismissedCase(done: Transition, about: string): Candidate[] {
  const { dismissed, element, before, trail, texts } = done;
  if (dismissed === undefined || element === undefined) return [];
  const { steps, after } = dismissed;
  const item = itemOf(before, element);
  const shown =
    item === undefined
      ? []
      : partsOf(before, item).filter((each) => !isControl(each) && mentions(readable(each), texts));
  const [subject = item] = shown;
  const expected = [subject && shows(subject), isPresent(element)];
  const [question = ''] = after.dialogs.map(({ message }) => message);
  const description = `${doing(done)} and answering ${quote(question)} with no changes nothing`;
  return candidate({ description, about, trail, stages: [stage(steps, expected)], weight: 7.8 });
}

export function stageOf(done: Transition, { pathOf }: ExplorationRecord): Stage {
  const { before, after, steps, texts, element } = done;
  const isMoved = before.url !== after.url;
  const lists = listsOf(after).filter((items) => items.length !== listLike(items, before));
  const counts = lists.slice(0, 1).map((items) => hasItems(after, items));
  const path = isMoved ? hasPath(pathOf(after.url), after.url) : undefined;
  const list = element === undefined ? undefined : rearranged(done)?.expected;
  const news = expectChange(before, after, texts, { isListed: list !== undefined });
  const changed = stage(steps, [...news, ...(list ?? []), ...counts, path]);
  // What a dialog says is expected by the step that answers it.
  const isOnlySaid = changed.expected.length === 0 && after.dialogs.length > 0 && element !== undefined;
  return isOnlySaid ? stage(steps, [isPresent(element)]) : changed;
}

/** How many items the list has on another page that is most like it. */
export function listLike([first]: ReturnType<typeof listsOf>[number], view: PageView): number {
  return (
    listsOf(view).find(
      ([other]) => other?.role === first?.role && other?.within.join() === first?.within.join(),
    )?.length ?? 0
  );
}

/** A click or a form, in a sentence. */
function doing(done: Transition): string {
  const { element, before } = done;
  return element === undefined
    ? submitting(done)
    : `clicking ${controlName(element, before)} on ${nameOf(before)}`;
}

function effectOf(done: Transition): string {
  const { before, after, element, texts } = done;
  const counter = counterOf(before, after);
  const [dialog] = after.dialogs;
  const text = texts.find(
    (each) =>
      /\p{L}/u.test(each) &&
      after.elements.some((other) => readable(other).includes(each)) &&
      !before.elements.some((other) => readable(other).includes(each)),
  );
  const removes = element !== undefined && dangerOf(element, '') === 'removes';
  if (removes && itemOf(before, element) !== undefined) return 'removes it from the page';
  if (isAddedUp(before, after, texts)) return 'shows it with its price, and the total is the sum of the rows';
  if (counter !== undefined && counter.label !== '')
    return `moves ${quote(counter.label)} ${counter.by > 0 ? 'up' : 'down'} by one`;
  if (text !== undefined) return `shows ${quote(text)}`;
  const list = rearranged(done);
  if (list !== undefined) return list.words;
  if (dialog !== undefined) return `says ${quote(dialog.message)}`;
  if (before.url !== after.url) return `leads to ${nameOf(after)}`;
  const dialogName = nameOfDialog(after);
  if (dialogName !== undefined) return `opens ${dialogName}`;
  const { appeared, vanished } = changeOf(before, after);
  const [shown] = appeared.filter((each) => isPlainText(each, after));
  const control = appeared.find(
    (each) => isControl(each) && each.name !== '' && isPresent(each) !== undefined,
  );
  const [hidden] = vanished.filter((each) => isPlainText(each, before));
  if (shown !== undefined) return `shows ${quote(ownText(shown, after) || readable(shown))}`;
  if (control !== undefined) return `shows ${controlName(control, after)}`;
  return hidden === undefined
    ? 'changes the page'
    : `hides ${quote(ownText(hidden, before) || readable(hidden))}`;
}

/** An open dialog in a sentence: by its name, or by the first heading in it. */
function nameOfDialog({ elements }: PageView): string | undefined {
  const index = elements.findIndex(({ role }) => role === 'dialog');
  const heading = elements.find(({ role, inside }) => role === 'heading' && inside.includes(index));
  const name = elements[index]?.name || (heading && readable(heading));
  return index < 0 ? undefined : name === undefined ? 'a dialog' : quote(name);
}

/** Whether what an action is about is listed with its price, in a total that has changed. */
function isAddedUp(before: PageView, after: PageView, texts: readonly string[]): boolean {
  const sum = sumOfRows(after);
  if (sum === undefined || sum.sum !== sum.shown || sum.shown === sumOfRows(before)?.shown) return false;
  return listsOf(after).some((items) => items.some((item) => mentions(readable(item), texts)));
}

function isPlainText(element: PageElement, view: PageView): boolean {
  const isText = !isControl(element) && !isContainer(element, view) && element.role !== 'columnheader';
  return isText && shows(element) !== undefined;
}

/** What was done is still there after a reload, and shows on other pages. */
export function lastingStages(done: Transition, seen: ExplorationRecord): Stage[] {
  const later = seen.transitions.filter(
    ({ of }) => of === done || (of !== undefined && of.before === done.before && of.steps === done.steps),
  );
  const reload = later.find(({ kind }) => kind === 'reload');
  const persisted = reload === undefined ? [] : expectPersisted(done, reload, seen);
  const again = { steps: reload?.steps ?? [], expected: persisted, outcome: 'is kept after a reload' };
  const others = later
    .filter(({ kind }) => kind === 'elsewhere')
    .map((each) => ({ ...elsewhere(each), outcome: `shows on ${nameOf(each.after)}` }));
  return [again, ...others].filter(({ expected }) => expected.length > 0);
}

/** What the action has shown is expected again, as far as the page shows it after the reload, and not without the action. */
function expectPersisted(done: Transition, reload: Transition, seen: ExplorationRecord): Expectation[] {
  const fresh = seen.states.find(
    ({ trail, view }) => trail.steps.length === 0 && view.url === reload.after.url,
  );
  const removes = done.element !== undefined && dangerOf(done.element, '') === 'removes';
  const isPlain = ({ holds }: Expectation) =>
    holds(done.before) || (!removes && fresh !== undefined && holds(fresh.view));
  // Of another page, only what is about the action says that it was kept.
  const isMoved = done.before.url !== done.after.url;
  const isAbout = ({ step }: Expectation) => mentions(JSON.stringify(step), done.texts);
  return stageOf({ ...done, steps: reload.steps }, seen).expected.filter(
    (each) => each.holds(reload.after) && !isPlain(each) && (!isMoved || isAbout(each)),
  );
}

/** The change of another page. */
function elsewhere({ before, after, steps, texts }: Transition): Stage {
  const added = after.elements.filter(
    (each) => /^(?:button|link)$/.test(each.role) && !before.elements.some(({ name }) => name === each.name),
  );
  const expected = expectChange(before, after, texts);
  return stage(steps, expected.length > 0 ? expected : added.slice(0, 2).map(isPresent));
}

/** What works with one entry of a list works with the others, and what works on one page works on the others of its kind. */
export const similar: Strategy = (seen) => {
  const again = seen.transitions.filter(({ kind }) => kind === 'similar');
  return [...Map.groupBy(again, ({ trail }) => trail).values()].flatMap((all) => similarCase(all, seen));
};

function similarCase(all: readonly Transition[], seen: ExplorationRecord): Candidate[] {
  const [first] = all;
  if (first === undefined) return [];
  const stages = all.map((each) => {
    const { steps, expected } = stageOf(each, seen);
    return { steps, expected: expected.slice(0, maxExpectedEach) };
  });
  const { trail, before, element, form } = first;
  const outcome =
    all.length > 1 ? `and in ${formatCount(all.length - 1, 'place')} like it works` : effectOf(first);
  const description = `${doing(first)} ${outcome}`;
  const about = `${aboutPage(before)} ${element?.name ?? form?.title}`;
  return candidate({ description, about, trail, stages, weight: 7 });
}
