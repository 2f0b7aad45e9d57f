import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { isText } from './controls.ts';
import { labelOf } from './field-values.ts';
import {
  type BrokenForm,
  brokenForms,
  createsAccount,
  type FilledField,
  fillSteps,
  fillValid,
  submitStep,
  variationOf,
} from './filled-form.ts';
import { isInFrame, itemOf, listKey, listsOf } from './list-items.ts';
import { isInNewSession, isOfUniqueEntry } from './own-entries.ts';
import { type Form, formsOf, isFilter } from './page-forms.ts';
import { sameSelectors, stateKey, urlPattern } from './page-state.ts';
import {
  clickOn,
  enteredTexts,
  isSameForm,
  matching,
  perform,
  repeatClick,
  subjectOf,
  submit,
} from './perform-on-page.ts';
import { readable } from './readable-text.ts';
import { correctedValues, refusalsIn } from './refusals.ts';
import { dangerOf, dangerOfText, isPageLink } from './safety.ts';
import { click, goTo, uniqueText } from './steps.ts';
import { type ExplorationRecord, hasChanged, type State, type Transition, trailAfter } from './transition.ts';
import type { Trail, Visit, Visits } from './visit.ts';

const maxBroken = 12;
const maxOtherPages = 4;
/** How often a form is submitted with values that should be valid. */
const maxAttempts = 3;
const maxOptions = 5;
/** A text that no list has. */
const unmatchedText = 'zzyzx';

/** What can be done on a page. */
export type PageAction =
  | { readonly kind: 'link' | 'button' | 'widget'; readonly element: PageElement }
  | { readonly kind: 'form' | 'refusals'; readonly form: Form };

interface Outcome {
  readonly found: readonly Transition[];
  /** Whether the session differs from what it was before, so that the page may be another one when it is opened again. */
  readonly isChanged: boolean;
  /** True if the session no longer had the control. */
  readonly notShown?: boolean;
  /** True if it was done in another session. */
  readonly isElsewhere?: boolean;
}

/** Does what a page offers in a session that shows it. */
export class PageActions {
  readonly #visits: Visits;
  readonly #seen: ExplorationRecord;
  /** What forms did with valid values. */
  readonly #valid = new Map<Form, Transition>();
  /** Whether a page is the same when it is opened again. */
  readonly #reopens = new Map<State, boolean>();
  /** What pages last showed that a session has changed, by their paths. */
  readonly #changed = new Map<string, { readonly view: PageView; readonly trail: Trail }>();
  #isShared: boolean | undefined;

  constructor(visits: Visits, seen: ExplorationRecord) {
    this.#visits = visits;
    this.#seen = seen;
  }

  /** Whether what was entered in one session is seen in others, so that each attempt has to enter something new. */
  get isShared(): boolean {
    return this.#isShared === true;
  }

  /** Whether a form was submitted with valid values, and did something. */
  hasSubmitted(form: Form): boolean {
    return this.#valid.has(form);
  }

  /** Opens a page of the app by its URL. */
  #goTo(url: string): ExchangeElement {
    return goTo(this.#seen.pathOf(url));
  }

  async do(visit: Visit, state: State, action: PageAction): Promise<Outcome> {
    if ('form' in action) {
      const { kind, form } = action;
      return kind === 'form' ? this.#form(visit, state, form) : this.#refusals(visit, state, form);
    }
    const { element } = action;
    if (action.kind === 'widget') return this.#choose(visit, state, [element]);
    if (action.kind === 'button') {
      const found = await this.#button(visit, state, element);
      return { found: found ?? [], isChanged: true, notShown: found === undefined };
    }
    const done = await clickOn(visit, state, element);
    return { found: done === undefined ? [] : [{ ...done, kind: 'link', element }], isChanged: false };
  }

