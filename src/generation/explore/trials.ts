import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import {
  type BrokenForm,
  brokenForms,
  createsAccount,
  type FilledField,
  type Form,
  fillSteps,
  fillValid,
  isFilter,
  isSelect,
  isText,
  submitStep,
} from './forms.ts';
import {
  headingOf,
  isControl,
  isInFrame,
  itemOf,
  listsOf,
  partsOf,
  readable,
  sameSelectors,
  urlPattern,
} from './page-state.ts';
import { dangerOf, isPageLink } from './safety.ts';
import { choose, click, enter, goTo } from './steps.ts';
import { hasChanged, type State, type Transition, trailAfter } from './transition.ts';
import type { Trail, Visit, Visits } from './visit.ts';

const maxBroken = 10;
const maxElsewhere = 4;
const maxOptions = 5;
/** A text that no list has. */
const nonsense = 'zzyzx';

/** Tries what a page offers, each in a session of its own. */
export class Trials {
  readonly #visits: Visits;
  readonly #base: string;
  readonly #known: (path: string) => PageView | undefined;
  /** Whether what was entered in one session is seen in others, so that each attempt has to enter something new. */
  #isShared = false;

  constructor(visits: Visits, base: string, known: (path: string) => PageView | undefined) {
    this.#visits = visits;
    this.#base = base;
    this.#known = known;
  }

  /** The path of a URL of the app. */
  pathOf(url: string): string {
    return `/${url.slice(this.#base.length)}`;
  }

  async link(state: State, element: PageElement): Promise<Transition[]> {
    const done = await this.#do(state, [click(element)]);
    return done === undefined ? [] : [{ ...done, kind: 'link', element }];
  }

  /** Clicks a button, once more if the page is still the same, and looks what has become of other pages. */
  async button(state: State, element: PageElement): Promise<Transition[]> {
    const first = await this.#do(state, [click(element)]);
    if (first === undefined || !hasChanged(first.before, first.after)) return [];
    const texts = [...first.texts, ...subjectOf(element, state.view)];
    const done = { ...first, kind: 'button', element, texts } as const;
    const twice =
      urlPattern(done.before.url) === urlPattern(done.after.url) ? await this.#twice(state, done) : [];
    return [done, ...twice, ...(await this.#followUp(done))];
  }

  async #twice(state: State, done: Transition & { element: PageElement }): Promise<Transition[]> {
    const steps = [click(done.element)];
    const again = await this.#do({ ...state, trail: trailAfter(done), view: done.after }, steps);
    return again === undefined || !hasChanged(again.before, again.after)
      ? []
      : [{ ...done, ...again, kind: 'twice', of: done }];
  }

  /** Uses a field that works without being submitted: a search, a sort order, a filter. */
  async widget(state: State, element: PageElement): Promise<Transition[]> {
    const texts = this.#choices(state, element);
    const found = await Promise.all(
      texts.map((text) =>
        this.#do(state, [isSelect(element) ? choose(element, text) : enter(element, text)], [text]),
      ),
    );
    return found.flatMap((each) =>
      each === undefined || !hasChanged(each.before, each.after)
        ? []
        : [{ ...each, kind: 'widget', element }],
    );
  }

  /** Submits a form that is filled in as asked for, then with one constraint broken at a time, then twice. */
  async form(state: State, form: Form): Promise<Transition[]> {
    if (isFilter(form)) return this.#filter(state, form);
    const probe = await this.#submit(state, form, fillValid(form, true));
    if (probe === undefined) return form.submit === undefined ? this.#widgets(state, form.fields) : [];
    const needsNew = this.#isShared || createsAccount(form);
    this.#isShared ||= !needsNew && (await this.#isSeenByOthers(probe.done, probe.unique));
    const plain =
      needsNew || this.#isShared ? undefined : await this.#submit(state, form, fillValid(form, false));
    const { done } = plain ?? probe;
    const parts = await Promise.all([
      this.#followUp(done),
      this.#breakForm(state, form, done),
      this.#again(state, form, done),
    ]);
    return [done, ...parts.flat()];
  }

  /** Submits a search for a word and for one that nothing has, and each option of lists. */
  async #filter(state: State, form: Form): Promise<Transition[]> {
    const choices = form.fields.flatMap((element) =>
      this.#choices(state, element).map((value) => ({ element, value })),
    );
    const found = await Promise.all(
      choices.map(async (each) => ({
        element: each.element,
        submitted: await this.#submit(state, form, [each]),
      })),
    );
    const done = found.flatMap(({ element, submitted }) =>
      submitted === undefined ? [] : [{ ...submitted.done, element }],
    );
    return done.length === 0 && form.submit === undefined ? this.#widgets(state, form.fields) : done;
  }

