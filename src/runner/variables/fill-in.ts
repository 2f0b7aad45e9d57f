import { type Piece, sourcePieces, textPieces } from './text-pieces.ts';
import type { KnownVariables } from './variables.ts';

/** The mark of a pattern may follow a dollar sign, where it is no variable's name. */
const wrappedPattern = /^(OCTOREGEX)([\s\S]*)(OCTOREGEX)$/;

/**
 * Puts values in place of `$NAME` and `$$name`. A dollar sign that no name follows, as in `$5`, stays, and so does the one
 * of `\$NAME`. In a pattern a value stands for itself: its characters mean nothing special.
 * @throws UndefinedVariable
 */
export function fillIn(text: string, variables: KnownVariables): string {
  const [, begin = '', source, end = ''] = wrappedPattern.exec(text) ?? [];
  if (source === undefined) return joined(textPieces(text), (name) => variables.value(name));
  return begin + joined(sourcePieces(source), (name) => escapePattern(variables.value(name))) + end;
}

/**
 * Puts values in place of `$NAME` in code, raw, as its author has written them. Names that no variable of the run has
 * stay, for code has such names of its own; so does `$$name`, whose value may come from a page: it may not become code.
 * @throws UndefinedVariable for what an environment should have given.
 */
export function fillInCode(code: string, variables: KnownVariables): string {
  return joined(sourcePieces(code), (name) => (variables.isOfRun(name) ? variables.value(name) : `$${name}`));
}

function joined(pieces: readonly Piece[], value: (name: string) => string): string {
  return pieces.map((piece) => ('name' in piece ? value(piece.name) : piece.plain)).join('');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
