import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { PageElement } from '../../runner/live-page.ts';
import { isSelect, isText, isToggle } from './controls.ts';
import { type Broken, brokenValues, labelOf, validValue, wordsOf } from './field-values.ts';
import { agreementWords, placeholderOption, repeatWords } from './form-words.ts';
import type { Form } from './page-forms.ts';
import { dangerOf, dangerOfText, isAboutRemoval } from './safety.ts';
import { choose, click, enter, press, uniqueText } from './steps.ts';

export interface FilledField {
  readonly element: PageElement;
  readonly value: string;
}

/** What signs in to an account. */
export interface Account {
  readonly login: string;
  readonly password: string;
}

/** Whether a form creates an account, whose name or address must be new. */
export function createsAccount({ fields, submit, title }: Form): boolean {
  const passwords = fields.filter(({ field }) => field?.type === 'password').length;
  const words =
    /\b(?:sign ?up|register|registration|create|join)\b|registrier|konto (?:erstellen|anlegen)|inscri|créer|registr|crear cuenta|criar conta|iscriv/i.test(
      `${title} ${submit?.name}`,
    );
  return passwords > 1 || (passwords === 1 && (words || fields.filter(isText).length > 2));
}

interface Entered {
  /** Whether values must not be those of an earlier submission. */
  readonly isUnique: boolean;
  /** What is entered in a form that signs in. */
  readonly account: Account | undefined;
}

/**
 * Fills in a form as a person does: what is asked for, and nothing that is optional and can be ticked.
 */
export function fillValid(form: Form, { isUnique, account }: Entered): FilledField[] {
  const chosenRadios = new Set<string>();
  const filled: FilledField[] = [];
  for (const element of form.fields) {
    const chosen = () => {
      if (isToggle(element)) return isWanted(element, form, chosenRadios) ? 'on' : undefined;
      if (isSelect(element)) return anotherOption(element);
      const credential =
        account && !createsAccount(form) ? credentialValue(element, form, account) : undefined;
      return credential ?? textValue(element, filled, isUnique);
    };
    const value = element.field && chosen();
    if (value !== undefined) filled.push({ element, value });
  }
  return filled;
}

/** What signs in, if a form asks for a password. */
function credentialValue(
  element: PageElement,
  { fields }: Form,
  { login, password }: Account,
): string | undefined {
  if (!fields.some(({ field }) => field?.type === 'password')) return undefined;
  if (element.field?.type === 'password') return password;
  return /e-?mail|user|login|name/i.test(wordsOf(element)) ? login : undefined;
}

/** Other values that the form should accept: larger numbers, and optional boxes checked. Undefined if nothing can differ. */
export function variationOf(form: Form, valid: readonly FilledField[]): FilledField[] | undefined {
  const changed = form.fields.flatMap((element) => {
    const { field } = element;
    const before = valid.find((each) => each.element === element)?.value;
    if (field?.type === 'number' && before !== undefined) {
      const value = String(Math.min(10, Number(field.max || 10)));
      return value === before ? [] : [{ element, value }];
    }
    const isOptional = isToggle(element) && field?.type !== 'radio' && before === undefined;
    return isOptional && dangerOf(element, '') === 'none' ? [{ element, value: 'on' }] : [];
  });
  if (changed.length === 0) return undefined;
  const rest = valid.filter((each) => !changed.some(({ element }) => element === each.element));
  return [...rest, ...changed];
}

function textValue(
  element: PageElement,
  filled: readonly FilledField[],
  isUnique: boolean,
): string | undefined {
  const original = originalOf(element, filled);
  if (original !== undefined) return original.value;
  const value = validValue(element);
  if (value === undefined || !isUnique || element.field?.pattern || element.field?.type === 'password')
    return value;
  if (value.includes('@')) return value.replace('@', `.${uniqueText}@`);
  const isFree = /^(?:text|textarea|search|)$/.test(element.field?.type ?? '') && !/\d/.test(value);
  const fitsSuffix =
    (element.field?.maxLength ?? -1) < 0 || (element.field?.maxLength ?? 0) >= value.length + 7;
  return isFree && fitsSuffix ? `${value}${/\s/.test(value) ? ' ' : ''}${uniqueText}` : value;
}

