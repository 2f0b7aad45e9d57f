import type { PageElement, PageView } from '../../runner/live-page.ts';
import { type Form, formsOf, isFilter } from './forms.ts';
import { kindOf, kindOfForm, kindOfPage } from './kinds.ts';
import { isSameForm, matching, perform, subjectOf, submit } from './perform.ts';
import { click, goTo } from './steps.ts';
import { hasChanged, type State, type Transition } from './transition.ts';
import type { Trail, Visit } from './visit.ts';

/** In how many other places the same is done, and in how many of them in one session. */
const [maxPlaces, maxInSession] = [12, 4];

/** Where in one session the same is done as was done elsewhere: with other entries of a list, or on other pages of a kind. */
export interface Alike {
  readonly done: Transition;
  /** To the first of the places. */
  readonly trail: Trail;
  readonly places: readonly Place[];
}

type Control = PageElement | Form;

export interface Place {
  readonly state: State;
  readonly control: Control;
}

/**
 * Where the same can be done as on pages that a new session can open. Each kind counts once.
 * @param isSafe whether a control may be used.
 */
export function alikeOf(
  transitions: readonly Transition[],
  states: readonly State[],
  isSafe: (place: Place) => boolean,
): Alike[] {
  const plain = states.filter(({ trail }) => trail.steps.length === 0);
  const kinds = new Set<string>();
  return transitions.flatMap((done) => {
    const used = done.form ?? done.element;
    const here = plain.find(({ view }) => view.url === done.before.url);
    const isFirst = done.trail.steps.length === 0 && /^(?:button|form)$/.test(done.kind);
    if (here === undefined || used === undefined || !isFirst) return [];
    if (done.form !== undefined && isFilter(done.form)) return [];
    const [kind, page] = [kindOfControl(here.view, used), kindOfPage(here)];
    const key = `${kind} ${page}`;
    if (kinds.has(key)) return [];
    kinds.add(key);
    const pages = plain.filter((each) => each === here || kindOfPage(each) === page);
    const places = pages
      .flatMap((state) => placesOn(state, used, kind))
      .filter((each) => (each.state !== here || !isSame(each.control, used)) && isSafe(each));
    return sessionsOf(done, places.slice(0, maxPlaces));
  });
}

function sessionsOf(done: Transition, places: readonly Place[]): Alike[] {
  const count = Math.ceil(places.length / maxInSession);
  return Array.from({ length: count }, (_, index) => {
    const some = places.slice(index * maxInSession, (index + 1) * maxInSession);
    const trail = { ...done.trail, ...some[0]?.state.trail };
    return { done, trail, places: some };
  });
}

/** The controls on a page that are of the same kind as another one. */
function placesOn(state: State, used: Control, kind: string): Place[] {
  const controls = 'fields' in used ? formsOf(state.view) : state.view.elements;
  return controls
    .filter((control) => kindOfControl(state.view, control) === kind)
    .map((control) => ({ state, control }));
}

function kindOfControl(view: PageView, control: Control): string {
  return 'fields' in control ? kindOfForm(view, control) : kindOf(view, control);
}

/** Whether a page has a control again. */
function isSame(one: Control, other: Control): boolean {
  if ('fields' in one) return 'fields' in other && isSameForm(one, other);
  return !('fields' in other) && one.role === other.role && one.name === other.name;
}

/** Does in all places of a session what was done in one. @yields what it changes in each. */
export async function* doAlike(
  visit: Visit,
  { done, trail, places }: Alike,
  pathOf: (url: string) => string,
  prompt: string,
): AsyncGenerator<Transition> {
  for (const [index, { state, control }] of places.entries()) {
    const open = index === 0 ? [] : [goTo(pathOf(state.view.url))];
    if (!(await visit.play(open))) continue;
    const here = { ...state, view: await visit.look() };
    const again = await doThere(visit, here, control, done, prompt);
    if (again !== undefined)
      yield { ...again, kind: 'alike', trail, of: done, steps: [...open, ...again.steps] };
  }
}

async function doThere(visit: Visit, here: State, control: Control, done: Transition, prompt: string) {
  if ('fields' in control) {
    const form = formsOf(here.view).find((each) => isSame(each, control));
    return form && submit(visit, here, form, matching(done.filled ?? [], form), prompt);
  }
  const element = here.view.elements.find((each) => isSame(each, control));
  const clicked = element && (await perform(visit, here, [click(element)], prompt, element));
  if (element === undefined || clicked === undefined || !hasChanged(clicked.before, clicked.after))
    return undefined;
  return { ...clicked, element, texts: [...clicked.texts, ...subjectOf(element, here.view)] };
}
