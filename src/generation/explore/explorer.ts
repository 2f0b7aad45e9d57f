import { defined } from '../../common/fields.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { isControl, isToggle } from './controls.ts';
import { addressOf, nameOf, quote } from './descriptions.ts';
import { isInFrame, itemOf, listsOf, partsOf } from './list-items.ts';
import { type PageAction, PageActions } from './page-actions.ts';
import { type Form, formsOf, isFilter, isForPayment } from './page-forms.ts';
import { hasSamePath, stateKey, urlPattern } from './page-state.ts';
import { mentions, readable } from './readable-text.ts';
import {
  allowsPayment,
  clearsEntries,
  dangerOf,
  isPageLink,
  isPaymentField,
  sendsAway,
  signsOut,
} from './safety.ts';
import { isLike, kindOf, kindOfForm, repeatOn, similarTargets, type Target } from './similar-controls.ts';
import { isOfOthers } from './steps.ts';
import { type ExplorationRecord, type State, type Transition, trailAfter } from './transition.ts';
import type { Visit, Visits } from './visit.ts';

interface Bounds {
  readonly pages: number;
  readonly depth: number;
  readonly report: (line: string) => void;
  /** How well a page fits the request. */
  readonly relevance: (view: PageView) => number;
}

const maxLinks = 40;
const maxPerList = 2;
/** How many sessions go on at once. */
const maxSessions = 5;
/** In how many sessions the same is done with similar targets. */
const maxSimilar = 8;

/** What comes first: what leads to further pages, before what takes long on the same one. */
const ranks = {
  form: 0,
  controlOfItem: 0.5,
  link: 1,
  filter: 1.2,
  refusals: 1.2,
  control: 2,
  remove: 3,
  signOut: 4,
} as const;

/** How much later a control comes in each further state of its page. */
const laterPosition = 0.5;

/** What is still to be done on a page, and how early: lower numbers first. */
interface Planned {
  readonly action: PageAction;
  /** What it has in common with actions on other states. */
  readonly kind: string;
  readonly rank: number;
}

/** Walks through an app and remembers what its pages are like, and what changes them. */
export class Explorer {
  /** What was left out. */
  readonly notes = new Set<string>();
  readonly #visits: Visits;
  readonly #bounds: Bounds;
  readonly #seen: ExplorationRecord;
  readonly #actions: PageActions;
  readonly #planned = new Map<State, Planned[]>();
  /** The kinds of actions that were planned so far. */
  readonly #kinds = new Set<string>();
  /** In how many states of its page a control was planned. */
  readonly #counts = new Map<string, number>();
  /** Those that have changed a page. */
  readonly #effective = new Set<string>();
  readonly #idle: (() => void)[] = [];
  #busy = 0;

  /** @param seen gets what is found. */
  constructor(visits: Visits, seen: ExplorationRecord, bounds: Bounds) {
    this.#visits = visits;
    this.#seen = seen;
    this.#bounds = bounds;
    this.#actions = new PageActions(visits, seen);
  }

  /** Whether sessions share the data of the app. */
  get isShared(): boolean {
    return this.#actions.isShared;
  }

