import type { PageElement } from '../../runner/live-page.ts';
import { isControl, isSelect, isText, isToggle } from './controls.ts';
import { exampleIn, labelOf, wordsOf } from './field-values.ts';
import { createsAccount, type FilledField } from './filled-form.ts';
import { formsOf } from './page-forms.ts';
import { changeOf } from './page-state.ts';
import { isSameControl, isSameForm } from './perform-on-page.ts';
import { readable } from './readable-text.ts';
import { isStableText } from './stable-text.ts';
import type { Transition } from './transition.ts';

/** What a page says of values that it refuses, in the languages that exploration knows. */
const problem = new RegExp(
  [
    String.raw`\b(?:invalid|not (?:a )?valid|required|must|please|cannot|can't|wrong|incorrect|too (?:short|long|small|large|much|many|low|high)|missing|at (?:least|most)|enter an?|does not match|do not match)\b`,
    'ungültig|bitte|muss|müssen|darf nicht|dürfen nicht|fehlt|zu (?:kurz|lang|klein|groß)|falsch|mindestens|höchstens|erforderlich|pflichtfeld',
    'invalide|obligatoire|veuillez|doit|doivent|trop (?:court|long|petit|grand)|incorrect|manquant|requis|au moins',
    'inválid|obligatori|obrigatóri|debe|deve|por favor|demasiado|non valid|inserisci|almeno',
    'ongeldig|verplicht|moet|vul .* in|te (?:kort|lang)|minstens',
  ].join('|'),
  'iu',
);

/** What a form says that shows what was entered again: the values are refused. Empty if they are not. */
export function refusalsIn({ before, after, form, filled = [] }: Transition): PageElement[] {
  const now = form && formsOf(after).find((each) => isSameForm(each, form));
  if (form === undefined || now === undefined) return [];
  const holds = ({ element, value }: FilledField) =>
    !isText(element) ||
    now.fields.some((each) => isSameControl(each, element) && each.field?.value === value);
  const texts = filled.filter(({ element }) => isText(element) && element.field?.type !== 'password');
  if (!texts.every(holds)) return [];
  const isSaid = (each: PageElement) =>
    (after.status ?? 200) >= 400 || each.role === 'alert' || problem.test(readable(each));
  return changeOf(before, after).appeared.filter(
    (each) => !isControl(each) && each.role !== 'heading' && isStableText(readable(each)) && isSaid(each),
  );
}

/** Whether a form signs in to an account that does not exist. */
export function isUnknownAccount({ form }: Transition): boolean {
  const passwords = form?.fields.filter(({ field }) => field?.type === 'password') ?? [];
  return form !== undefined && passwords.length === 1 && !createsAccount(form);
}

/** The values of a refused form with what the page asks for in their place. Undefined if it says nothing that helps. */
export function correctedValues(done: Transition): FilledField[] | undefined {
  const { form, filled = [] } = done;
  const corrected = new Map<PageElement, string>();
  for (const message of form === undefined ? [] : refusalsIn(done)) {
    const element = fieldOf(message, done);
    if (element === undefined || corrected.has(element)) continue;
    const old = filled.find((each) => each.element === element)?.value ?? '';
    const value = better(element, old, readable(message));
    if (value !== undefined && value !== old) corrected.set(element, value);
  }
  if (corrected.size === 0) return undefined;
  const unchanged = filled.filter(({ element }) => !corrected.has(element));
  return [...unchanged, ...[...corrected].map(([element, value]) => ({ element, value }))];
}

/** The field of a form that a message is about: the one that it names, else the last one before it. */
function fieldOf(message: PageElement, { after, form }: Transition): PageElement | undefined {
  const fields = form?.fields ?? [];
  const text = readable(message).toLowerCase();
  const wordsIn = (each: PageElement) =>
    labelOf(each)
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [];
  const named = fields.filter((each) => wordsIn(each).some((word) => text.includes(word)));
  if (named.length === 1) return named[0];
  const before = after.elements.slice(0, after.elements.indexOf(message));
  const last = before.findLast((each) => fields.some((field) => isSameControl(field, each)));
  return last && fields.find((field) => isSameControl(field, last));
}

/** A value that fits what a message says. */
function better(element: PageElement, value: string, message: string): string | undefined {
  if (isToggle(element)) return element.field?.type === 'radio' ? undefined : 'on';
  if (isSelect(element) || element.field?.type === 'password') return undefined;
  if (element.field?.type === 'date') return value === pastDate ? undefined : pastDate;
  const example = exampleIn(message);
  if (example !== undefined) return example;
  const [, digits] =
    /(\d{1,2})[ -]?(?:digits?|ziffern|stellen|chiffres|d[ií]gitos|cifras|cifre|cijfers)/iu.exec(message) ??
    [];
  if (digits !== undefined) return '12345678901234567890'.slice(0, Number(digits));
  const [, length] =
    /(\d{1,3})[ -]?(?:characters?|letters?|zeichen|buchstaben|caract[eè]res|caracteres|caratteri|tekens)/iu.exec(
      message,
    ) ?? [];
  if (length !== undefined)
    return value.length < Number(length)
      ? value.padEnd(Number(length), ' lantern').trimEnd().padEnd(Number(length), 'n')
      : value.slice(0, Number(length));
  if (/e-?mail/iu.test(`${message} ${wordsOf(element)}`)) return 'ada.lovelace@example.com';
  return numberFor(message, value);
}

const pastDate = '2001-05-14';

/** A number that a message asks for. */
function numberFor(message: string, value: string): string | undefined {
  const [, from] = /(?:between|zwischen|entre|tra|tussen) (\d+(?:\.\d+)?)/iu.exec(message) ?? [];
  if (from !== undefined) return from;
  const [, lowerBound] =
    /(?:at least|more than|greater than|mindestens|größer als|au moins|supérieur à|al menos|mayor que|almeno|minstens) (\d+)/iu.exec(
      message,
    ) ?? [];
  if (lowerBound !== undefined) return String(Number(lowerBound) + 1);
  const [, upperBound] =
    /(?:at most|less than|höchstens|kleiner als|au plus|inférieur à|como máximo|menor que|hoogstens) (\d+)/iu.exec(
      message,
    ) ?? [];
  if (upperBound !== undefined) return String(Math.max(Number(upperBound) - 1, 0));
  const isNumber = /\bnumber|numeric|positive|\bzahl|ziffer|\bnombre\b|chiffre|número|numero|getal/iu.test(
    message,
  );
  return isNumber && !/^\d+$/.test(value) ? '12' : undefined;
}
