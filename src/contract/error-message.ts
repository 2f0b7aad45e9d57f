import { cut } from '../common/text.ts';

/**
 * The error message of an attempt: a sentence in the words of the test file, an empty line, then the browser driver's own
 * message. Messages that are sentences themselves, such as those of variables, have no second part.
 */
interface MessageParts {
  readonly sentence: string;
  /** Empty if the sentence says it all. */
  readonly details: string;
}

export function joinMessage({ sentence, details }: MessageParts): string {
  return details === '' ? sentence : `${sentence}\n\n${details}`;
}

/** The first line of a failed expectation in Playwright's own words; its next lines say what was expected. */
const playwrightExpectation = /\bexpect\(\w+\)\.(?:not\.)?\w+\(.*\) failed$/;

/**
 * Splits the message of an attempt. Other services report Playwright's own message only: its sentence is all of it except
 * the call log.
 */
export function splitMessage(message: string): MessageParts {
  const text = message.replace(/\r\n?/g, '\n').trim();
  const isOwn = playwrightExpectation.test(text.split('\n', 1)[0] ?? '');
  const end = text.search(isOwn ? /\n+Call log:\n/ : /\n\n|\nCall log:\n/);
  if (end < 0) return { sentence: text, details: '' };
  return { sentence: text.slice(0, end).trimEnd(), details: text.slice(end).replace(/^\n+/, '') };
}

/** What to do about a test case that passes only once. */
export const persistedDataAdvice =
  'If the app keeps what earlier runs have added, enter values that are new in each run, such as `Tea $OCTO_STABLE_UUID_SHORT`, check for these rather than for a number, or reset the data before each run.';

const maxCharacters = 300;
const errorTerm =
  /^(error|exception|fail|failure)(message|reason|text|detail|description|list|info|code|type|name|stack)*$/;

/**
 * The error that an answer names, whatever else it says, such as `` `errors`: ["…"] ``. The interface has no such fields, but services
 * add them, as they do `success`.
 * @returns undefined if it names none.
 */
export function namedError(answer: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(answer)) {
    const term = termOf(name);
    const isError = errorTerm.test(term) && !isEmptyErrorField(value);
    const isDenied = /^success(ful)?$/.test(term) && String(value) === 'false';
    const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
    if (isError || isDenied) return `\`${name}\`: ${cut(text, maxCharacters)}`;
  }
  return undefined;
}

/** Whether a field that is there for errors has none. */
function isEmptyErrorField(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmptyErrorField);
  return /^(|null|undefined|none|n\/a|ok|false|0)$/i.test(String(value).trim());
}

/** Words that change nothing in what a field says: `isSkipped`, `numFailedTests`, `total_errors`. */
const fillers = new Set(
  `is has have was did num number count total of all any overall final
  test case step spec assertion expectation run execution process`.split(/\s+/),
);

/** A report has the same few fields over and over. */
const terms = new Map<string, string>();
const maxTerms = 1000;

/**
 * What a field is about, whatever it is called: `failed` of `hasFailed`, `failed_count` and `numFailedTests`. Other words stay, so
 * that `previousOutcome` and `failedAttempts` are something else.
 */
export function termOf(name: string): string {
  const known = terms.get(name);
  if (known !== undefined) return known;
  const words = name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => (/[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word));
  const term = words.filter((word) => !fillers.has(word)).join('') || words.join('');
  if (terms.size < maxTerms) terms.set(name, term);
  return term;
}
