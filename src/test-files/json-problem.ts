import type { ParseProblem } from './problem.ts';

/** What is wrong with a text that shall be JSON: its first problem, or undefined. */
export function jsonProblem(text: string): ParseProblem | undefined {
  const reason = refusal(text);
  if (reason === undefined) return undefined;
  if (text.trim() === '') return { line: 1, column: 1, message: 'the file is empty' };
  const offset = offsetOf(reason, text);
  const comma = /,\s*$/.exec(text.slice(0, offset));
  if (comma !== null && (text[offset] === '}' || text[offset] === ']')) {
    return { ...lineColumn(text, comma.index), message: `no valid JSON: a comma before ${text[offset]}` };
  }
  return { ...lineColumn(text, offset), message: `no valid JSON: ${withoutPlace(reason)}` };
}

function refusal(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The engine tells the position of most problems, but not that of an unexpected token. */
function offsetOf(reason: string, text: string): number {
  if (!isUnexpectedToken(reason)) return Number(/at position (\d+)/.exec(reason)?.[1] ?? text.length);
  // The token is what the shortest text with this problem ends with.
  let fine = 0;
  let wrong = text.length;
  while (wrong - fine > 1) {
    const middle = Math.floor((fine + wrong) / 2);
    if (isUnexpectedToken(refusal(text.slice(0, middle)) ?? '')) wrong = middle;
    else fine = middle;
  }
  return fine;
}

function isUnexpectedToken(reason: string): boolean {
  return reason.startsWith('Unexpected token');
}

/** The rest of the engine's message repeats the place, or a piece of the file. */
function withoutPlace(reason: string): string {
  return isUnexpectedToken(reason)
    ? reason.replace(/^(Unexpected token '.+?'),.*$/su, '$1')
    : reason.replace(/ (in JSON )?at position.*$/s, '');
}

function lineColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
