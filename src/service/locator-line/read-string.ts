import { LocatorLineError } from './locator-line-error.ts';

const simpleEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/** A part of the line that was read, and where it ends. */
export interface ReadText {
  readonly value: string;
  readonly end: number;
}

/**
 * Reads the string that begins at `start` with its quote: single, double or backtick.
 * @throws LocatorLineError where it has no end, a substitution, or an escape that JavaScript refuses.
 */
export function readString(line: string, start: number): ReadText {
  const quote = line.charAt(start);
  const parts: string[] = [];
  for (let at = start + 1; at < line.length; ) {
    const character = line.charAt(at);
    if (character === quote) return { value: parts.join(''), end: at + 1 };
    if (character === '\\') {
      const { value, end } = readEscape(line, at);
      parts.push(value);
      at = end;
      continue;
    }
    refuse(line, at, quote);
    // A template literal knows one kind of line end.
    if (character !== '\r') parts.push(character);
    else if (line.charAt(at + 1) !== '\n') parts.push('\n');
    at += 1;
  }
  throw new LocatorLineError(start, `this string has no closing ${quote}`);
}

function refuse(line: string, at: number, quote: string): void {
  if (quote !== '`' && /[\n\r]/.test(line.charAt(at))) {
    throw new LocatorLineError(at, 'a string can not go on in the next line: write \\n for a line end');
  }
  if (quote === '`' && line.startsWith('${', at)) {
    throw new LocatorLineError(
      at,
      'a substitution is not allowed: write the text itself, or a variable as $NAME',
    );
  }
}

function readEscape(line: string, at: number): ReadText {
  const rest = line.slice(at, at + 12);
  // A line end after a backslash is no part of the text.
  const lineEnd = /^\\(?:\r\n|[\n\r\u2028\u2029])/.exec(rest)?.[0];
  if (lineEnd !== undefined) return { value: '', end: at + lineEnd.length };
  const hex = /^\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{0*([\da-f]{1,6})\})/i.exec(rest);
  if (hex !== null) {
    const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16);
    if (code <= 0x10_ffff) return { value: String.fromCodePoint(code), end: at + hex[0].length };
  }
  const character = line.charAt(at + 1);
  if (/[xu]|[1-9]/.test(character) || /^\\0\d/.test(rest)) {
    throw new LocatorLineError(
      at,
      'this escape is not allowed: write the character itself, or \\u and four hex digits',
    );
  }
  return { value: simpleEscapes[character] ?? character, end: at + 2 };
}