function isWanted(element: PageElement, { fields }: Form, chosen: Set<string>): boolean {
  const { field, role } = element;
  if (isAboutRemoval(element.name)) return false;
  if (field?.type !== 'radio' && role !== 'radio') {
    return field?.required === true || agreementWords.test(wordsOf(element));
  }
  if (dangerOf(element, '') !== 'none') return false;
  const group = field?.name ?? '';
  if (chosen.has(group) || fields.some((each) => each.field?.checked && each.field.name === group))
    return false;
  chosen.add(group);
  return true;
}

/** An option of a select that is neither a placeholder nor dangerous, and not the first one if there are others. */
function anotherOption({ field }: PageElement): string | undefined {
  const options = (field?.options ?? []).filter(
    (each) => each.trim() !== '' && !placeholderOption.test(each) && dangerOfText(each, '') === 'none',
  );
  return options[1] ?? options[0];
}

/** The field whose value a field asks for again. */
function originalOf(element: PageElement, before: readonly FilledField[]): FilledField | undefined {
  const previous = before.findLast(
    (each) => each.element.field?.type === element.field?.type && isText(each.element),
  );
  if (previous === undefined) return undefined;
  if (repeatWords.test(wordsOf(element))) return previous;
  return element.field?.type === 'password' && !/current|old/i.test(wordsOf(previous.element))
    ? previous
    : undefined;
}

export function fillSteps(filled: readonly FilledField[]): ExchangeElement[] {
  return filled.flatMap(({ element, value }) => {
    if (isToggle(element)) return (value === 'on') === element.field?.checked ? [] : [click(element)];
    if (isSelect(element)) return value === '' ? [] : [choose(element, value)];
    return [enter(element, value)];
  });
}

export function submitStep({ submit, fields }: Form): ExchangeElement[] {
  if (submit !== undefined) return [click(submit)];
  const last = fields.findLast(isText);
  return last === undefined ? [] : [press(last, 'Enter')];
}

export interface BrokenForm {
  readonly filled: readonly FilledField[];
  readonly field: PageElement;
  readonly how: string;
}

/** The form with one constraint broken at a time: those that are declared first. */
export function brokenForms(form: Form, valid: readonly FilledField[]): BrokenForm[] {
  const found = valid.flatMap(({ element, value }, index) => {
    const isConfirmation = originalOf(element, valid.slice(0, index)) !== undefined;
    return breaks(element, value, isConfirmation).map((broken) => {
      const same = (each: FilledField) =>
        originalOf(each.element, valid.slice(0, valid.indexOf(each)))?.element === element;
      const filled = valid.map((each) =>
        each.element === element || (!isConfirmation && broken.value !== '' && same(each))
          ? { ...each, value: broken.value }
          : each,
      );
      return {
        filled,
        field: element,
        how: broken.how,
        isDeclared: broken.value !== '' || element.field?.required === true,
      };
    });
  });
  const declaresRequired = form.fields.some(({ field }) => field?.required);
  return found
    .filter(
      (each) =>
        each.isDeclared || each.how.startsWith('a ') || each.how.startsWith('too') || !declaresRequired,
    )
    .sort((a, b) => Number(b.isDeclared) - Number(a.isDeclared));
}

function breaks(element: PageElement, value: string, isConfirmation: boolean): Broken[] {
  if (isText(element)) return brokenValues(element, value, isConfirmation);
  const isEmptyAllowed = isSelect(element) ? anotherOption(element) === element.field?.options[0] : false;
  return isEmptyAllowed
    ? []
    : [{ value: '', how: isSelect(element) ? `no ${labelOf(element)}` : `"${element.name}" unchecked` }];
}
