import { messageOf } from '../common/errors.ts';
import type { ParseProblem } from './problem.ts';

/** @returns the first problem of a text that must be JSON; undefined if there is none. */
export function jsonProblem(text: string): ParseProblem | undefined {
  const reason = syntaxError(text);
  if (reason === undefined) return undefined;
  if (text.trim() === '') return { line: 1, column: 1, message: 'the file is empty' };
  const offset = offsetOf(reason, text);
  const comma = /,\s*$/.exec(text.slice(0, offset));
  if (comma !== null && (text[offset] === '}' || text[offset] === ']')) {
    return { ...lineColumn(text, comma.index), message: `invalid JSON: a comma before ${text[offset]}` };
  }
  return { ...lineColumn(text, offset), message: `invalid JSON: ${withoutPosition(reason)}` };
}

function syntaxError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** V8 reports the position of most errors, but not that of an unexpected token. */
function offsetOf(reason: string, text: string): number {
  if (!isUnexpectedToken(reason)) return Number(/at position (\d+)/.exec(reason)?.[1] ?? text.length);
  // The shortest prefix with this error ends with the token.
  let valid = 0;
  let invalid = text.length;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isUnexpectedToken(syntaxError(text.slice(0, middle)) ?? '')) invalid = middle;
    else valid = middle;
  }
  return valid;
}

function isUnexpectedToken(reason: string): boolean {
  return reason.startsWith('Unexpected token');
}

/** The rest of V8's message repeats the position, or quotes the file. */
function withoutPosition(reason: string): string {
  return isUnexpectedToken(reason)
    ? reason.replace(/^(Unexpected token '.+?'),.*$/su, '$1')
    : reason.replace(/ (in JSON )?at position.*$/s, '');
}

function lineColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