  async #widgets(state: State, elements: readonly PageElement[]): Promise<Transition[]> {
    return (await Promise.all(elements.map((each) => this.widget(state, each)))).flat();
  }

  /** What to enter or choose in a field of a filter. */
  #choices({ view }: State, element: PageElement): string[] {
    if (isText(element)) return [wordIn(view) ?? 'lantern', nonsense];
    const { options = [], value } = element.field ?? {};
    return options.filter((each) => each !== value).slice(0, maxOptions);
  }

  async #submit(state: State, form: Form, filled: readonly FilledField[]) {
    const fill = fillSteps(filled);
    return this.#visits.with(state.trail, async (visit) => {
      if (!(await visit.play(fill))) return undefined;
      const before = await visit.look();
      if (!(await visit.play(submitStep(form)))) return undefined;
      const after = await visit.look();
      if (!hasChanged(before, after)) return undefined;
      const about =
        form.submit === undefined || form.fields.some(isFreeText) ? [] : subjectOf(form.submit, state.view);
      const texts = [...state.trail.texts, ...about, ...enteredTexts(filled, before)];
      const steps = [...fill, ...submitStep(form)];
      const done: Transition = {
        kind: 'form',
        trail: state.trail,
        before,
        steps,
        after,
        texts,
        form,
        filled,
      };
      return { done, unique: visit.unique };
    });
  }

  /** Whether a new session sees what was entered in another one. */
  async #isSeenByOthers({ after }: Transition, unique: string): Promise<boolean> {
    const path = this.pathOf(after.url);
    const view = await this.#visits.with({ path, steps: [] }, (visit) => visit.look());
    return view?.elements.some((each) => readable(each).includes(unique)) === true;
  }

  async #breakForm(state: State, form: Form, valid: Transition): Promise<Transition[]> {
    const broken = brokenForms(form, valid.filled ?? []).slice(0, maxBroken);
    const found = await Promise.all(broken.map((each) => this.#submitBroken(state, form, each)));
    return found.flatMap((each) => (each === undefined ? [] : [{ ...each, of: valid }]));
  }

  /** A form may disable its button instead of refusing what was entered. */
  async #submitBroken(state: State, form: Form, broken: BrokenForm): Promise<Transition | undefined> {
    const fill = fillSteps(broken.filled);
    return this.#visits.with(state.trail, async (visit) => {
      if (!(await visit.play(fill))) return undefined;
      const before = await visit.look();
      const button = before.elements.find(
        ({ role, name }) => role === form.submit?.role && name === form.submit.name,
      );
      const submit = button?.isDisabled === true ? [] : submitStep(form);
      if (!(await visit.play(submit))) return undefined;
      const after = submit.length === 0 ? before : await visit.look();
      const texts = [...state.trail.texts, ...enteredTexts(broken.filled, before)];
      return {
        kind: 'broken',
        trail: state.trail,
        before: state.view,
        steps: [...fill, ...submit],
        after,
        texts,
        form,
        broken,
      };
    });
  }

  async #again(state: State, form: Form, valid: Transition): Promise<Transition[]> {
    const trail = trailAfter({ ...valid, steps: [...valid.steps, ...this.#back(state.trail)] });
    const done = await this.#do({ ...state, trail }, valid.steps);
    return done === undefined || !hasChanged(state.view, done.after)
      ? []
      : [{ ...done, kind: 'again', form, of: valid }];
  }

  #back({ path, steps }: Trail): ExchangeElement[] {
    return steps.some(({ interaction }) => interaction?.action === 'GO_TO')
      ? [...steps]
      : [goTo(path), ...steps];
  }

  /** Plays steps on a page that is known. */
  #do({ trail, view }: State, steps: readonly ExchangeElement[], entered: readonly string[] = []) {
    return this.#visits.with(trail, async (visit) => {
      if (!(await visit.play(steps))) return undefined;
      return { trail, before: view, steps, after: await visit.look(), texts: [...trail.texts, ...entered] };
    });
  }

  /** Looks whether a change is still there after a reload, and what it has changed on other pages. */
  async #followUp(done: Transition): Promise<Transition[]> {
    const trail = trailAfter(done);
    const found = await this.#visits.with(trail, async (visit) => {
      const here = this.pathOf(done.after.url);
      const again = await visit.play([goTo(here)]);
      if (!again) return [];
      const reload = {
        ...done,
        kind: 'reload',
        trail,
        before: done.after,
        steps: [goTo(here)],
        after: await visit.look(),
        of: done,
      } as const;
      return [reload, ...(await this.#visitOthers(visit, done, trail))];
    });
    return found ?? [];
  }

  async #visitOthers(visit: Visit, done: Transition, trail: Trail): Promise<Transition[]> {
    const found: Transition[] = [];
    for (const link of otherPages(done.after, this.#base)) {
      const path = this.pathOf(link.href ?? '');
      const before = this.#known(path);
      if (!(await visit.play([goTo(path)]))) continue;
      const after = await visit.look();
      if (before !== undefined && !hasChanged(before, after)) continue;
      found.push({
        ...done,
        kind: 'elsewhere',
        trail,
        before: before ?? done.after,
        steps: [click(link)],
        after,
        of: done,
      });
    }
    return found;
  }
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
  return [...new Map(ordered.map((link) => [link.href, link])).values()].slice(0, maxElsewhere);
}

