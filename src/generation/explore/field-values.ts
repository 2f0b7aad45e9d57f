import type { PageElement } from '../../runner/live-page.ts';
import { valuesByLabel } from './form-words.ts';

type Field = NonNullable<PageElement['field']>;

export function wordsOf({ field, name }: PageElement): string {
  if (field === undefined) return name;
  return `${field.autocomplete} ${field.label} ${name} ${field.placeholder} ${field.name}`;
}

/** What a person enters in fields of these types. */
const byType: Readonly<Record<string, string>> = {
  email: 'ada.lovelace@example.com',
  password: 'Correct-Horse-42',
  tel: '+442079460018',
  url: 'https://example.com/ada',
  date: '2031-05-14',
  time: '10:30',
  month: '2031-05',
  week: '2031-W20',
  'datetime-local': '2031-05-14T10:30',
  color: '#336699',
};

/** Values for fields with a pattern of their own. */
const samples =
  '12345|1234|123456|12|AB|ABC|ABC-123|AB-1234|AB123|AB12 3CD|020 7946 0018|555-0142|5550142000|+442079460018|adalovelace|ada-lovelace|4111111111111111|12/34'.split(
    '|',
  );

/** What a text of a page gives as an example, such as `B-AB 123` in `e.g. B-AB 123`. */
export function exampleIn(text: string): string | undefined {
  const examplePattern =
    /(?:\be\.? ?g\.?|\bfor example|\bsuch as|\bz\. ?B\.|zum Beispiel|beispielsweise|par exemple|\bp\. ?ex\.?|por ejemplo|por exemplo|ad esempio|bijv\.)[,:]?\s+["“„«'‘(]?\s*([^"“”„«»'‘’()]{1,40}?)\s*["“”»'’)]*\.?$/iu;
  return examplePattern.exec(text)?.[1];
}

/** A value that a field accepts; undefined for a field that is not to be filled. */
export function validValue(element: PageElement): string | undefined {
  const { field } = element;
  if (field === undefined || field.disabled) return undefined;
  if (/^(?:number|range)$/.test(field.type)) return validNumber(element, field);
  const words = wordsOf(element);
  const usual =
    byType[field.type] ??
    exampleIn(field.placeholder) ??
    valuesByLabel.find(([pattern]) => pattern.test(words))?.[1] ??
    'Paper lantern';
  if (field.type in byType && field.type !== 'password') return withinDates(usual, field);
  const fitting = [usual, ...samples].find((each) => matchesPattern(each, field));
  return fitLength(fitting ?? usual, field);
}

function validNumber(element: PageElement, { min, max, step, value }: Field): string {
  if (/\bage\b/i.test(wordsOf(element))) return '30';
  if (/\byear\b/i.test(wordsOf(element))) return '2001';
  const size = Number(step) > 0 ? Number(step) : 1;
  const next = value === '' ? Number(min || 1) + size : Number(value) + size;
  return String(Math.min(Number(next.toFixed(6)), Number(max || Number.MAX_SAFE_INTEGER)));
}

function withinDates(value: string, { min, max }: Field): string {
  if (min !== undefined && min !== '' && value < min) return min;
  return max !== undefined && max !== '' && value > max ? max : value;
}

function matchesPattern(value: string, { pattern }: Field): boolean {
  if (pattern === undefined || pattern === '') return true;
  try {
    return new RegExp(`^(?:${pattern})$`, 'v').test(value);
  } catch {
    return true;
  }
}

function fitLength(value: string, { minLength = 0, maxLength = -1 }: Field): string {
  const long =
    value.length < minLength ? value.padEnd(minLength, ' lantern').trim().padEnd(minLength, 'n') : value;
  return maxLength > 0 && long.length > maxLength ? long.slice(0, maxLength) : long;
}

/** One way to break a constraint of a field. */
export interface Broken {
  readonly value: string;
  /** What is wrong, as in: with … `no email`. */
  readonly how: string;
}

/** Values that a field most likely refuses, each breaking one constraint. */
export function brokenValues(element: PageElement, valid: string, isConfirmation: boolean): Broken[] {
  const { field } = element;
  if (field === undefined) return [];
  const label = labelOf(element);
  const words = wordsOf(element);
  const isPlain = /^[\p{L}\p{N}' -]{1,25}$/u.test(label);
  const found: Broken[] = [{ value: '', how: isPlain ? `no ${label}` : `nothing in "${label}"` }];
  if (isConfirmation) return [...found, { value: `${valid}x`, how: `a ${label} that differs` }];
  if (field.type === 'email' || /e-?mail/i.test(words))
    found.push({ value: 'ada.example.com', how: 'a malformed email address' });
  if (field.type === 'url') found.push({ value: 'example', how: `a malformed ${label}` });
  if (field.type === 'number' || field.type === 'range') found.push(...outOfRange(field, label));
  if (field.minLength !== undefined && field.minLength > 1) {
    found.push({ value: valid.slice(0, field.minLength - 1), how: `too short a ${label}` });
  } else if (field.type === 'password') found.push({ value: 'ab1', how: `too short a ${label}` });
  else if (field.pattern !== undefined && field.pattern !== '') {
    const value = ['!', 'x', '0'].find((each) => !matchesPattern(each, field));
    if (value !== undefined) found.push({ value, how: `a malformed ${label}` });
  } else if (
    field.type !== 'number' &&
    /\bzip\b|post(?:al)?[-_ ]?code|phone|\btel\b|\bage\b|quantity|\byear\b/i.test(words)
  ) {
    found.push({ value: 'abc', how: `a malformed ${label}` });
  }
  return found;
}

function outOfRange({ min, max }: Field, label: string): Broken[] {
  const isSet = (each: string | undefined) => each !== undefined && each !== '';
  return [
    { value: isSet(min) ? String(Number(min) - 1) : '-1', how: `too small a ${label}` },
    ...(isSet(max) ? [{ value: String(Number(max) + 1), how: `too large a ${label}` }] : []),
  ];
}

/** The label of a field as it stands in a sentence. */
export function labelOf(element: PageElement): string {
  const label = (
    element.field?.label ||
    element.name ||
    element.field?.placeholder ||
    element.field?.name ||
    'value'
  )
    .replace(/[\s:*]+$/g, '')
    .trim();
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