  /** Explores from a page until everything was tried, or a bound is reached. @throws the signal's reason. */
  async explore(path: string, view: PageView): Promise<void> {
    this.#add({ trail: { path, steps: [], texts: [] }, view, depth: 0, isChanged: false });
    await inSessions(() => this.#work());
    await this.#trySimilar();
  }

  /** Tries with other entries of a list, and on other pages of a kind, what has changed something with one. */
  async #trySimilar(): Promise<void> {
    const isSafe = ({ state, control }: Target) =>
      'fields' in control ? this.#mayFill(state, control) : this.#mayUse(state, control);
    const { transitions } = this.#seen;
    const waiting = similarTargets(this.#seen, isSafe).slice(0, maxSimilar).values();
    await inSessions(async () => {
      for (const similar of waiting) {
        await this.#visits.with(similar.trail, async (visit) => {
          for await (const again of repeatOn(visit, similar, this.#seen)) transitions.push(again);
        });
      }
    });
  }

  async #work(): Promise<void> {
    for (;;) {
      // Where sessions share their data, what one does would look like an effect of what another one does.
      const isFree = this.#busy === 0 || !this.#actions.isShared;
      const state = isFree ? this.#nextState() : undefined;
      const planned = state && this.#take(state);
      if (state !== undefined && planned !== undefined) {
        this.#busy += 1;
        try {
          await this.#visits.with(state.trail, (visit) => this.#walk(visit, state, planned));
        } finally {
          this.#busy -= 1;
          this.#wake();
        }
      } else if (this.#busy === 0) return;
      else await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  /** The state whose next action comes first. */
  #nextState(): State | undefined {
    const ranked = [...this.#planned.keys()].flatMap((state) => {
      const next = this.#nextOf(state);
      const relevance = Math.min(this.#bounds.relevance(state.view), 3);
      return next === undefined ? [] : [{ state, rank: next.rank + state.depth / 2 - relevance }];
    });
    return ranked.sort((a, b) => a.rank - b.rank)[0]?.state;
  }

  /** The next action on a state of whose kind none has had an effect. What a form refuses is known by what it accepts. */
  #nextOf(state: State): Planned | undefined {
    const isReady = ({ kind, action }: Planned) =>
      !this.#effective.has(kind) && (action.kind !== 'refusals' || this.#actions.hasSubmitted(action.form));
    return this.#planned.get(state)?.find(isReady);
  }

  #take(state: State): Planned | undefined {
    const next = this.#nextOf(state);
    const left = (this.#planned.get(state) ?? []).filter((each) => each !== next);
    this.#planned.set(state, left);
    return next;
  }

  /** Does one action after the other in one session, as long as it is known what the session has done before. */
  async #walk(visit: Visit, start: State, first: Planned): Promise<void> {
    let state = start;
    for (let planned: Planned | undefined = first; planned !== undefined; ) {
      const { found, isChanged, notShown, isElsewhere } = await this.#actions.do(
        visit,
        state,
        planned.action,
      );
      // A new session has it again.
      if (notShown && planned !== first) this.#planned.get(state)?.unshift(planned);
      if (found.length > 0) this.#effective.add(planned.kind);
      const next = this.#remember(found, state, isChanged);
      const isPresent = next !== undefined && visit.url === next.view.url && stillShowsPage(next.view, found);
      if (isElsewhere) return;
      const onNext: Planned | undefined = next === undefined || !isPresent ? undefined : this.#take(next);
      if (next !== undefined && onNext !== undefined) [state, planned] = [next, onNext];
      else if (isChanged || !(await this.#actions.isBack(visit, state))) return;
      else planned = this.#take(state);
    }
  }

  /** @returns the last state that was reached and not known. */
  #remember(found: readonly Transition[], state: State, isChanged: boolean): State | undefined {
    this.#seen.transitions.push(...found.filter(({ after }) => !isErrorPage(after)));
    const leading = found.filter(
      ({ kind, after }) => /^(?:link|button|twice|form|widget)$/.test(kind) && (after.status ?? 200) < 400,
    );
    // The richest state comes first.
    const added = leading.toReversed().map((each) => {
      // What follows a `#` may only count when a page is loaded.
      const { hash, href } = new URL(each.after.url);
      const isMoved = href.replace(/#$/, '') !== each.before.url.replace(/#$/, '');
      const isPlain = each.kind === 'link' && each.trail.steps.length === 0 && hash === '' && isMoved;
      const trail = isPlain
        ? { path: this.#seen.pathOf(each.after.url), steps: [], texts: [] }
        : trailAfter(each);
      const account = each.account ?? state.account;
      // Behind a sign-up, an app begins anew.
      const depth = state.depth + (each.account === undefined ? 1 : 0);
      const reached = { trail, view: each.after, depth, isChanged: isChanged || state.isChanged };
      return this.#add({ ...reached, ...defined({ account }) }, { isLinked: each.kind === 'link' });
    });
    return added[0];
  }

  #add(found: Omit<State, 'key'>, { isLinked = false } = {}): State | undefined {
    const { view, depth, account } = found;
    const key = stateKey(view) + (account === undefined ? '' : '\nown account');
    const { states } = this.#seen;
    const { pages, report } = this.#bounds;
    const isKnown = states.some((each) => each.key === key);
    if (!view.url.startsWith(this.#visits.app.base)) return undefined;
    const state = { ...found, key };
    if (isKnown) return this.#addMenu(state);
    // Of pages such as those of two products, one is enough to try.
    if (isLinked && states.some((each) => isLike(each, state))) {
      states.push(state);
      return undefined;
    }
    if (this.#planned.size >= pages) {
      this.notes.add(`Only the first ${pages} pages were explored.`);
      return undefined;
    }
    states.push(state);
    const planned = depth >= this.#bounds.depth ? [] : this.#actionsOn(state).sort((a, b) => a.rank - b.rank);
    this.#planned.set(state, planned);
    const { pathname, hash } = new URL(view.url);
    report(`Page ${this.#planned.size} of at most ${pages}: ${quote(`${pathname}${hash}`)}, ${nameOf(view)}`);
    if (planned.length === 0) return undefined;
    this.#wake();
    return state;
  }

  /** Adds a known page with a menu that has opened: what its frame offers is no part of its key. */
  #addMenu(state: State): State | undefined {
    if (state.trail.steps.length === 0 || state.depth >= this.#bounds.depth) return undefined;
    const links = this.#linksOf(state).filter(isInFrame);
    if (links.length === 0 || this.#planned.size >= this.#bounds.pages) return undefined;
    const planned = links.map((element) => planLink(state, element));
    this.#seen.states.push(state);
    this.#planned.set(state, planned);
    this.#wake();
    return state;
  }

  #wake(): void {
    for (const wake of this.#idle.splice(0)) wake();
  }

  /** Whether an action of its kind is planned for the first time. */
  #isNew(kind: string): boolean {
    const isNew = !this.#kinds.has(kind);
    this.#kinds.add(kind);
    return isNew;
  }

  /** How often something was planned before. */
  #countOf(kind: string): number {
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    return count;
  }

  /** What can be done on a page, as far as nothing of its kind is planned. */
  #actionsOn(state: State): Planned[] {
    const all = formsOf(state.view);
    const forms = all.filter(
      (form) => this.#mayFill(state, form) && this.#isNew(this.#kindOfForm(state, form)),
    );
    const taken = new Set(all.flatMap((form) => [form.submit, ...form.fields]));
    // One of each list is enough.
    const elements = state.view.elements.filter((each) => {
      const isOffered = isControl(each) && each.href === undefined && !taken.has(each);
      const scope = isInFrame(each) ? '' : state.key;
      return isOffered && this.#mayUse(state, each) && this.#isNew(`${scope}|${kindOf(state.view, each)}`);
    });
    const links = this.#linksOf(state);
    return [
      ...forms.flatMap((form) => {
        const kind = this.#kindOfForm(state, form);
        return [
          { action: { kind: 'form' as const, form }, kind, rank: isFilter(form) ? ranks.filter : ranks.form },
          { action: { kind: 'refusals' as const, form }, kind: `${kind}|refusals`, rank: ranks.refusals },
        ];
      }),
      ...links.map((element) => planLink(state, element)),
      ...elements.map((element) => {
        const isButton = element.field === undefined || isToggle(element);
        const action = { kind: isButton ? ('button' as const) : ('widget' as const), element };
        const kind = kindOf(state.view, element);
        const again = this.#countOf(`${addressOf(state.view)} ${kind}`) * laterPosition;
        return { action, kind, rank: rankOf(state, element) + again };
      }),
    ];
  }

  #kindOfForm({ view, account }: State, form: Form): string {
    const isForAnyAccount =
      account === undefined || !form.fields.some(({ field }) => field?.type === 'password');
    return `form|${isForAnyAccount ? '' : 'own'}|${kindOfForm(view, form)}`;
  }