/** Whether a person writes words in a field. */
function isFreeText(element: PageElement): boolean {
  return isText(element) && element.field?.type !== 'number';
}

/** The texts that fields hold after they were filled in. */
function enteredTexts(filled: readonly FilledField[], view: PageView): string[] {
  return filled.flatMap(({ element, value }) => {
    if (!isText(element) || element.field?.type === 'password' || value === '') return [];
    return [view.elements.find((each) => sameSelectors(each, element))?.field?.value ?? value];
  });
}

/** What a control is about: the item that it is in, or its page. */
function subjectOf(element: PageElement, view: PageView): string[] {
  const item = itemOf(view, element);
  const texts = (item === undefined ? [] : namesIn(view, item)).slice(0, 3);
  const heading = headingOf(view);
  return texts.length > 0 || heading === undefined ? texts : [readable(heading)];
}

/** The texts of an item that tell it from others: no numbers, no controls. */
function namesIn(view: PageView, item: PageElement): string[] {
  const parts = partsOf(view, item).filter((each) => !isControl(each) || each.href !== undefined);
  return (parts.length === 0 ? [item] : parts)
    .map(readable)
    .filter((text) => text.length < 60 && /\p{L}{2}/u.test(text));
}

/** A word that one item of a list has and others don't, to search for. */
function wordIn(view: PageView): string | undefined {
  for (const items of listsOf(view)) {
    const words = items.map((item) => new Set(readable(item).match(/\p{L}{4,}/gu) ?? []));
    for (const word of words[0] ?? []) {
      if (items.length > 1 && words.filter((each) => each.has(word)).length === 1) return word;
    }
  }
  return undefined;
}
