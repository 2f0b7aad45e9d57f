import { messageOf } from '../../common/errors.ts';

/**
 * JSON has no regular expressions, so real files wrap one into a marker: `OCTOREGEX^Order \d+$OCTOREGEX`.
 * It may stand wherever a text stands.
 */
const marker = 'OCTOREGEX';
const wrapped = /^OCTOREGEX([\s\S]*)OCTOREGEX$/;

/** @returns the source of the regular expression that a text wraps; undefined if it is a plain text. */
export function patternSource(text: string): string | undefined {
  return wrapped.exec(text)?.[1];
}

/** Whether a text has a marker at its beginning or its end only, so that it is not read as a pattern. */
export function isHalfMarked(text: string): boolean {
  return patternSource(text) === undefined && (text.startsWith(marker) || text.endsWith(marker));
}

/** The source of a regular expression as a text of the exchange form. */
export function patternText(source: string): string {
  return marker + source + marker;
}

/**
 * Reads a text that may be a pattern.
 * @returns the text itself, or the regular expression that it wraps.
 * @throws SyntaxError if the wrapped source is not a regular expression.
 */
export function textOrPattern(text: string): string | RegExp {
  const source = patternSource(text);
  return source === undefined ? text : compilePattern(source);
}

/** A whole pattern with flags, such as `(?i:…)`. */
const withFlags = /^\(\?([ims]+):([\s\S]*)\)$/;

/**
 * Compiles the source of a pattern. Node 22 knows flags of a whole pattern only, so there `(?i:…)` becomes one.
 * @throws SyntaxError
 */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    const [, flags, inner] = withFlags.exec(source) ?? [];
    if (inner === undefined) throw error;
    return new RegExp(inner, flags);
  }
}