  #mayFill(state: State, { title, fields, submit }: Form): boolean {
    const { prompt, base } = this.#visits.app;
    if ([...fields, ...(submit === undefined ? [] : [submit])].some((each) => sendsAway(each, base)))
      return false;
    if (fields.some(isPaymentField) && !this.#mayPay(state)) {
      this.notes.add(
        `The form ${quote(title)} asks for the data of a payment and was not filled in. Name the checkout in the prompt to test it.`,
      );
      return false;
    }
    return submit === undefined || dangerOf(submit, prompt) === 'none';
  }

  /** Whether a card may be entered: what the session has chosen itself is ordered with the number of a test card. */
  #mayPay({ isChanged }: State): boolean {
    return isChanged || allowsPayment(this.#visits.app.prompt);
  }

  #mayUse(state: State, element: PageElement): boolean {
    const { prompt, base } = this.#visits.app;
    if (sendsAway(element, base) || isOfOthers(`${element.name} ${element.text}`)) return false;
    if (element.isDisabled || element.field?.type === 'file') return false;
    if (element.role === 'button' && !this.#mayPay(state) && isForPayment(state.view, element)) return false;
    if (state.account !== undefined && signsOut(element)) return true;
    const danger = dangerOf(element, prompt);
    return danger === 'none' || (danger === 'removes' && this.#isOwn(state, element));
  }

  /** Whether a control removes only what the trail has added, and no new session has seen: its item, or all entries of the page. */
  #isOwn({ trail, view }: State, element: PageElement): boolean {
    const fresh = this.#seen.states.filter((state) => state.trail.steps.length === 0);
    const isAdded = (item: PageElement) => {
      const isOld = fresh.some((state) =>
        state.view.elements.some((each) => each.role === item.role && readable(each) === readable(item)),
      );
      const parts = [item, ...partsOf(view, item)];
      const text = parts.map((each) => `${readable(each)} ${each.field?.value ?? ''}`).join(' ');
      return !isOld && mentions(text, trail.texts);
    };
    const item = itemOf(view, element);
    if (item !== undefined) return isAdded(item);
    if (!clearsEntries(element)) return false;
    const isOfOthers = fresh.some(
      (state) => hasSamePath(state.view, view) && entriesOf(state.view).length > 0,
    );
    const entries = entriesOf(view);
    return !isOfOthers && entries.length > 0 && entries.every(isAdded);
  }

  /** The links to pages that were not seen yet: few of each list, and one for each kind of page. */
  #linksOf(state: State): PageElement[] {
    const { view, trail } = state;
    const counts = new Map<string, number>();
    const found = view.elements.filter((link) => {
      if (!isPageLink(link, this.#visits.app.base) || !this.#mayUse(state, link)) return false;
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
      return this.#isNew(
        `link|${isSignInLink(state, link)}|${scope}|${isHere ? `${pathname}${search}${hash}` : pattern}`,
      );
    });
    return found.slice(0, maxLinks);
  }
}

