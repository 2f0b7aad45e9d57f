import type { ExchangeElement } from '../../../contract/exchange/exchange-test-case.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { type Candidate, candidate, type Stage, type Strategy, stage } from '../candidate.ts';
import { aboutPage, addressOf, quote, submitting } from '../descriptions.ts';
import { expectChange, fieldsWith, isContainer } from '../expected-changes.ts';
import { hasItems, hasLinks } from '../expected-lists.ts';
import { fillSteps } from '../filled-form.ts';
import { listsOf } from '../list-items.ts';
import {
  type Expectation,
  hasFocus,
  hasPath,
  holdsValue,
  isPresent,
  notShown,
  present,
  shows,
} from '../page-expectations.ts';
import { isFilter } from '../page-forms.ts';
import { changeOf, headingText, sameSelectors } from '../page-state.ts';
import { readable } from '../readable-text.ts';
import { isUnknownAccount, refusalsIn } from '../refusals.ts';
import { isStableText } from '../stable-text.ts';
import { goTo } from '../steps.ts';
import type { ExplorationRecord, Transition } from '../transition.ts';
import { lastingStages, listLike, stageOf } from './effects.ts';

/** How many constraints are broken in one case. */
const maxRefusals = 5;

/** A form does its work with valid values. */
export const forms: Strategy = (seen) =>
  seen.transitions
    .filter(({ kind, form }) => kind === 'form' && form !== undefined && !isFilter(form))
    .flatMap((done) => {
      const isRefused = refusalsIn(done).length > 0;
      const values = isRefused ? refusedValues(done) : `${done.of === undefined ? '' : 'other '}valid values`;
      const description = `${submitting(done)} with ${values} ${outcomeOf(done)}`;
      // What other values have made different comes first.
      const different =
        done.of === undefined ? [] : expectChange(done.of.after, done.after, done.texts, { max: 3 });
      // Of a page that only the form leads to, nothing else checks the navigation.
      const isElsewhere = seen.states.some(
        ({ trail, view }) => trail.steps.length === 0 && addressOf(view) === addressOf(done.after),
      );
      const links = isElsewhere ? [] : hasLinks(done.after);
      const expected = [...different, ...stageOf(done, seen).expected, ...links];
      const lasting = isRefused ? [] : lastingStages(done, seen);
      const stages = [stage(stepsOf(done), expected), ...lasting];
      const weight = isRefused ? 7 : 9;
      return candidate({ description, about: aboutForm(done), trail: done.trail, stages, weight });
    });

function refusedValues(done: Transition): string {
  return isUnknownAccount(done) ? 'an unknown account' : 'values that it does not accept';
}

/** The steps of a form which also say, before it is submitted, what its fields hold: they must not drop what is entered. */
function stepsOf({ form, filled = [], before, steps }: Transition): ExchangeElement[] {
  if (form?.submit === undefined) return [...steps];
  const fields = before.elements.filter((each) => filled.some(({ element }) => sameSelectors(element, each)));
  const held = present(fields.map(holdsValue)).map(({ step }) => step);
  const { length } = fillSteps(filled);
  return [...steps.slice(0, length), ...held, ...steps.slice(length)];
}

/** What a form has refused, and how it was broken. */
interface Refusal {
  readonly done: Transition;
  readonly stage: Stage;
  readonly how: string;
}

/** A form refuses what breaks a constraint, and says so: a few constraints in one case. */
export const validation: Strategy = (seen) => {
  const refused = new Map<Transition, Refusal[]>();
  for (const done of seen.transitions.filter(({ kind }) => kind === 'broken')) {
    const { of, broken } = done;
    const refusal = refusalOf(done, seen);
    if (of === undefined || broken === undefined || refusal === undefined) continue;
    refused.set(of, [...(refused.get(of) ?? []), { done, stage: refusal, how: broken.how }]);
  }
  return [...refused.values()].flatMap((all) =>
    inGroups(all).flatMap((group) => validationCase(group, seen)),
  );
};

function inGroups<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / maxRefusals);
  return Array.from({ length: count }, (_, at) => all.filter((_, index) => index % count === at));
}

function validationCase(group: readonly Refusal[], { pathOf }: ExplorationRecord): Candidate[] {
  const [first] = group;
  if (first === undefined) return [];
  const { done } = first;
  // Each attempt starts with an empty form.
  const back = goTo(pathOf(done.before.url));
  const stages = group.map(({ stage: { steps, expected } }, index) => {
    return { steps: index === 0 ? steps : [back, ...steps], expected };
  });
  const message = group.length === 1 ? textIn(done) : undefined;
  const outcome = message === undefined ? 'is refused' : `shows ${quote(message)}`;
  const about = `${aboutForm(done)} validation error ${group.map(({ how }) => how).join(' ')}`;
  const how = group.map((each) => each.how).join(', or ');
  const description = `${submitting(done)} with ${how} ${outcome}`;
  return candidate({ description, about, trail: done.trail, stages, weight: 9.5 });
}

