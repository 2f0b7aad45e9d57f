import { LocatorLineError } from './locator-line-error.ts';
import { closingSlash } from './pattern-literal.ts';
import { readString } from './read-string.ts';

/** A word of a locator line. `at` is its index. */
export type Token =
  | { readonly kind: 'name' | 'mark'; readonly value: string; readonly at: number }
  | { readonly kind: 'text' | 'number'; readonly value: string; readonly at: number }
  | { readonly kind: 'pattern'; readonly value: string; readonly flags: string; readonly at: number }
  | { readonly kind: 'end'; readonly value: ''; readonly at: number };

/**
 * Cuts a locator line into its words; the last one is its end.
 * @throws LocatorLineError at what is no word of one.
 */
export function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  for (let at = skipSpace(line, 0); at < line.length; at = skipSpace(line, at)) {
    const { token, end } = readToken(line, at);
    tokens.push(token);
    at = end;
  }
  return [...tokens, { kind: 'end', value: '', at: line.length }];
}

interface ReadToken {
  readonly token: Token;
  readonly end: number;
}

function readToken(line: string, at: number): ReadToken {
  const character = line.charAt(at);
  if (/['"`]/.test(character)) {
    const { value, end } = readString(line, at);
    return { token: { kind: 'text', value, at }, end };
  }
  if (character === '/') return readPattern(line, at);
  if (/[.(){}:,;]/.test(character)) {
    return { token: { kind: 'mark', value: character, at }, end: at + 1 };
  }
  const name = match(/[A-Za-z_$][\w$]*/y, line, at);
  if (name !== undefined) return { token: { kind: 'name', value: name, at }, end: at + name.length };
  const number = match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y, line, at);
  if (number !== undefined) return { token: { kind: 'number', value: number, at }, end: at + number.length };
  const found = String.fromCodePoint(line.codePointAt(at) ?? 0);
  throw new LocatorLineError(at, `${JSON.stringify(found)} has no place in a locator`);
}

function readPattern(line: string, at: number): ReadToken {
  if (/[/*]/.test(line.charAt(at + 1))) {
    throw new LocatorLineError(at, 'a comment is not allowed here');
  }
  const slash = closingSlash(line, at);
  if (slash === undefined) throw new LocatorLineError(at, 'this regular expression has no closing /');
  const flags = match(/[A-Za-z]*/y, line, slash + 1) ?? '';
  const token: Token = { kind: 'pattern', value: line.slice(at + 1, slash), flags, at };
  return { token, end: slash + 1 + flags.length };
}

function skipSpace(line: string, at: number): number {
  return at + (match(/\s+/y, line, at)?.length ?? 0);
}

function match(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0];
}
