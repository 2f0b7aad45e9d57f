import { defined } from '../../common/object-fields.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { PageDialog, PageElement, PageView } from '../../runner/live-page.ts';
import { literalText } from '../../runner/variables/variable-text.ts';
import { isControl, isText } from './controls.ts';
import { type Account, createsAccount, type FilledField, fillSteps, submitStep } from './filled-form.ts';
import { itemOf, partsOf } from './list-items.ts';
import type { Form } from './page-forms.ts';
import { headingText, sameSelectors } from './page-state.ts';
import { readable } from './readable-text.ts';
import { dangerOf, dangerOfText } from './safety.ts';
import { isStableText } from './stable-text.ts';
import { click, uniqueText } from './steps.ts';
import { hasChanged, type State, type Transition } from './transition.ts';
import type { Visit } from './visit.ts';

type SessionPage = Pick<State, 'trail' | 'view'>;

interface PageSteps {
  readonly steps: readonly ExchangeElement[];
  /** What the last step uses. */
  readonly element?: PageElement | undefined;
  /** The texts that the steps enter. */
  readonly entered?: readonly string[];
}

/** Clicks an element of a page. @returns undefined if that fails. */
export function clickOn(visit: Visit, here: SessionPage, element: PageElement) {
  return perform(visit, here, { steps: [click(element)], element });
}

/** Runs steps on a page. @returns undefined if one of them fails. */
export async function perform(
  visit: Visit,
  { trail, view }: SessionPage,
  { steps, element, entered = [] }: PageSteps,
) {
  const done = await runWithDialogs(visit, view, steps, element);
  if (done === undefined) return undefined;
  const common = { trail, before: view, texts: [...trail.texts, ...entered, ...done.entered] };
  return { ...common, steps: done.steps, after: done.after, dismissed: done.dismissed };
}

/** Clicks the control of a page that was clicked before. @returns undefined if it is gone, or nothing has happened. */
export async function repeatClick(visit: Visit, here: SessionPage, clicked: PageElement) {
  const { elements } = here.view;
  const alike = elements.filter((each) => isSameControl(each, clicked));
  // Each item of a list may have a control of this name.
  const same = alike.find((each) => sameSelectors(each, clicked));
  const element = same ?? (alike.length === 1 ? alike[0] : undefined);
  const done = element && (await clickOn(visit, here, element));
  if (element === undefined || done === undefined || !hasChanged(done.before, done.after)) return undefined;
  return { ...done, element, texts: [...done.texts, ...subjectOf(element, here.view)] };
}

/** Fills in a form and submits it. @returns undefined if a step fails, or nothing has happened. */
export async function submit(
  visit: Visit,
  { trail, view }: SessionPage,
  form: Form,
  filled: readonly FilledField[],
): Promise<Transition | undefined> {
  const fill = fillSteps(filled);
  if (!(await visit.run(fill))) return undefined;
  // What has changed while the form was filled in is no effect of submitting it.
  const before = await visit.look();
  const about = form.submit === undefined || form.fields.some(isFreeText) ? [] : subjectOf(form.submit, view);
  const entered = [...about, ...enteredTexts(filled, before)];
  const submitting = { steps: submitStep(form), element: form.submit, entered };
  const done = await perform(visit, { trail, view: before }, submitting);
  if (done === undefined || !hasChanged(before, done.after)) return undefined;
  const account = createsAccount(form) ? accountOf(filled) : undefined;
  return { ...done, kind: 'form', steps: [...fill, ...done.steps], form, filled, ...defined({ account }) };
}

/** Whether two controls, of two views of a page or of two pages, are one to a person. */
export function isSameControl(one: PageElement, other: PageElement): boolean {
  return one.role === other.role && one.name === other.name;
}

export function isSameForm(one: Form, other: Form): boolean {
  const namesOf = ({ fields }: Form) => fields.map(({ name }) => name).join();
  return namesOf(one) === namesOf(other);
}

/** Values for the fields of a form as it is now: boxes may be ticked already. */
export function matching(filled: readonly FilledField[], { fields }: Form): FilledField[] {
  return filled.flatMap(({ element, value }) => {
    const now = fields.find((each) => isSameControl(each, element));
    return now === undefined ? [] : [{ element: now, value }];
  });
}

export function enteredTexts(filled: readonly FilledField[], view: PageView): string[] {
  return filled.flatMap(({ element, value }) => {
    if (!isText(element) || element.field?.type === 'password' || value === '') return [];
    return [view.elements.find((each) => sameSelectors(each, element))?.field?.value || value];
  });
}

