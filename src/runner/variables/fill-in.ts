import type { Variables } from './variables.ts';

/** The mark of a pattern may follow a dollar sign, where it is no variable's name. */
const wrappedPattern = /^(OCTOREGEX)([\s\S]*)(OCTOREGEX)$/;

/**
 * Puts values in place of `$NAME` and `$$name`. A dollar sign that no name follows, as in `$5`, stays. In a pattern a
 * value stands for itself: its characters mean nothing special.
 * @throws UndefinedVariable
 */
export function fillIn(text: string, variables: Variables): string {
  const [, begin = '', source, end = ''] = wrappedPattern.exec(text) ?? [];
  if (source === undefined) return replaceNames(text, (name) => variables.value(name));
  return begin + replaceNames(source, (name) => escapePattern(variables.value(name))) + end;
}

/**
 * Puts values in place of `$NAME` in code, raw, as its author has written them. Names that no variable of the run has
 * stay, for code has such names of its own; so does `$$name`, whose value may come from a page: it may not become code.
 * @throws UndefinedVariable for what an environment should have given.
 */
export function fillInCode(code: string, variables: Variables): string {
  return replaceNames(code, (name) => (variables.isOfRun(name) ? variables.value(name) : `$${name}`));
}

function replaceNames(text: string, value: (name: string) => string): string {
  // Two dollar signs name another kind of variable, which may not be taken for `$NAME` after a dollar sign.
  return text.replace(/\$(\$?[A-Za-z_]\w*)/g, (_, name: string) => value(name));
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
