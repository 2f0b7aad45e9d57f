import { isUtf8 } from 'node:buffer';
import { inChunks } from '../common/lists.ts';
import { escapeRegExp, type Redact } from '../common/text.ts';

const stars = '***';
/** A shorter value would damage ordinary words, and the runner does not mask it either. */
const minLength = 4;

/** Longer forms are searched for one by one. */
const maxInPattern = 300;
/** Number of forms in one pattern: a larger pattern might be refused. */
const maxAlternatives = 3000;

/** A piece of a text: its first index, and the first behind it. */
type Span = readonly [start: number, end: number];

/**
 * Makes a function that replaces secret values by asterisks, in all forms in which they travel: base64, hexadecimal,
 * and with any characters escaped; and the beginning of one before `…`, where a text was cut. Each line of a
 * secret with several lines is a secret, as it is for the runner.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const values = new Set(secrets.flatMap((secret) => [secret, ...secret.split(/\r\n|\r|\n/)]));
  const forms = new Set(
    [...values]
      .filter((value) => value.length >= minLength && value.trim() !== '')
      .flatMap((value) => [...formsOf(value), ...decodedValues(value)])
      .filter((form) => form.length >= minLength),
  );
  if (forms.size === 0) return (text) => text;
  const findWhole = wholeFinder([...forms]);
  const findCut = cutFinder([...forms]);
  const find: Find = (text) => [...findWhole(text), ...findCut(text)];
  return (text) => withStars(text, findNested(text, find, maxRounds));
}

/** How many encodings may be around another, as in HTML inside of JSON. */
const maxRounds = 3;

/** Finds what is in a text, and what is there once its escapes and its base64 are decoded, whatever part of it is encoded. */
function findNested(text: string, find: Find, rounds: number): Span[] {
  const found = find(text);
  if (rounds === 0) return found;
  for (const pattern of encodedRuns) {
    for (const { index, 0: run } of text.matchAll(pattern)) {
      const bytes = Buffer.from(run, pattern === hexRun ? 'hex' : 'base64');
      // Most runs are words, identifiers or hashes.
      const isText = isUtf8(bytes) && findNested(bytes.toString(), find, rounds - 1).length > 0;
      if (isText) found.push([index, index + run.length]);
    }
  }
  const decoded = decodeText(text);
  if (decoded === undefined) return found;
  const { starts, ends } = decoded;
  const spans = findNested(decoded.text, find, rounds - 1);
  return [...found, ...spans.map(([start, end]): Span => [starts[start] ?? 0, ends[end - 1] ?? text.length])];
}

const hexRun = /\b(?:[0-9a-f]{2}){8,}\b/gi;
/** What may hold an encoded value with its own escapes, such as a cookie with JSON. It never begins with the `/` of a path. */
const encodedRuns = [hexRun, /[\w+-][\w+/-]{15,}={0,2}/g];

/** What is left of a value where its text is decoded: it may look like an escape itself. */
function decodedValues(value: string): string[] {
  const decoded = decodeText(value)?.text;
  return decoded === undefined ? [] : [decoded, ...decodedValues(decoded)];
}

type Find = (text: string) => Span[];

/** Searches for short forms at once, and for long ones one by one: the size of a pattern is limited. */
function wholeFinder(forms: readonly string[]): Find {
  const short = forms.filter(({ length }) => length <= maxInPattern);
  const long = forms.filter(({ length }) => length > maxInPattern);
  const patterns = [
    ...patternsOf(
      short.filter(({ length }) => length < minCaseLength),
      'g',
    ),
    // A page may show them with the style `text-transform`.
    ...patternsOf(
      short.filter(({ length }) => length >= minCaseLength),
      'gi',
    ),
  ];
  return (text) => [
    ...patterns.flatMap((pattern) => [...matches(text, pattern)]),
    ...long.flatMap((form) => [...occurrences(text, form)]),
  ];
}