  /** Opens the page of a state again. @returns whether it is the same. */
  async isBack(visit: Visit, state: State): Promise<boolean> {
    const known = this.#reopens.get(state);
    if (known === false || !(await visit.run([this.#goTo(state.view.url)]))) return false;
    if (known === true) return true;
    const isSame = stateKey(await visit.look()) === stateKey(state.view);
    this.#reopens.set(state, isSame);
    return isSame;
  }

  /**
   * Uses a page that must not have changed: in the same session if possible, or in a new one.
   * @param index how often it was used before.
   */
  async #onPage<T>(visit: Visit, state: State, index: number, use: (visit: Visit) => Promise<T>) {
    return index === 0 || (await this.isBack(visit, state))
      ? use(visit)
      : this.#visits.with(state.trail, use);
  }

  /** Clicks a button, once more or that of another item, too, and looks what has become of other pages. */
  async #button(visit: Visit, state: State, element: PageElement): Promise<Transition[] | undefined> {
    const isOnlyForOwn = dangerOf(element, this.#visits.app.prompt) === 'removes';
    if (isOnlyForOwn && !(await this.#isOwn(visit, state, element))) return [];
    const about = subjectOf(element, state.view);
    const first = await clickOn(visit, state, element);
    if (first === undefined) return undefined;
    if (!hasChanged(first.before, first.after)) return [];
    const done = { ...first, kind: 'button', element, texts: [...first.texts, ...about] } as const;
    const removes = dangerOf(element, '') === 'removes';
    const isSame = urlPattern(done.before.url) === urlPattern(done.after.url);
    const item = itemOf(state.view, element);
    const isStillThere = done.after.elements.some((each) => sameSelectors(each, element));
    if (item === undefined && isSame && isStillThere) {
      const again = await clickOn(visit, stateAfter(state, done), element);
      const isSignificant = again !== undefined && hasChanged(again.before, again.after);
      if (isSignificant) return [done, { ...done, ...again, kind: 'twice', of: done }];
    }
    const found = [done, ...(await this.#followUp(visit, done))];
    if (item === undefined || removes) return found;
    const other = state.view.elements.find(
      (each) => each.role === element.role && isOfSameList(state.view, each, item) && each !== element,
    );
    // An app may have forgotten what was done when its page was opened again.
    const reload = found.find(({ kind }) => kind === 'reload');
    if (reload !== undefined && !hasChanged(state.view, reload.after)) return found;
    const start = reload !== undefined && hasChanged(done.after, reload.after) ? reload : done;
    let last: Transition = start;
    for (const next of other === undefined ? [element] : [other, element]) {
      const more = await this.#clickLater(visit, state, last, next);
      if (more === undefined) return found;
      found.push(more);
      last = more;
    }
    return last === start ? found : [...found, ...(await this.#followUp(visit, last))];
  }

  /** Whether the session has added itself what a control removes. */
  async #isOwn({ unique }: Visit, state: State, element: PageElement): Promise<boolean> {
    if (isOfUniqueEntry(state, element)) return true;
    const path = this.#seen.pathOf(state.view.url);
    const newSession = await this.#visits.with({ path, steps: [] }, (other) => other.look());
    return newSession !== undefined && !isInNewSession(state, element, newSession, unique);
  }

  async #clickLater(visit: Visit, state: State, last: Transition, element: PageElement) {
    const isBack = last.after.url !== state.view.url;
    const back = isBack ? [this.#goTo(state.view.url)] : [];
    if (!(await visit.run(back))) return undefined;
    const trail = trailAfter(last);
    const view = isBack ? await visit.look() : last.after;
    const here = { trail: { ...trail, steps: [...trail.steps, ...back] }, view };
    const done = await repeatClick(visit, here, element);
    return done && ({ ...done, kind: 'button' } as const);
  }

  /** Submits a form as asked for, then once more and with other values. */
  async #form(visit: Visit, state: State, form: Form): Promise<Outcome> {
    if (isFilter(form)) return this.#choose(visit, state, form.fields, form);
    const isUnique = createsAccount(form) || this.#isShared !== false;
    const values = fillValid(form, { isUnique, account: state.account });
    return this.#submitValid(visit, state, form, { values, attempt: 1 });
  }

  /** Submits a form with values that should be valid, and with better ones as long as the page says what is wrong with them. */
  async #submitValid(
    visit: Visit,
    state: State,
    form: Form,
    { values, attempt }: { readonly values: readonly FilledField[]; readonly attempt: number },
  ): Promise<Outcome> {
    const done = await submit(visit, state, form, values);
    if (done === undefined) {
      return form.submit === undefined
        ? this.#choose(visit, state, form.fields)
        : { found: [], isChanged: true };
    }
    const better = attempt < maxAttempts ? correctedValues(done) : undefined;
    if (better !== undefined) {
      const again = { values: better, attempt: attempt + 1 };
      const next = (on: Visit) => this.#submitValid(on, state, form, again);
      const isHere = await this.isBack(visit, state);
      const outcome = isHere ? await next(visit) : await this.#visits.with(state.trail, next);
      const [accepted] = outcome?.found ?? [];
      if (outcome !== undefined && accepted !== undefined) {
        const broken = brokenBy(values, better);
        if (broken !== undefined && refusalsIn(accepted).length === 0)
          this.#seen.transitions.push({ ...done, kind: 'broken', of: accepted, broken });
        return { ...outcome, ...(isHere ? {} : { isElsewhere: true }) };
      }
    }
    this.#valid.set(form, done);
    const followed = await this.#followUp(visit, done);
    this.#isShared ??= createsAccount(form)
      ? undefined
      : await this.#isSeenByOthers(state, [done, ...followed], visit.unique);
    const more = await this.#again(visit, state, form, done);
    return { found: [done, ...followed, ...more], isChanged: true };
  }

  /** Submits a form that accepts valid values with one constraint broken at a time. */
  async #refusals(visit: Visit, state: State, form: Form): Promise<Outcome> {
    const valid = this.#valid.get(form);
    const broken = brokenForms(form, valid?.filled ?? []).slice(0, maxBroken);
    for (const [index, each] of broken.entries()) {
      const done = await this.#onPage(visit, state, index, (on) => this.#submitBroken(on, state, form, each));
      // What is found counts even if the time is over before all was tried.
      if (done !== undefined && valid !== undefined) this.#seen.transitions.push({ ...done, of: valid });
    }
    return { found: [], isChanged: false };
  }

  /**
   * Uses fields that choose what a page shows, such as a search or a sort order, each alone.
   * @param form is submitted after each. Without one, the fields work by themselves.
   */
  async #choose(visit: Visit, state: State, elements: readonly PageElement[], form?: Form): Promise<Outcome> {
    const found: Transition[] = [];
    const choices = elements.flatMap((element) => this.#choices(state, element));
    for (const [index, choice] of choices.entries()) {
      const done = await this.#onPage(visit, state, index, (on) =>
        form === undefined ? this.#use(on, state, choice) : submit(on, state, form, [choice]),
      );
      if (done !== undefined) found.push({ ...done, element: choice.element });
    }
    const isIdle = found.length === 0 && form !== undefined && form.submit === undefined;
    return isIdle ? this.#choose(visit, state, elements) : { found, isChanged: false };
  }

  async #use(visit: Visit, state: State, choice: FilledField): Promise<Transition | undefined> {
    const done = await perform(visit, state, { steps: fillSteps([choice]), entered: [choice.value] });
    return done !== undefined && hasChanged(done.before, done.after)
      ? { ...done, kind: 'widget' }
      : undefined;
  }

  /** What to enter or choose in a field of a filter. */
  #choices({ view }: State, element: PageElement): FilledField[] {
    const { options = [], value: now } = element.field ?? {};
    const { prompt } = this.#visits.app;
    const values = isText(element)
      ? [wordIn(view) ?? 'lantern', unmatchedText]
      : options.filter((each) => each !== now && dangerOfText(each, prompt) === 'none').slice(0, maxOptions);
    return values.map((value) => ({ element, value }));
  }

  /** Whether another session sees what was entered in this one. Undefined if this one does not see it either, since it was refused. */
  async #isSeenByOthers(
    { trail }: State,
    [done, ...followed]: readonly [Transition, ...Transition[]],
    unique: string,
  ): Promise<boolean | undefined> {
    const isIn = (view: PageView, text: string) =>
      view.elements.some((each) => readable(each).includes(text));
    const shown = followed.find(({ after }) => isIn(after, uniqueText));
    if (shown === undefined) return refusalsIn(done).length > 0 ? undefined : false;
    const steps = [...trail.steps, this.#goTo(shown.after.url)];
    const view = await this.#visits.with({ ...trail, steps }, (visit) => visit.look());
    return view !== undefined && isIn(view, unique);
  }

  /** A form may disable its button instead of refusing what was entered. */
  async #submitBroken(
    visit: Visit,
    state: State,
    form: Form,
    broken: BrokenForm,
  ): Promise<Transition | undefined> {
    const fill = fillSteps(broken.filled);
    if (!(await visit.run(fill))) return undefined;
    const steps = form.submit?.isDisabled === true ? [] : submitStep(form);
    const entered = enteredTexts(broken.filled, state.view);
    const done = await perform(visit, state, { steps, element: form.submit, entered });
    return done && { ...done, kind: 'broken', steps: [...fill, ...done.steps], form, broken };
  }

  /** Submits a form once more: with the same values, and with others. */
  async #again(visit: Visit, state: State, form: Form, valid: Transition): Promise<Transition[]> {
    const back = this.#goTo(state.view.url);
    const { trail } = stateAfter(state, valid);
    const found: Transition[] = [];
    const again = { ...state, trail: { ...trail, steps: [...trail.steps, back] } };
    for (const filled of [valid.filled ?? [], variationOf(form, valid.filled ?? [])]) {
      if (filled === undefined || !(await visit.run([back]))) continue;
      const view = await visit.look();
      const now = formsOf(view).find((each) => isSameForm(each, form));
      if (now === undefined) return found;
      const isSame = filled === valid.filled;
      // Other values need nothing of what was submitted before if the page shows nothing of it.
      const here = isSame || hasChanged(state.view, view) ? again : state;
      const done = await submit(visit, { ...here, view }, now, matching(filled, now));
      if (done === undefined) continue;
      found.push({ ...done, kind: isSame ? 'again' : 'form', of: valid });
      if (isSame) again.trail = { ...again.trail, steps: [...again.trail.steps, ...done.steps, back] };
      else found.push(...(await this.#followUp(visit, done)));
    }
    return found;
  }

  /** Looks whether a change is still there after a reload, and what it has changed on other pages. */
  async #followUp(visit: Visit, done: Transition): Promise<Transition[]> {
    const here = this.#goTo(done.after.url);
    const trail = trailAfter(done);
    if (!(await visit.run([here]))) return [];
    const common = { ...done, trail, of: done };
    const after = await visit.look();
    const found: Transition[] = [{ ...common, kind: 'reload', before: done.after, steps: [here], after }];
    for (const link of otherPages(after, this.#visits.app.base)) {
      const path = this.#seen.pathOf(link.href ?? '');
      const fresh = this.#newSession(path);
      if (!(await visit.run([goTo(path)]))) continue;
      const other = await visit.look();
      const isChanged = fresh === undefined || hasChanged(fresh, other);
      // A page that is as empty as in a new session may have been different before, such as a cart.
      const before = isChanged ? (fresh ?? done.after) : this.#lastChanged(path, trail);
      if (isChanged) this.#changed.set(path, { view: other, trail });
      const steps = found.length === 1 ? [click(link)] : [goTo(path)];
      if (before !== undefined && hasChanged(before, other))
        found.push({ ...common, kind: 'elsewhere', before, steps, after: other });
    }
    this.#changed.set(this.#seen.pathOf(after.url), { view: after, trail });
    visit.openLater(done.after.url, here);
    return found;
  }

  /** The page of a path as a new session sees it. */
  #newSession(path: string): PageView | undefined {
    return this.#seen.states.find(({ trail }) => trail.steps.length === 0 && trail.path === path)?.view;
  }

  /** What a page showed after the first steps of a trail had changed it. */
  #lastChanged(path: string, trail: Trail): PageView | undefined {
    const changed = this.#changed.get(path);
    const isBegin =
      changed?.trail.path === trail.path &&
      changed.trail.steps.every((step, index) => JSON.stringify(step) === JSON.stringify(trail.steps[index]));
    return isBegin ? changed.view : undefined;
  }
}