/** @returns why a text is not the source of a regular expression; undefined if it is one. */
export function patternProblem(source: string): string | undefined {
  try {
    compilePattern(source);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The flags of a whole pattern, and the rest of it, which is a pattern by itself, unlike that of `(?i:a)(?:b)`. */
export function flagsOfPattern(source: string): { readonly source: string; readonly flags: string } {
  const [, flags, inner] = withFlags.exec(source) ?? [];
  return flags === undefined || inner === undefined || patternProblem(inner) !== undefined
    ? { source, flags: '' }
    : { source: inner, flags };
}

/** Whether an empty text is what a text or pattern expects. */
export function acceptsEmptyText(text: string): boolean {
  try {
    const expected = textOrPattern(text);
    return typeof expected === 'string' ? expected === '' : expected.test('');
  } catch {
    // Not a valid regular expression: nothing meets it.
    return false;
  }
}

/** Texts of many kinds: what matches all of them most likely matches every text that is not empty. */
const probes = ['x', '7', ' ', 'Ünïcode — 漢字', '\u{10ffff}', 'Total: $5.00 (3 items) Thank you!'];
const urlProbes = ['http://a', 'https://b.test:8080/c?d=e#f', 'http://127.0.0.1:3000/1/2'];
/** The beginning of a pattern such as `^(?!.*login)`, up to what a text is not. */
const negation = /^(?:\(\?\w+:)?\^(?=\(\?!)/;
/** A pattern that only limits the length of a text does not match this one. */
const longProbe = 'Lorem ipsum 12, dolor; '.repeat(200);

/**
 * Whether a text is contained in every text, or a pattern matches every text, so that a check for it cannot fail. White space
 * and invisible characters count as nothing: they are collapsed in the texts that are compared.
 */
export function matchesAnyText(expected: string | RegExp): boolean {
  if (typeof expected === 'string') return expected.replace(/[\s\u200b\u00ad]/g, '') === '';
  return expected.test('') && matchesAnyFilledText(expected);
}

/** Whether a pattern matches every text that is not empty. */
export function matchesAnyFilledText(pattern: RegExp): boolean {
  return matchesAll(pattern, [...probes, longProbe]);
}

/** Whether a pattern matches every URL of a page, so that a check for it cannot fail. */
export function matchesAnyUrl(pattern: RegExp): boolean {
  return matchesAll(pattern, urlProbes);
}

function matchesAll(pattern: RegExp, texts: readonly string[]): boolean {
  return !isNegation(pattern) && texts.every((each) => pattern.test(each));
}

/** Whether a pattern says what a text is not: that texts match it says nothing of others. `^(?!login)|` does not. */
function isNegation({ source }: RegExp): boolean {
  const start = negation.exec(source)?.[0];
  return start !== undefined && !alternatives({ source, index: start.length }).isAlways;
}

/** What is known of a part of a pattern. */
interface Part {
  /** No text matches it. */
  readonly isNever: boolean;
  /** It matches at each position of each text. */
  readonly isAlways: boolean;
  /** It matches at least one character. */
  readonly isFilled: boolean;
  /** It matches only where the text begins, or ends. */
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

const nothing: Part = { isNever: false, isAlways: true, isFilled: false, isAtStart: false, isAtEnd: false };
/** A part that may match or not. */
const maybe: Part = { ...nothing, isAlways: false };

const token =
  /\\(?:k<[^>]*>|[1-9]\d*|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]+>))?|[\s\S]/y;
const quantifier = /(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/y;
const maxLength = 5000;

/**
 * Whether a pattern such as `(?!)` or `$a` matches no text at all, so that a check that something does not match it cannot
 * fail. Every pattern of which this is said is one; there are others.
 */
export function matchesNoText({ source, flags }: RegExp): boolean {
  // Flags of a part change what `^` and `$` mean.
  if (flags !== '' || source.length > maxLength || /\(\?[a-z-]+:/.test(source)) return false;
  return alternatives({ source, index: 0 }).isNever;
}

interface Reader {
  readonly source: string;
  index: number;
}

function next(reader: Reader, expected: RegExp): RegExpExecArray | undefined {
  expected.lastIndex = reader.index;
  const found = expected.exec(reader.source) ?? undefined;
  reader.index += found?.[0].length ?? 0;
  return found;
}

/** Reads up to the end of a group or of the pattern. */
function alternatives(reader: Reader): Part {
  const read: Part[] = [];
  let sequence: Part[] = [];
  for (;;) {
    const text = next(reader, token)?.[0];
    if (text !== undefined && text !== '|' && text !== ')') {
      sequence.push(repeated(partOf(text, reader), next(reader, quantifier)));
      continue;
    }
    read.push(inSequence(sequence));
    sequence = [];
    if (text !== '|') break;
  }
  const possible = read.filter(({ isNever }) => !isNever);
  return {
    isNever: possible.length === 0,
    isAlways: possible.some(({ isAlways }) => isAlways),
    isFilled: possible.every(({ isFilled }) => isFilled),
    isAtStart: possible.every(({ isAtStart }) => isAtStart),
    isAtEnd: possible.every(({ isAtEnd }) => isAtEnd),
  };
}

function partOf(text: string, reader: Reader): Part {
  if (text === '^') return { ...maybe, isAtStart: true };
  if (text === '$') return { ...maybe, isAtEnd: true };
  if (/^\\[bB1-9k]/.test(text)) return maybe;
  if (!text.startsWith('(')) {
    return { ...maybe, isFilled: true, isNever: isEmptyClass(text) };
  }
  const inside = alternatives(reader);
  if (!/[=!]$/.test(text)) return inside;
  const { isNever, isAlways } = inside;
  // What is looked for is not part of the match.
  return text.endsWith('!')
    ? { ...nothing, isNever: isAlways, isAlways: isNever }
    : { ...nothing, isNever, isAlways };
}

function repeated(part: Part, times: RegExpExecArray | undefined): Part {
  if (times === undefined) return part;
  const min = times[1] ?? (times[0].startsWith('+') ? '1' : '0');
  return Number(min) === 0 ? nothing : part;
}

function inSequence(parts: readonly Part[]): Part {
  const firstFilled = parts.findIndex(({ isFilled }) => isFilled);
  const lastFilled = parts.findLastIndex(({ isFilled }) => isFilled);
  const isBroken = parts.some(
    ({ isNever, isAtStart, isAtEnd }, index) =>
      isNever || (isAtStart && firstFilled !== -1 && index > firstFilled) || (isAtEnd && index < lastFilled),
  );
  return {
    isNever: isBroken,
    isAlways: parts.every(({ isAlways }) => isAlways),
    isFilled: firstFilled !== -1,
    isAtStart: parts.some(({ isAtStart }) => isAtStart),
    isAtEnd: parts.some(({ isAtEnd }) => isAtEnd),
  };
}

/** Whether a part is a class without characters, such as `[]` and `[^\s\S]`. */
function isEmptyClass(text: string): boolean {
  if (text === '[]') return true;
  if (!/^\[\^[\s\S]*(\\[dDsSwW]|-)/.test(text)) return false;
  const one = new RegExp(text);
  for (let code = 0; code < 0x10000; code += 1) if (one.test(String.fromCharCode(code))) return false;
  return true;
}