function patternsOf(forms: readonly string[], flags: string): RegExp[] {
  const longestFirst = forms.toSorted((a, b) => b.length - a.length);
  return inChunks(longestFirst, maxAlternatives).map((chunk) => {
    const alternatives = chunk.map(withFoldedSpace);
    // A lookahead finds what overlaps, too: of two secrets that share a middle, neither may leave its end.
    return new RegExp(`(?=(${alternatives.join('|')}))`, flags);
  });
}

/** Browsers and the driver fold white space. What little has more than blanks would be found everywhere. */
function withFoldedSpace(form: string): string {
  const isShort = form.replace(/\s+/g, '').length < minLength;
  return isShort ? escapeRegExp(form) : escapeRegExp(form).replace(/\s+/g, String.raw`\s+`);
}

function* matches(text: string, pattern: RegExp): Generator<Span> {
  // Nearly every text has none, and `matchAll` copies the pattern.
  if (text.search(pattern) === -1) return;
  let covered = 0;
  for (const { index, 1: found = '' } of text.matchAll(pattern)) {
    if (index + found.length <= covered) continue;
    covered = index + found.length;
    yield [index, covered];
  }
}

function* occurrences(text: string, form: string): Generator<Span> {
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length))
    yield [at, at + form.length];
}

/** An ellipsis, and how the error of `JSON.parse` cuts the text that it quotes. */
const cutMark = /…|"\.\.\./g;

/** Finds the beginnings of secrets where a text was cut. */
function cutFinder(forms: readonly string[]): Find {
  const lower = forms.map((form) => form.toLowerCase());
  const byStart = Map.groupBy(lower, (form) => form.slice(0, minLength));
  const longest = Math.max(...lower.map(({ length }) => length));
  return (text) => {
    const spans: Span[] = [];
    let before = 0;
    for (const { index: end } of text.matchAll(cutMark)) {
      for (let start = Math.max(before, end - longest); start <= end - minLength; start += 1) {
        const candidates = byStart.get(text.slice(start, start + minLength).toLowerCase());
        const rest = candidates && text.slice(start, end).toLowerCase();
        if (candidates?.some((form) => form.startsWith(rest ?? ''))) spans.push([start, end]);
      }
      before = end;
    }
    return spans;
  };
}

/** Replaces what was found; overlapping pieces are one. */
function withStars(text: string, spans: readonly Span[]): string {
  let redacted = '';
  let kept = 0;
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    if (start >= kept) redacted += text.slice(kept, start) + stars;
    kept = Math.max(kept, end);
  }
  return redacted + text.slice(kept);
}

/**
 * The forms in which a secret value travels, itself among them; some may be alike. Those in which only single characters are
 * escaped are found by `decodeText`.
 */
function formsOf(value: string): string[] {
  return [
    value,
    value.trim(),
    ...inOtherCase(value),
    ...inAddress(value),
    ...inBase64(value),
    Buffer.from(value).toString('hex'),
    Buffer.from(value).toString('hex').toUpperCase(),
  ];
}

/** A shorter value in capitals may be an ordinary word. */
const minCaseLength = 8;

/** As a page shows a text with the style `text-transform`. */
function inOtherCase(value: string): string[] {
  return value.length < minCaseLength ? [] : [value.toUpperCase(), value.toLowerCase()];
}

/** In a query that a form has sent, and in an address that a browser has made valid. */
function inAddress(value: string): string[] {
  const url = new URL('http://host');
  url.password = value;
  url.pathname = `/${value}`;
  url.search = value;
  url.hash = value;
  const form = new URLSearchParams([['', value]]).toString().slice(1);
  return [form, url.password, url.pathname.slice(1), url.search.slice(1), url.hash.slice(1)];
}

function inBase64(value: string): string[] {
  return (['base64', 'base64url'] as const).flatMap((encoding) => [
    Buffer.from(value).toString(encoding),
    // As `btoa` in a page encodes it.
    ...(/^[\0-\xff]*$/.test(value) ? [Buffer.from(value, 'latin1').toString(encoding)] : []),
    ...[0, 1, 2].map((offset) => insideBase64(value, offset, encoding)),
  ]);
}