/** What was wrong with values that a page has corrected in one text. */
function brokenBy(values: readonly FilledField[], better: readonly FilledField[]): BrokenForm | undefined {
  const [changed, ...others] = better.filter(({ element, value }) =>
    values.some((each) => each.element === element && each.value !== value),
  );
  if (changed === undefined || others.length > 0 || !isText(changed.element)) return undefined;
  return { filled: values, field: changed.element, how: `a malformed ${labelOf(changed.element)}` };
}

/** The state that an action leads to. */
function stateAfter(state: State, done: Transition): State {
  return { ...state, trail: trailAfter(done), view: done.after };
}

function isOfSameList(view: PageView, element: PageElement, item: PageElement): boolean {
  const other = itemOf(view, element);
  return other !== undefined && other !== item && listKey(other) === listKey(item);
}

/** Links outside of lists to other pages, one for each. */
function otherPages(view: PageView, base: string): PageElement[] {
  const links = view.elements.filter((link) => {
    const isPlain =
      itemOf(view, link) === undefined && isPageLink(link, base) && dangerOf(link, '') === 'none';
    return isPlain && link.href !== view.url && !link.href?.endsWith('#');
  });
  // What the links of the page itself lead to is more likely about what was done.
  const ordered = [...links.filter((each) => !isInFrame(each)), ...links.filter(isInFrame)];
  return [...new Map(ordered.map((link) => [link.href, link])).values()].slice(0, maxOtherPages);
}

/** A word that one item of a list has and others don't, to search for; without lists, one of the headings. */
function wordIn(view: PageView): string | undefined {
  const headings = view.elements.filter(({ role }) => role === 'heading').slice(1);
  for (const items of [...listsOf(view), headings]) {
    const words = items.map((item) => new Set(readable(item).match(/\p{L}{4,}/gu) ?? []));
    for (const word of words[0] ?? []) {
      if (items.length > 1 && words.filter((each) => each.has(word)).length === 1) return word;
    }
  }
  return undefined;
}
