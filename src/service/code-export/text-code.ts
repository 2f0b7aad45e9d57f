import { ariaRole } from '../../runner/aria-role.ts';
import { predefinedSpelling } from '../../runner/variables/spelling.ts';
import { patternLiteral, patternProblem, patternSource } from '../locator-line/pattern-literal.ts';
import type { TextCode } from '../locator-line/print.ts';
import { stringLiteral, templateText } from '../locator-line/string-literal.ts';
import { dynamicVariables, type FileScope, helper } from './file-scope.ts';
import { StepProblem } from './step-problem.ts';

/** A piece of a text: either plain or a variable's name. */
type Piece = { readonly plain: string } | { readonly name: string };

/** How the texts of a step become code: a variable is read when the step is played, as the runner does. */
export function textCode(scope: FileScope): TextCode {
  return {
    plain: (text) => joined(pieces(text), (name) => variableCode(name, scope)),
    orPattern: (text) => textOrPattern(text, scope),
    role: (text) => roleCode(text, scope),
  };
}

/** Code that a step carries: `$NAME` stands for a variable where it has a value, and `$$name` never does. */
export function scriptCode(script: string, scope: FileScope): string {
  const parts = pieces(script).map((part) =>
    'name' in part && part.name.startsWith('$') ? { plain: `$${part.name}` } : part,
  );
  return joined(parts, (name) => {
    scope.variables.add(name);
    return `${helper(scope, 'ifGiven')}(${stringLiteral(name)})`;
  });
}

/** `$NAME`, and `$$name` for a dynamic variable, as in `variables.ts` of the runner. */
function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(/\$(\$?[A-Za-z_]\w*)/g)) {
    if (match.index > end) found.push({ plain: text.slice(end, match.index) });
    found.push({ name: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  return end < text.length || found.length === 0 ? [...found, { plain: text.slice(end) }] : found;
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
  const parts = pieces(source);
  if (parts.every((part) => 'name' in part === false)) {
    const problem = patternProblem(source);
    if (problem !== undefined) throw new StepProblem(problem);
    return patternLiteral(source);
  }
  const quoted = (name: string) => `${helper(scope, 'quoted')}(${variableCode(name, scope)})`;
  return `new RegExp(${joined(parts, quoted)})`;
}

function roleCode(text: string, scope: FileScope): string {
  const parts = pieces(text);
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
