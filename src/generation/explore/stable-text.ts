import { escapeRegExp } from '../../common/text.ts';

/** Longer texts are cut in assertions. */
export const maxCharacters = 120;

/** The names of the months in the languages that exploration knows, as they stand beside a day; in English, also the short ones. */
function monthNames(): string {
  const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl'];
  const formats = [
    new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }),
    ...languages.map((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' })),
  ];
  const days = Array.from({ length: 12 }, (_, month) => new Date(2024, month, 1));
  const nameIn = (format: Intl.DateTimeFormat, day: Date) =>
    format.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '';
  const names = formats.flatMap((format) => days.map((day) => nameIn(format, day)));
  return [...new Set(names), 'Sept'].map(escapeRegExp).join('|');
}

const month = String.raw`(?<!\p{L})(?:${monthNames()})(?!\p{L})`;

/**
 * Dates, times, ids and what other sessions have entered, which are others tomorrow. A pattern of a page would be read as one.
 */
const changing = new RegExp(
  [
    String.raw`\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\b(?:19|20)\d{2}\b`,
    String.raw`${month}\.? \d|\d(?:st|nd|rd|th|\.|er)? (?:de |of )?${month}|\d ?[月日]`,
    String.raw`\bago\b|\b(?:today|yesterday|tomorrow|just now|good (?:morning|afternoon|evening)|heute|gestern|morgen)\b|\bvor (?:\d|eine[rm]|wenigen|kurzem)\b|[今昨明]日|今天|昨天`,
    String.raw`\bil y a (?:\d|une?\b)|\bhace (?:\d|una?\b)|(?<!\p{L})há (?:\d|uma?\b)|\d \p{L}+ (?:fa|geleden|temu)\b|\d ?\S{1,3}前`,
    // How long ago in short, such as `5m`.
    String.raw`^\d+ ?(?:s|sec|m|min|h|hr|d|w|mo|y)s?$`,
    String.raw`\d{6,}|\b(?=[a-f]*\d)[0-9a-f]{8,}\b|[#№]\s?\d+|\bzq[0-9a-f]{4}\b|OCTOREGEX`,
  ].join('|'),
  'iu',
);

/** Whether a text is fit for an assertion: not empty, not long, and most likely the same tomorrow. */
export function isStableText(text: string): boolean {
  return text !== '' && text.length <= maxCharacters && !changing.test(text);
}
