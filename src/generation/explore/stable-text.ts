import { escapeRegExp } from '../../common/text.ts';

/** Longer texts are cut in assertions. */
export const maxCharacters = 120;

const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl'];

/** The names of the months in the languages that exploration knows, as they stand beside a day; in English, also the short ones. */
function monthNames(): string[] {
  const formats = [
    new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }),
    ...languages.map((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' })),
  ];
  const days = Array.from({ length: 12 }, (_, month) => new Date(2024, month, 1));
  const nameIn = (format: Intl.DateTimeFormat, day: Date) =>
    format.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '';
  return [...formats.flatMap((format) => days.map((day) => nameIn(format, day))), 'Sept'];
}

function weekdayNames(): string[] {
  const days = Array.from({ length: 7 }, (_, index) => new Date(2024, 0, 1 + index));
  return languages.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { weekday: 'long' });
    return days.map((day) => format.format(day));
  });
}

/** A pattern of whole words. */
function anyOf(names: readonly string[]): string {
  return String.raw`(?<!\p{L})(?:${[...new Set(names)].map(escapeRegExp).join('|')})(?!\p{L})`;
}

const month = anyOf(monthNames());
const weekday = new RegExp(
  `${anyOf(weekdayNames())}|[月火水木金土日]曜日?|(?:星期|周)[一二三四五六日]`,
  'giu',
);
/** Units of time, by how they begin. */
const unit = String.raw`(?:sec|sek|min|hour|hr|stund|heure|hora|ore\b|uur|uren|day|tag|jour|d[ií]a|giorn|dag|week|woch|sema|settiman|month|monat|mois|mes|maand|year|jahr|an\b|ans\b|año|ano|ann)`;

/**
 * Dates, times, ids and what other sessions have entered, which are others tomorrow. A pattern of a page would be read as one.
 */
const changing = new RegExp(
  [
    String.raw`\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\b(?:19|20)\d{2}\b`,
    String.raw`${month}\.? \d|\d(?:st|nd|rd|th|\.|er)? (?:de |of )?${month}|\d ?[月日]`,
    String.raw`\bago\b|\b(?:today|yesterday|tomorrow|just now|good (?:morning|afternoon|evening)|heute|gestern|morgen)\b|\bvor (?:\d|eine[rm]|wenigen|kurzem)\b|[今昨明]日|今天|昨天`,
    String.raw`\bil y a (?:\d|une?\b)|\bhace (?:\d|una?\b)|(?<!\p{L})há (?:\d|uma?\b)|\d \p{L}+ (?:fa|geleden|temu)\b|\d ?\S{1,3}前`,
    String.raw`\b(?:in|noch|dans|en|em|dentro de|tra|over) \d+ ${unit}|\d ${unit}\p{L}* (?:left|remaining|old)\b|\b(?:last|next) (?:week|month|year)\b`,
    // How long something took.
    String.raw`\d ?[mµ]s\b|\d[.,]\d+ ?s(?:e[ckg]\p{L}*)?\b`,
    // How long ago in short, such as `5m`.
    String.raw`^\d+ ?(?:s|sec|m|min|h|hr|d|w|mo|y)s?$`,
    String.raw`\d{6,}|\b(?=[a-f]*\d)[0-9a-f]{8,}\b|[#№]\s?\d+|\bzq[0-9a-f]{4}\b|OCTOREGEX`,
  ].join('|'),
  'iu',
);

/**
 * Whether a text is fit for an assertion: not empty, not long, and most likely the same tomorrow. A single weekday is that of a
 * date; several are a timetable.
 */
export function isStableText(text: string): boolean {
  if (text === '' || text.length > maxCharacters || changing.test(text)) return false;
  return text.match(weekday)?.length !== 1;
}