function refusalOf(done: Transition, seen: ExplorationRecord): Stage | undefined {
  const { of, after, broken, form, steps, before } = done;
  if (of === undefined || broken === undefined || form === undefined || isAccepted(done, of))
    return undefined;
  const messages = expectMessages(done);
  const proof = proofOf(of, after);
  // A browser that refuses a value moves the focus to its field, and shows a message that is no part of the page.
  const focus =
    messages.length === 0 && form.submit?.isDisabled !== true && isNative(broken.field)
      ? [hasFocus(broken.field)]
      : [];
  const button = after.elements.find(
    ({ role, name }) => role === form.submit?.role && name === form.submit.name,
  );
  const stays = [
    button === undefined ? undefined : isPresent(button),
    before.url === after.url ? hasPath(seen.pathOf(after.url), after.url) : undefined,
  ];
  const isShown = messages.length + proof.length + focus.length > 0;
  const entered = messages.length > 0 ? fieldsWith(done.texts, after).slice(0, 2).map(holdsValue) : [];
  return isShown ? stage(steps, [...messages, ...focus, ...stays, ...proof, ...entered]) : undefined;
}

/** Whether broken values had the outcome of valid ones. */
function isAccepted({ after }: Transition, valid: Transition): boolean {
  const isMoved = valid.before.url !== valid.after.url;
  const titleOf = (view: PageView) => headingText(view) ?? view.title;
  if (isMoved && after.url === valid.after.url) return titleOf(after) === titleOf(valid.after);
  const news = changeOf(valid.before, valid.after).appeared.filter((each) =>
    /^(?:heading|alert|status)$/.test(each.role),
  );
  return (
    news.length > 0 &&
    news.every((each) =>
      after.elements.some((other) => other.role === each.role && readable(other) === readable(each)),
    )
  );
}

/** The texts on a page that neither the page before it nor the one after the valid form shows. */
function newTexts({ before, after, of }: Transition): PageElement[] {
  const known = new Set([...before.elements, ...(of?.after.elements ?? [])].map(readable));
  return after.elements.filter(
    (each) => each.field === undefined && isStableText(readable(each)) && !known.has(readable(each)),
  );
}

function expectMessages(done: Transition): Expectation[] {
  const found = newTexts(done);
  const messages = found.filter(
    (each) =>
      !found.some(
        (other) =>
          other !== each &&
          readable(other).includes(readable(each)) &&
          each.inside.includes(done.after.elements.indexOf(other)),
      ),
  );
  return present(messages.slice(0, 3).map(shows));
}

function textIn(done: Transition): string | undefined {
  const found = newTexts(done).filter((each) => !isContainer(each, done.after));
  const message = found.find(({ role }) => /^(?:alert|status)$/.test(role)) ?? found[0];
  return message === undefined ? undefined : readable(message);
}

/** What only the valid values lead to is not there. */
function proofOf(valid: Transition, after: PageView): Expectation[] {
  const { appeared } = changeOf(valid.before, valid.after);
  const parts = appeared.filter((each) => !isContainer(each, valid.after));
  const ranked = [...parts.filter(({ role }) => /^(?:heading|alert|status)$/.test(role)), ...parts];
  const [list] = listsOf(valid.after).filter((items) => items.length > listLike(items, valid.before));
  const count = list === undefined || valid.after.url !== after.url ? [] : [hasItems(after, list)];
  return [...present(count), ...present(ranked.map((each) => notShown(each, after))).slice(0, 1)];
}

function isNative({ field }: PageElement): boolean {
  const { required, type = '', min, max, pattern, minLength } = field ?? {};
  return (
    required === true ||
    /^(?:email|url)$/.test(type) ||
    min !== undefined ||
    max !== undefined ||
    pattern !== undefined ||
    minLength !== undefined
  );
}

/** The same values once more are refused, or their effect is doubled. */
export const repetition: Strategy = (seen) =>
  seen.transitions
    .filter(({ kind }) => kind === 'again')
    .flatMap((again) => {
      const outsideOfLists = newTexts(again).filter(({ role }) => /^(?:alert|status|)$/.test(role));
      const [said, ...more] = outsideOfLists;
      const messages = present([said, ...more].slice(0, 3).map((each) => each && shows(each)));
      if (said === undefined || messages.length === 0) return [];
      const expected = [...messages, ...expectChange(again.before, again.after, [], { max: 3 })];
      const description = `${submitting(again)} twice with the same values shows ${quote(readable(said))}`;
      const stages = [stage(again.steps, expected)];
      return candidate({ description, about: aboutForm(again), trail: again.trail, stages, weight: 8 });
    });

function outcomeOf({ before, after, texts }: Transition): string {
  const { appeared } = changeOf(before, after);
  const lasting = appeared.filter((each) => shows(each) !== undefined);
  const message =
    lasting.find(({ role }) => /^(?:alert|status)$/.test(role)) ??
    lasting.find(({ role }) => role === 'heading');
  if (message !== undefined) return `shows ${quote(readable(message))}`;
  const text = texts.find((each) => appeared.some((other) => readable(other).includes(each)));
  return text === undefined ? 'is accepted' : 'shows what was entered';
}

function aboutForm({ form, before, after }: Transition): string {
  return `${aboutPage(before)} ${aboutPage(after)} ${form?.title} ${form?.submit?.name ?? ''} ${form?.fields.map(({ name }) => name).join(' ')} form`;
}