/** The characters that depend on the value alone where it is encoded with others, as in `user:password`. */
function insideBase64(value: string, offset: number, encoding: 'base64' | 'base64url'): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  return bytes.toString(encoding).slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** A text without its escapes, and where each of its characters comes from. */
interface DecodedText {
  readonly text: string;
  /** The index in the source at which each character begins, and the one behind it: an escape may stand for several. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * One table for all encodings that write a character of its own: HTML and XML, literals of JSON and programming languages,
 * addresses, quotation marks that are doubled or escaped for a shell, and line breaks within a long value. Runs of bytes are
 * UTF-8.
 */
const escapes = new RegExp(
  [
    String.raw`(?<bytes>(?:%[0-9a-f]{2}|\\x[0-9a-f]{2}|\\[0-3][0-7]{2})+)`,
    String.raw`&#x(?<entity>[0-9a-f]{1,8});|&#(?<number>\d{1,8});|&(?<name>amp|lt|gt|quot|apos|nbsp);`,
    String.raw`\\u(?<unit>[0-9a-f]{4})|\\u\{(?<point>[0-9a-f]{1,6})\}|'\\(?<shell>')'|\\(?<character>[nrt\W])`,
    `(?<doubled>["'])\\k<doubled>`,
    // Where a long value was wrapped, as base64 often is.
    String.raw`(?<=[\w+/=-]{40})\r?\n[ \t]*(?=[\w+/=-])`,
    // Where a text was cut within an escape.
    String.raw`(?:&#?\w{0,8}|%[0-9a-f]?|\\(?:x[0-9a-f]?|u\{?[0-9a-f]{0,6})?)(?=…)`,
  ].join('|'),
  'gi',
);

/** Decodes every escape of a text once. @returns undefined if it has none. */
function decodeText(source: string): DecodedText | undefined {
  if (source.search(escapes) === -1) return undefined;
  const [starts, ends] = [new Uint32Array(source.length), new Uint32Array(source.length)];
  const parts: string[] = [];
  let [length, from] = [0, 0];
  const copyTo = (end: number) => {
    parts.push(source.slice(from, end));
    for (; from < end; from += 1, length += 1) {
      starts[length] = from;
      ends[length] = from + 1;
    }
  };
  for (const { index, 0: found, groups = {} } of source.matchAll(escapes)) {
    const decoded = characterOf(groups);
    copyTo(index);
    parts.push(decoded);
    from = index + found.length;
    starts.fill(index, length, length + decoded.length);
    ends.fill(from, length, length + decoded.length);
    length += decoded.length;
  }
  copyTo(source.length);
  return { text: parts.join(''), starts, ends };
}

function characterOf(groups: Readonly<Record<string, string | undefined>>): string {
  const { bytes, entity, number, name, unit, point, shell, character, doubled = '' } = groups;
  if (bytes !== undefined) return textOfBytes(bytes);
  if (name !== undefined) return named[name.toLowerCase()] ?? '';
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  const code = entity ?? point;
  if (code !== undefined) return characterOfCode(Number.parseInt(code, 16));
  if (number !== undefined) return characterOfCode(Number(number));
  if (character !== undefined) return named[character] ?? character;
  return shell ?? doubled;
}

const maxCode = 0x10_ff_ff;

function characterOfCode(code: number): string {
  return code <= maxCode ? String.fromCodePoint(code) : '';
}

/** A run of bytes as UTF-8. If it is not valid, each byte is a character, as `\xf6` is in JavaScript. */
function textOfBytes(escaped: string): string {
  const bytes = [...escaped.matchAll(/%(..)|\\x(..)|\\(\d{3})/g)].map(([, percent, hex, octal]) =>
    octal === undefined ? Number.parseInt(percent ?? hex ?? '', 16) : Number.parseInt(octal, 8),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return String.fromCharCode(...bytes);
  }
}
