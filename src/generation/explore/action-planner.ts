import type { PageElement } from '../../runner/live-page.ts';
import { isControl, isToggle } from './controls.ts';
import { addressOf, quote } from './descriptions.ts';
import { isInFrame, itemOf } from './list-items.ts';
import { removesOwnEntries } from './own-entries.ts';
import type { PageAction } from './page-actions.ts';
import { type Form, formsOf, isFilter, isForPayment, submittingButtons } from './page-forms.ts';
import { urlPattern } from './page-state.ts';
import { dangerOf, isPageLink, isPaymentField, sendsAway, signsOut, wishForPayment } from './safety.ts';
import { kindOf, kindOfForm } from './similar-controls.ts';
import { isOfOthers } from './steps.ts';
import type { ExplorationRecord, State } from './transition.ts';
import type { Visits } from './visit.ts';

const maxLinks = 40;
const maxPerList = 2;

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
export interface Planned {
  readonly action: PageAction;
  /** What it has in common with actions on other states. */
  readonly kind: string;
  readonly rank: number;
}

/** Decides what is done on a page: nothing dangerous, and nothing of a kind that is planned already. */
export class ActionPlanner {
  readonly #app: Visits['app'];
  readonly #record: ExplorationRecord;
  readonly #notes: Set<string>;
  /** The kinds of actions that were planned so far. */
  readonly #kinds = new Set<string>();
  /** In how many states of its page a control was planned. */
  readonly #counts = new Map<string, number>();

  /** @param notes gets what is left out. */
  constructor(app: Visits['app'], record: ExplorationRecord, notes: Set<string>) {
    this.#app = app;
    this.#record = record;
    this.#notes = notes;
  }

  /** The actions that are possible on a page, and of a kind that is not planned yet, in the order of their ranks. */
  actionsOn(state: State): Planned[] {
    const all = formsOf(state.view);
    const forms = all.filter(
      (form) => this.mayFill(state, form) && this.#isNew(this.#kindOfForm(state, form)),
    );
    const taken = new Set(all.flatMap((form) => [form.submit, ...form.fields]));
    // One of each list is enough.
    const elements = state.view.elements.filter((each) => {
      const isUsable = (isControl(each) && each.href === undefined) || each.isClickable === true;
      const isOffered = isUsable && !taken.has(each);
      const scope = isInFrame(each) ? '' : state.key;
      return isOffered && this.mayUse(state, each) && this.#isNew(`${scope}|${kindOf(state.view, each)}`);
    });
    const links = this.linksOf(state);
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
    ].sort((a, b) => a.rank - b.rank);
  }

  #kindOfForm({ view, account }: State, form: Form): string {
    const isForAnyAccount =
      account === undefined || !form.fields.some(({ field }) => field?.type === 'password');
    return `form|${isForAnyAccount ? '' : 'own'}|${kindOfForm(view, form)}`;
  }

  mayFill(state: State, form: Form): boolean {
    const { prompt, base } = this.#app;
    const { title, fields } = form;
    const buttons = submittingButtons(state.view, form);
    if ([...fields, ...buttons].some((each) => sendsAway(each, base))) return false;
    if (fields.some(isPaymentField) && !this.#mayPay(state)) {
      this.#notes.add(
        `The form ${quote(title)} asks for the data of a payment and was not filled in. Name the checkout in the prompt to test it.`,
      );
      return false;
    }
    return buttons.every((each) => dangerOf(each, prompt) === 'none');
  }

  /** Whether a card may be entered: what the session has chosen itself is ordered with the number of a test card. */
  #mayPay({ isChanged }: State): boolean {
    const wish = wishForPayment(this.#app.prompt);
    return wish === 'asked' || (isChanged && wish !== 'excluded');
  }

  mayUse(state: State, element: PageElement): boolean {
    const { prompt, base } = this.#app;
    if (sendsAway(element, base) || isOfOthers(`${element.name} ${element.text}`)) return false;
    if (element.isDisabled || element.field?.type === 'file') return false;
    if (element.role === 'button' && !this.#mayPay(state) && isForPayment(state.view, element)) return false;
    if (state.account !== undefined && signsOut(element)) return true;
    const danger = dangerOf(element, prompt);
    return danger === 'none' || (danger === 'removes' && this.#isOwn(state, element));
  }

  #isOwn(state: State, element: PageElement): boolean {
    const fresh = this.#record.states.filter(({ trail }) => trail.steps.length === 0);
    return removesOwnEntries(state, element, fresh);
  }

  /** The links to pages that were not seen yet: few of each list, and one for each kind of page. */
  linksOf(state: State): PageElement[] {
    const { view, trail } = state;
    const counts = new Map<string, number>();
    const found = view.elements.filter((link) => {
      if (!isPageLink(link, this.#app.base) || !this.mayUse(state, link)) return false;
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
