import { defined } from '../../common/object-fields.ts';
import type { PageView } from '../../runner/live-page.ts';
import { ActionPlanner, type Planned } from './action-planner.ts';
import { nameOf, quote } from './descriptions.ts';
import { PageActions } from './page-actions.ts';
import { stateKey } from './page-state.ts';
import { isEdit } from './perform-on-page.ts';
import { isLike, repeatOn, similarTargets, type Target } from './similar-controls.ts';
import { type ExplorationRecord, type State, type Transition, trailAfter } from './transition.ts';
import { pathBelow } from './url-under-test.ts';
import type { Visit, Visits } from './visit.ts';

interface Bounds {
  readonly pages: number;
  readonly depth: number;
  readonly report: (line: string) => void;
  /** How well a page fits the request. */
  readonly relevance: (view: PageView) => number;
}

/** How many sessions go on at once. */
const maxSessions = 5;
/** In how many sessions the same is done with similar targets. */
const maxSimilar = 8;

/** Walks through an app and remembers what its pages are like, and what changes them. */
export class Explorer {
  /** What was left out. */
  readonly notes = new Set<string>();
  readonly #visits: Visits;
  readonly #bounds: Bounds;
  readonly #record: ExplorationRecord;
  readonly #actions: PageActions;
  readonly #planner: ActionPlanner;
  readonly #planned = new Map<State, Planned[]>();
  /** Those that have changed a page. */
  readonly #effective = new Set<string>();
  readonly #idle: (() => void)[] = [];
  #busy = 0;

  /** @param record gets what is found. */
  constructor(visits: Visits, record: ExplorationRecord, bounds: Bounds) {
    this.#visits = visits;
    this.#record = record;
    this.#bounds = bounds;
    this.#actions = new PageActions(visits, record);
    this.#planner = new ActionPlanner(visits.app, record, this.notes);
  }

  /** Whether sessions share the data of the app. */
  get isShared(): boolean {
    return this.#actions.isShared;
  }

  /** Explores from a page until everything was tried, or a bound is reached. @throws the signal's reason. */
  async explore(path: string, view: PageView): Promise<void> {
    this.#add({ trail: { path, steps: [], texts: [] }, view, depth: 0, isChanged: false, hasEdited: false });
    await inSessions(() => this.#work());
    await this.#trySimilar();
  }

  /** Tries with other entries of a list, and on other pages of a kind, what has changed something with one. */
  async #trySimilar(): Promise<void> {
    const isSafe = ({ state, control }: Target) =>
      'fields' in control ? this.#planner.mayFill(state, control) : this.#planner.mayUse(state, control);
    const { transitions } = this.#record;
    const waiting = similarTargets(this.#record, isSafe).slice(0, maxSimilar).values();
    await inSessions(async () => {
      for (const similar of waiting) {
        await this.#visits.with(similar.trail, async (visit) => {
          for await (const again of repeatOn(visit, similar, this.#record)) transitions.push(again);
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
    this.#record.transitions.push(...found.filter(({ after }) => !isErrorPage(after)));
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
        ? { path: this.#record.pathOf(each.after.url), steps: [], texts: [] }
        : trailAfter(each);
      const account = each.account ?? state.account;
      // Behind a sign-up, an app begins anew.
      const depth = state.depth + (each.account === undefined ? 1 : 0);
      const reached = {
        trail,
        view: each.after,
        depth,
        isChanged: isChanged || state.isChanged,
        hasEdited: state.hasEdited || found.some(isEdit),
      };
      return this.#add({ ...reached, ...defined({ account }) }, { isLinked: each.kind === 'link' });
    });
    return added[0];
  }

  #add(found: Omit<State, 'key'>, { isLinked = false } = {}): State | undefined {
    const { view, depth, account } = found;
    const key = stateKey(view) + (account === undefined ? '' : '\nown account');
    const { states } = this.#record;
    const { pages, report } = this.#bounds;
    const isKnown = states.some((each) => each.key === key);
    if (pathBelow(this.#visits.app.base, view.url) === undefined) return undefined;
    const state = { ...found, key };
    if (isKnown) return this.#addKnown(state);
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
    const planned = depth >= this.#bounds.depth ? [] : this.#planner.actionsOn(state);
    this.#planned.set(state, planned);
    const { pathname, hash } = new URL(view.url);
    report(`Page ${this.#planned.size} of at most ${pages}: ${quote(`${pathname}${hash}`)}, ${nameOf(view)}`);
    if (planned.length === 0) return undefined;
    this.#wake();
    return state;
  }

  /** Adds a known page that offers something new, such as a menu that has opened, or to remove what was added. */
  #addKnown(state: State): State | undefined {
    if (state.trail.steps.length === 0 || state.depth >= this.#bounds.depth) return undefined;
    if (this.#planned.size >= this.#bounds.pages) return undefined;
    const planned = this.#planner.actionsOn(state);
    if (planned.length === 0) return undefined;
    this.#record.states.push(state);
    this.#planned.set(state, planned);
    this.#wake();
    return state;
  }

  #wake(): void {
    for (const wake of this.#idle.splice(0)) wake();
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

/** Whether the app has failed or refused an action: what it says then is nothing to expect. It may show a form with its errors. */
function isErrorPage({ status = 200 }: PageView): boolean {
  return status >= 500 || [403, 404, 405].includes(status);
}
