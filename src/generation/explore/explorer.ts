import type { PageElement, PageView } from '../../runner/live-page.ts';
import { quote } from './candidate.ts';
import { type Form, formsOf, isForPayment, isToggle } from './forms.ts';
import {
  isControl,
  isInFrame,
  itemOf,
  listKey,
  mentions,
  partsOf,
  readable,
  stateKey,
  urlPattern,
  withoutNumbers,
} from './page-state.ts';
import { allowsPayment, asksForPayment, dangerOf, isPageLink } from './safety.ts';
import { type State, type Transition, trailAfter } from './transition.ts';
import { Trials } from './trials.ts';
import type { Visits } from './visit.ts';

export interface Bounds {
  readonly pages: number;
  readonly depth: number;
  readonly prompt: string;
  /** URL under test, with a slash at its end. */
  readonly base: string;
  /** How well a page fits the request. */
  readonly relevance: (view: PageView) => number;
}

const maxLinks = 40;
const maxPerList = 2;

/** Walks through an app and remembers what its pages are like, and what changes them. */
export class Explorer {
  readonly states: State[] = [];
  readonly transitions: Transition[] = [];
  /** What was left out. */
  readonly notes = new Set<string>();
  readonly #bounds: Bounds;
  readonly #trials: Trials;
  readonly #queue: State[] = [];
  readonly #tried = new Set<string>();

  constructor(visits: Visits, bounds: Bounds) {
    this.#bounds = bounds;
    this.#trials = new Trials(visits, bounds.base, (path) => this.#known(path));
  }

  /** Explores from a page until everything was tried, or a bound is reached. @throws the signal's reason. */
  async explore(path: string, view: PageView): Promise<void> {
    this.#add({ trail: { path, steps: [], texts: [] }, view, depth: 0 });
    const rank = (state: State) => state.depth - Math.min(this.#bounds.relevance(state.view), 3);
    for (let state = this.#queue.shift(); state !== undefined; state = this.#queue.shift()) {
      await this.#expand(state);
      this.#queue.sort((a, b) => rank(a) - rank(b));
    }
  }

  #add(found: Omit<State, 'key'>, isLinked = false): void {
    const { view, depth } = found;
    const key = stateKey(view);
    const isKnown = this.states.some((each) => each.key === key);
    if (isKnown || this.states.length >= this.#bounds.pages || !view.url.startsWith(this.#bounds.base))
      return;
    const state = { ...found, key };
    // Of pages that differ in their headings only, such as those of two products, one is enough to try.
    const isLikeAnother =
      isLinked && this.states.some((each) => withoutHeadings(each.key) === withoutHeadings(key));
    this.states.push(state);
    if (depth < this.#bounds.depth && !isLikeAnother) this.#queue.push(state);
  }

  /** The page of a path as a new session sees it. */
  #known(path: string): PageView | undefined {
    return this.states.find(({ trail }) => trail.steps.length === 0 && trail.path === path)?.view;
  }

  /** Whether something is tried for the first time. */
  #isNew(key: string): boolean {
    const isNew = !this.#tried.has(key);
    this.#tried.add(key);
    return isNew;
  }

  /** Tries everything that a page offers. What is found is remembered in the order of the page. */
  async #expand(state: State): Promise<void> {
    const { forms, elements } = this.#offersOf(state);
    const found = await Promise.allSettled([
      ...this.#linksOf(state).map((link) => this.#trials.link(state, link)),
      ...forms.map((form) => this.#trials.form(state, form)),
      ...elements.map((each) =>
        each.field === undefined || isToggle(each)
          ? this.#trials.button(state, each)
          : this.#trials.widget(state, each),
      ),
    ]);
    for (const each of found)
      if (each.status === 'fulfilled') for (const found of each.value) this.#remember(found, state.depth);
    for (const each of found) if (each.status === 'rejected') throw each.reason;
  }

  #remember(transition: Transition, depth: number): void {
    this.transitions.push(transition);
    const { kind, trail, after } = transition;
    const isPlain = kind === 'link' && trail.steps.length === 0;
    const reached = isPlain
      ? { path: this.#trials.pathOf(after.url), steps: [], texts: [] }
      : trailAfter(transition);
    const leadsOn = kind !== 'broken' && kind !== 'reload' && (after.status ?? 200) < 400;
    if (leadsOn) this.#add({ trail: reached, view: after, depth: depth + 1 }, kind === 'link');
  }