/** Whether a person writes words in a field. */
function isFreeText(element: PageElement): boolean {
  return isText(element) && element.field?.type !== 'number';
}

/** Whether a form had texts that may be those of an entry. */
export function isEdit({ form }: Transition): boolean {
  return form?.fields.some((each) => isFreeText(each) && each.field?.value !== '') === true;
}

function accountOf(filled: readonly FilledField[]): Account | undefined {
  const password = filled.find(({ element }) => element.field?.type === 'password')?.value;
  const texts = filled.filter(({ element }) => isFreeText(element) && element.field?.type !== 'password');
  const login = texts.find(({ value }) => value.includes('@')) ?? texts[0];
  return password === undefined || login === undefined ? undefined : { login: login.value, password };
}

/** What a control is about: the item that it is in, or its page. */
export function subjectOf(element: PageElement, view: PageView): string[] {
  const item = itemOf(view, element);
  const texts = (item === undefined ? [] : namesIn(view, item)).slice(0, 3);
  const heading = headingText(view);
  return texts.length > 0 || heading === undefined ? texts : [heading];
}

/** The texts that distinguish an item from the others of its list, without numbers and controls. */
function namesIn(view: PageView, item: PageElement): string[] {
  const parts = partsOf(view, item).filter((each) => !isControl(each) || each.href !== undefined);
  return (parts.length === 0 ? [item] : parts)
    .map(readable)
    .filter((text) => text.length < 60 && /\p{L}{2}/u.test(text));
}

/** What a prompt of the browser is answered with. */
const promptText = `Paper lantern ${uniqueText}`;

/** Steps that were run, and what they have led to. */
interface PerformedSteps {
  readonly steps: readonly ExchangeElement[];
  readonly after: PageView;
  /** The texts that were entered in dialogs. */
  readonly entered: readonly string[];
  /** The same steps, with their question dismissed instead of accepted. */
  readonly dismissed?: PerformedSteps;
}

/**
 * Runs steps, the last of which may open dialogs. A question is dismissed first, and then accepted if that is safe.
 * @param element what the last step uses; undefined if it is not dangerous.
 * @returns undefined if a step fails.
 */
async function runWithDialogs(
  visit: Visit,
  before: PageView,
  steps: readonly ExchangeElement[],
  element?: PageElement,
): Promise<PerformedSteps | undefined> {
  if (!(await visit.run(steps))) return undefined;
  const after = await visit.look();
  if (steps.length === 0) return { steps, after, entered: [] };
  const dismissed = answered(steps, after, 0);
  const question = after.dialogs.findIndex(({ type }) => type !== 'alert');
  const accepted = after.dialogs.slice(0, question + 1);
  if (accepted.length === 0 || hasChanged(before, { ...after, dialogs: [] })) return dismissed;
  if (!accepted.every(({ message }) => mayAccept(message, visit.app.prompt, element))) return dismissed;
  if (!(await visit.run(answered(steps, { ...after, dialogs: accepted }, accepted.length).steps)))
    return dismissed;
  return { ...answered(steps, await visit.look(), accepted.length), dismissed };
}

/** Whether the question of a control may be answered with yes: it asks for nothing worse than the control itself. */
function mayAccept(message: string, prompt: string, element: PageElement | undefined): boolean {
  const danger = dangerOfText(message, prompt);
  return (
    danger === 'none' || (danger === 'removes' && element !== undefined && dangerOf(element, '') === danger)
  );
}

/** The steps with answers to the dialogs that they have opened, the first of which were accepted. */
function answered(steps: readonly ExchangeElement[], after: PageView, accepted: number): PerformedSteps {
  const answers = after.dialogs.map((dialog, index) =>
    answer(dialog, index < accepted ? 'accept' : 'dismiss'),
  );
  const entered = after.dialogs.flatMap(({ type }, index) =>
    type === 'prompt' && index < accepted ? [promptText] : [],
  );
  return { steps: [...steps.slice(0, -1), ...answers, ...steps.slice(-1)], after, entered };
}

function answer({ type, message }: PageDialog, how: 'accept' | 'dismiss'): ExchangeElement {
  const expected = isStableText(message) ? { messageContaining: literalText(message) } : {};
  if (how === 'dismiss' && type !== 'alert') {
    return { selectors: [], interaction: { action: 'DISMISS_DIALOG', calledWith: expected } };
  }
  const calledWith = type === 'prompt' ? { ...expected, promptText } : expected;
  return { selectors: [], interaction: { action: 'ACCEPT_DIALOG', calledWith } };
}
