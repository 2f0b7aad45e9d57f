import { ariaRole } from '../../runner/aria-role.ts';
import { predefinedSpelling } from '../../runner/variables/spelling.ts';
import { type Piece, sourcePieces, textPieces } from '../../runner/variables/text-pieces.ts';
import { patternLiteral, patternProblem, patternSource } from '../locator-line/pattern-literal.ts';
import type { TextCode } from '../locator-line/print.ts';
import { stringLiteral, templateText } from '../locator-line/string-literal.ts';
import { dynamicVariables, type FileScope, helper } from './file-scope.ts';
import { StepProblem } from './step-problem.ts';

/** How the texts of a step become code: a variable is read when the step is played, as the runner does. */
export function textCode(scope: FileScope): TextCode {
  return {
    plain: (text) => joined(textPieces(text), (name) => variableCode(name, scope)),
    orPattern: (text) => textOrPattern(text, scope),
    role: (text) => roleCode(text, scope),
  };
}

/** Code that a step carries: `$NAME` stands for a variable where it has a value, and `$$name` never does. */
export function scriptCode(script: string, scope: FileScope): string {
  const parts = sourcePieces(script).map((part) =>
    'name' in part && part.name.startsWith('$') ? { plain: `$${part.name}` } : part,
  );
  return joined(parts, (name) => {
    scope.variables.add(name);
    return `${helper(scope, 'ifGiven')}(${stringLiteral(name)})`;
  });
}

/** One literal, one call, or a template literal of both. */
function joined(parts: readonly Piece[], code: (name: string) => string): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined)
    return 'plain' in only ? stringLiteral(only.plain) : code(only.name);
  return `\`${parts.map((part) => ('plain' in part ? templateText(part.plain) : `\${${code(part.name)}}`)).join('')}\``;
}

function textOrPattern(text: string, scope: FileScope): string {
  const source = patternSource(text);
  if (source === undefined) return textCode(scope).plain(text);
  const parts = sourcePieces(source);
  if (parts.every((part) => 'name' in part === false)) {
    const problem = patternProblem(source);
    if (problem !== undefined) throw new StepProblem(problem);
    return patternLiteral(source);
  }
  const quoted = (name: string) => `${helper(scope, 'quoted')}(${variableCode(name, scope)})`;
  return `new RegExp(${joined(parts, quoted)})`;
}

function roleCode(text: string, scope: FileScope): string {
  const parts = textPieces(text);
  // The types of Playwright name every role; what a variable holds shows only when it is played.
  if (parts.some((part) => 'name' in part)) return `${textCode(scope).plain(text)} as 'button'`;
  try {
    return stringLiteral(ariaRole(text));
  } catch (error) {
    throw new StepProblem(error instanceof Error ? error.message : String(error));
  }
}

function variableCode(name: string, scope: FileScope): string {
  if (predefinedSpelling(name.slice(1)) === 'OCTO_CLIPBOARD')
    return `await ${helper(scope, 'clipboard')}(page)`;
  if (name.startsWith('$')) {
    return `${helper(scope, 'known')}(${dynamicVariables(scope)}, ${stringLiteral(name.slice(1))})`;
  }
  scope.variables.add(name);
  return `${helper(scope, 'variable')}(${stringLiteral(name)})`;
}

/** Whether a text, or a pattern, is made of variables alone: their values may leave nothing of it. */
export function mayBeEmpty(text: string): boolean {
  const source = patternSource(text);
  const parts = source === undefined ? textPieces(text) : sourcePieces(source);
  const named = parts.some((part) => 'name' in part);
  return named && parts.every((part) => 'name' in part || part.plain.trim() === '');
}
