import type { CompiledStep } from './page/compiled-step.ts';
import type { Scope } from './page/scope.ts';
import { attempt, NotFound, Unresolved } from './page/unresolved.ts';

/** The parts of a clause that a pattern names. */
export type Parts = Readonly<Record<string, string | undefined>>;
type Steps = CompiledStep | readonly CompiledStep[];

/** A pattern of clauses, and what they become. If that is undefined, the rule does not fit. */
export type Rule = readonly [pattern: string, compile: (parts: Parts, scope: Scope) => Steps | undefined];

/**
 * Reads a pattern of words: `a|b` and `(a b|c)` are alternatives, `[a|b]` may be missing, `{name}` is any text, and
 * `{name:source}` a text that matches a regular expression.
 */
function toRegExp(pattern: string): RegExp {
  const tokens = pattern.match(/\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|\S+/g) ?? [];
  const sources = tokens.map((token) => {
    const inner = token.slice(1, -1);
    if (token.startsWith('[')) return `(?:(?:${inner}) )?`;
    if (token.startsWith('(')) return `(?:${inner}) `;
    const [, name, source = '.+?'] = /^\{(\w+)(?::(.+))?\}$/.exec(token) ?? [];
    return name === undefined ? `(?:${token}) ` : `(?<${name}>${source}) `;
  });
  return new RegExp(`^${sources.join('')}$`, 'i');
}

/** Rules, of which the first that fits is meant. */
export class Grammar {
  readonly #rules: readonly (readonly [RegExp, Rule[1]])[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules.map(([pattern, compile]) => [toRegExp(pattern), compile]);
  }

  matches(text: string): boolean {
    return this.#rules.some(([pattern]) => pattern.test(`${text} `));
  }

  /**
   * Compiles a text. If a rule finds nothing on the page, the next one may fit.
   * @param otherwise compiles what no rule fits.
   * @throws Unresolved
   */
  compile(text: string, scope: Scope, otherwise: () => Steps): readonly CompiledStep[] {
    let problem: Unresolved | undefined;
    const tried = this.#rules.flatMap(([pattern, compile]) => {
      const parts = pattern.exec(`${text} `)?.groups ?? (pattern.test(`${text} `) ? {} : undefined);
      return parts === undefined ? [] : [() => compile(parts, scope)];
    });
    for (const compile of [...tried, otherwise]) {
      const steps = attempt(compile, NotFound);
      if (steps instanceof Unresolved) problem ??= steps;
      else if (steps !== undefined) return [steps].flat();
    }
    throw problem ?? new NotFound(`Found nothing for "${text}"`);
  }
}
