import {
  type CallExpression,
  type Expression,
  type Options,
  parseExpressionAt,
  type Super,
  tokenizer,
  tokTypes,
} from 'acorn';

/** A locator line can't be understood. The message says what, at which character, and what is allowed. */
export class LocatorLineError extends Error {
  /** @param at index into the line. */
  constructor(at: number, problem: string) {
    super(`character ${at + 1}: ${problem}`);
    this.name = 'LocatorLineError';
  }
}

/** One call of a chain. `at` is the index of its name in the line. */
export interface Call {
  readonly method: string;
  readonly values: CallExpression['arguments'];
  readonly at: number;
}

const maxLength = 10_000;
const maxCalls = 100;
/** `filter({ hasText: new RegExp('…') })` is nested three levels deep. */
const maxNesting = 3;

const syntax: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  preserveParens: true,
  onComment: (_block, _text, start) => {
    throw new LocatorLineError(start, 'a comment is not allowed here');
  },
};

const { parenL, parenR, braceL, braceR, plusMin, _new, name, dot, comma, colon, semi } = tokTypes;
const { string, num, regexp, backQuote, template, dollarBraceL, _true, _false } = tokTypes;
const brackets = [parenL, parenR, braceL, braceR];
const values = [name, string, num, regexp, backQuote, template, _true, _false, plusMin, _new];
const allowed = new Set([...brackets, ...values, dot, comma, colon, semi]);

/**
 * Reads `page.a(…).b(…)`; `await`, `page.` and `;` are optional. Nothing is evaluated.
 * @throws LocatorLineError
 */
export function parseCallChain(line: string): Call[] {
  if (line.length > maxLength) {
    const problem = `a locator can have at most ${maxLength} characters; this one has ${line.length}`;
    throw new LocatorLineError(maxLength, problem);
  }
  try {
    refuseOtherTokens(line);
    const start = /^\s*await\b/.exec(line)?.[0].length ?? 0;
    const expression = parseExpressionAt(line, start, syntax);
    const end = /\s*;?\s*/y;
    end.lastIndex = expression.end;
    end.exec(line);
    if (end.lastIndex < line.length) throw unexpected(line, end.lastIndex);
    return callsOf(expression, line);
  } catch (error) {
    throw asLocatorLineError(error, line);
  }
}

/** The parser is recursive: what a locator line does not need, and what is nested too deep, must not reach it. */
function refuseOtherTokens(line: string): void {
  let nesting = 0;
  let isPrefixed = false;
  for (const { type, start } of tokenizer(line, syntax)) {
    if (type === dollarBraceL) {
      const problem =
        'a substitution in a template literal is not allowed. Write the text itself, or a variable as $NAME';
      throw new LocatorLineError(start, problem);
    }
    const isPrefix = type === plusMin || type === _new;
    if (type === parenL || type === braceL) nesting += 1;
    if (type === parenR || type === braceR) nesting -= 1;
    const isUnexpected = (isPrefix && isPrefixed) || (type === comma && nesting === 0);
    if (!allowed.has(type) || nesting > maxNesting || isUnexpected) throw unexpected(line, start);
    isPrefixed = isPrefix;
  }
}

function callsOf(expression: Expression, line: string): Call[] {
  const calls: Call[] = [];
  let rest: Expression | Super | undefined = expression;
  while (rest !== undefined) {
    if (rest.type !== 'CallExpression') {
      const isUncalled = rest.type === 'Identifier' || rest.type === 'MemberExpression';
      throw unexpected(line, isUncalled ? rest.end : rest.start);
    }
    const callee: Expression | Super = rest.callee;
    const method = callee.type === 'MemberExpression' ? callee.property : callee;
    if (method.type !== 'Identifier') throw unexpected(line, method.start);
    calls.unshift({ method: method.name, values: rest.arguments, at: method.start });
    rest = callee.type === 'MemberExpression' && !isPage(callee.object) ? callee.object : undefined;
  }
  const tooMany = calls[maxCalls];
  if (tooMany !== undefined) throw new LocatorLineError(tooMany.at, `more than ${maxCalls} calls`);
  return calls;
}

function isPage(node: Expression | Super): boolean {
  return node.type === 'Identifier' && node.name === 'page';
}

function unexpected(line: string, at: number): LocatorLineError {
  const [found] = /^(?:[\w$]+|\S)/u.exec(line.slice(at)) ?? [];
  const what = found === undefined ? 'unexpected end' : `unexpected ${JSON.stringify(found)}`;
  return new LocatorLineError(at, `${what}: a locator is a chain of calls such as getByText('Pay').first()`);
}

function asLocatorLineError(error: unknown, line: string): unknown {
  // The groups of a regular expression are nested too deep for the parser.
  if (error instanceof RangeError) return new LocatorLineError(0, 'it is nested too deep');
  if (!(error instanceof SyntaxError && 'pos' in error && typeof error.pos === 'number')) return error;
  const problem = error.message.replace(/ \(\d+:\d+\)$/, '');
  return problem === 'Unexpected token'
    ? unexpected(line, error.pos)
    : new LocatorLineError(error.pos, problem);
}