  /** The forms of a page, and what else can be used on it, as far as nothing of its kind was tried. */
  #offersOf(state: State): { forms: Form[]; elements: PageElement[] } {
    const all = formsOf(state.view);
    const forms = all.filter((form) => {
      const scope = form.fields.every(isInFrame) ? '' : urlPattern(state.view.url);
      return (
        this.#mayFill(form) &&
        this.#isNew(`form|${scope}|${form.fields.map(({ name }) => name)}|${form.submit?.name}`)
      );
    });
    const taken = new Set(all.flatMap((form) => [form.submit, ...form.fields]));
    const elements = this.#distinct(state).filter((each) => {
      return !taken.has(each) && isControl(each) && each.href === undefined && this.#mayUse(state, each);
    });
    return { forms, elements };
  }

  #mayFill({ title, fields, submit }: Form): boolean {
    const { prompt } = this.#bounds;
    if (fields.some(asksForPayment) && !allowsPayment(prompt)) {
      this.notes.add(
        `The form ${quote(title)} asks for the data of a payment and was not filled in. Name the checkout in the prompt to test it.`,
      );
      return false;
    }
    return submit === undefined || dangerOf(submit, prompt) === 'none';
  }

  #mayUse(state: State, element: PageElement): boolean {
    const { prompt } = this.#bounds;
    if (element.isDisabled || element.field?.type === 'file') return false;
    if (element.role === 'button' && !allowsPayment(prompt) && isForPayment(state.view, element))
      return false;
    const danger = dangerOf(element, prompt);
    return danger === 'none' || (danger === 'removes' && this.#isOwn(state, element));
  }

  /** Whether a control is in an item that the trail has added, and that no new session has seen. */
  #isOwn({ trail, view }: State, element: PageElement): boolean {
    const item = itemOf(view, element);
    if (item === undefined) return false;
    const parts = [item, ...partsOf(view, item)];
    const text = parts.map((each) => `${readable(each)} ${each.field?.value ?? ''}`).join(' ');
    const fresh = this.states.filter((state) => state.trail.steps.length === 0);
    const isOld = fresh.some((state) =>
      state.view.elements.some((each) => each.role === item.role && readable(each) === readable(item)),
    );
    return !isOld && mentions(text, trail.texts);
  }

  /** The elements of a page of which no other of their kind was tried: one of each list. */
  #distinct(state: State): PageElement[] {
    const { view } = state;
    const counts = new Map<PageElement, Map<string, number>>();
    return view.elements.filter((element) => {
      const item = itemOf(view, element);
      const scope = isInFrame(element) ? '' : state.key;
      if (item === undefined)
        return this.#isNew(`use|${scope}|${element.role}|${withoutNumbers(element.name)}`);
      const roles = counts.get(item) ?? new Map<string, number>();
      const position = roles.get(element.role) ?? 0;
      counts.set(item, roles.set(element.role, position + 1));
      const isUsable = isControl(element) && this.#mayUse(state, element);
      return isUsable && this.#isNew(`use|${scope}|${listKey(item)}|${element.role}|${position}`);
    });
  }

  /** The links to pages that were not seen yet: few of each list, and one for each kind of page. */
  #linksOf(state: State): PageElement[] {
    const { view, trail } = state;
    const counts = new Map<string, number>();
    const found = view.elements.filter((link) => {
      if (!isPageLink(link, this.#bounds.base) || !this.#mayUse(state, link)) return false;
      const { href = '' } = link;
      const { pathname, search, hash } = new URL(href);
      const pattern = urlPattern(href);
      const isHere = pattern === urlPattern(view.url) || pattern.includes('?');
      const scope = trail.steps.length === 0 || isInFrame(link) ? '' : state.key;
      const list = pathname.replace(/[^/]+\/?$/, '');
      if (itemOf(view, link) !== undefined || pattern.includes(':id')) {
        const count = counts.get(list) ?? 0;
        counts.set(list, count + 1);
        return count < maxPerList && this.#isNew(`link|${scope}|${pattern}|${list}|${count}`);
      }
      return this.#isNew(`link|${scope}|${isHere ? `${pathname}${search}${hash}` : pattern}`);
    });
    return found.slice(0, maxLinks);
  }
}

function withoutHeadings(key: string): string {
  return key.replace(/^heading .*$/gm, 'heading');
}
