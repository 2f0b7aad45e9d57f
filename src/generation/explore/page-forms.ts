import type { PageElement, PageView } from '../../runner/live-page.ts';
import { isControl, isFillable, isText } from './controls.ts';
import { labelOf, wordsOf } from './field-values.ts';
import { leavingWords, searchWords, submitWords } from './form-words.ts';
import { itemOf } from './list-items.ts';
import { dangerOf, isPaymentField } from './safety.ts';

/** Fields that are filled in and submitted together. */
export interface Form {
  readonly title: string;
  readonly fields: readonly PageElement[];
  /** Without one, Enter in the last field submits. */
  readonly submit: PageElement | undefined;
}

/** The forms of a page, whether they have an element of their own or not. */
export function formsOf(view: PageView): Form[] {
  const groups = new Map<string, PageElement[]>();
  let number = 0;
  let last: PageElement | undefined;
  for (const element of view.elements) {
    const container = containerOf(element);
    // Forms without names look alike: after a button, the next field is one of another form.
    if (last?.role === 'button' && isFillable(element) && submitWords.test(last.name)) number += 1;
    const key = container === '' ? '' : `${number} ${container}`;
    groups.set(key, [...(groups.get(key) ?? []), element]);
    last = element;
  }
  return [...groups].flatMap(([key, elements]) => {
    const fields = elements.filter(
      (each) => isFillable(each) && (key !== '' || itemOf(view, each) === undefined),
    );
    const submit = key === '' ? submitBehind(view, elements, fields) : submitIn(elements, fields);
    const text = fields.filter(isText);
    // Without a button, only the one text field of a group can be submitted.
    if (fields.length === 0 || (submit === undefined && text.length !== 1)) return [];
    if (key === '' && submit === undefined && text.some(isSearch)) return [];
    // Enter in a field that is in no form says nothing of the boxes around it.
    const ownFields = key === '' && submit === undefined ? text : fields;
    return [{ title: titleOf(key, elements, submit), fields: ownFields, submit }];
  });
}

/** The buttons that submitting a form may use: without one of its own, Enter in a field uses one beside it. */
export function submittingButtons({ elements }: PageView, { fields, submit }: Form): PageElement[] {
  if (submit !== undefined) return [submit];
  const containers = fields.map(containerOf).filter((each) => each !== '');
  return elements.filter(
    (each) =>
      each.role === 'button' && containers.includes(containerOf(each)) && !leavingWords.test(each.name),
  );
}

/** Whether a control is in a form with the data of a payment, or on a page with such fields outside of forms. */
export function isForPayment({ elements }: PageView, control: PageElement): boolean {
  const container = containerOf(control);
  return elements.some((each) => isPaymentField(each) && ['', container].includes(containerOf(each)));
}

export function containerOf(element: PageElement): string {
  const index = element.within.findLastIndex((each) => /^(?:form|search|dialog|alertdialog)\b/i.test(each));
  return element.within.slice(0, index + 1).join(' > ');
}

function isSearch(element: PageElement): boolean {
  return (
    element.field?.type === 'search' || element.role === 'searchbox' || searchWords.test(wordsOf(element))
  );
}

/** Whether a form only chooses what a page shows: it has a search field or a list of options, and nothing that must be filled in. */
export function isFilter({ fields, submit }: Form): boolean {
  const isChoice = (each: PageElement) => isSearch(each) || (!isText(each) && each.field?.required !== true);
  const filters =
    submit === undefined || /\b(?:search|filter|show|apply|find|go|sort|update)\b/i.test(submit.name);
  return fields.every(isChoice) && (fields.some(isSearch) || filters);
}

/** The button of fields that are in no form: the next control, if it says so. */
function submitBehind(
  view: PageView,
  elements: readonly PageElement[],
  fields: readonly PageElement[],
): PageElement | undefined {
  const last = elements.findLastIndex((each) => fields.includes(each));
  const next = elements.find((each, index) => index > last && isControl(each));
  const isSubmit =
    next !== undefined && maySubmit(next) && submitWords.test(next.name) && itemOf(view, next) === undefined;
  return isSubmit ? next : undefined;
}

function submitIn(elements: readonly PageElement[], fields: readonly PageElement[]): PageElement | undefined {
  const first = elements.findIndex((each) => fields.includes(each));
  const hasPassword = fields.some(({ field }) => field?.type === 'password');
  const showsPassword = ({ name }: PageElement) => hasPassword && /^show$/i.test(name);
  const buttons = elements.filter((each, index) => index > first && maySubmit(each) && !showsPassword(each));
  return buttons.findLast(({ name }) => submitWords.test(name)) ?? buttons.at(-1);
}

function maySubmit(each: PageElement): boolean {
  return each.role === 'button' && !leavingWords.test(each.name) && dangerOf(each, '') !== 'removes';
}

function titleOf(key: string, elements: readonly PageElement[], submit: PageElement | undefined): string {
  const named = /"([^"]+)"[^"]*$/.exec(key)?.[1];
  // What is in no form has the headings of the whole page.
  const heading = key === '' ? undefined : elements.find(({ role }) => role === 'heading')?.name;
  const field = elements.find(isText);
  return named ?? heading ?? submit?.name ?? (field === undefined ? 'form' : labelOf(field));
}