/** Does the work of all sessions at once. @throws what the first of them throws, after all have ended. */
async function inSessions(work: () => Promise<void>): Promise<void> {
  const found = await Promise.allSettled(Array.from({ length: maxSessions }, work));
  for (const each of found) if (each.status === 'rejected') throw each.reason;
}

/** Whether a session that was opened again still shows a page: an app may forget its dialogs, tabs and entries. */
function stillShowsPage(view: PageView, found: readonly Transition[]): boolean {
  const reload = found.findLast(({ kind }) => kind === 'reload');
  const keyOf = (each: PageView) => stateKey(each).replace(/\nalert .*/g, '');
  return reload === undefined || keyOf(reload.after) === keyOf(view);
}

/** The items of a page's lists, without those that are links and nothing else. */
function entriesOf(view: PageView): PageElement[] {
  const isLink = (item: PageElement) =>
    partsOf(view, item).some((each) => each.href !== undefined && readable(each) === readable(item));
  return listsOf(view)
    .flat()
    .filter((item) => !isLink(item));
}

function planLink(state: State, element: PageElement): Planned {
  const kind = `link|${isSignInLink(state, element)}|${element.href}`;
  return { action: { kind: 'link', element }, kind, rank: ranks.link };
}

/** Whether a link leads to where a session that has created an account signs in to it. */
function isSignInLink({ account }: State, { name, text }: PageElement): boolean {
  return account !== undefined && /\b(?:sign|log)[ -]?in\b/i.test(name || text);
}

/** What adds comes before what removes, and what ends the session comes last. */
function rankOf({ view }: State, element: PageElement): number {
  if (signsOut(element)) return ranks.signOut;
  if (dangerOf(element, '') === 'removes') return ranks.remove;
  return itemOf(view, element) === undefined ? ranks.control : ranks.controlOfItem;
}

/** Whether the app has failed or refused an action: what it says then is nothing to expect. It may show a form with its errors. */
function isErrorPage({ status = 200 }: PageView): boolean {
  return status >= 500 || [403, 404, 405].includes(status);
}
