import { exchangeText } from './exchange-text.ts';
import { NotImported } from './not-imported.ts';
import type { Value } from './value.ts';
import type { Walker } from './walker.ts';

/** A function with its argument, or code, as an expression that runs in the page. */
export function pageScript(walker: Walker, script: Value | undefined, argument: Value | undefined): string {
  if (script?.kind === 'text') return `await (${exchangeText(script.pieces)})`;
  if (script?.kind !== 'function') throw new NotImported('the code is known only when the test runs');
  const given = argument === undefined ? '' : JSON.stringify(jsonOf(argument) ?? null);
  return `await (${walker.scriptOf(script.node)})(${given})`;
}

function jsonOf(value: Value): unknown {
  switch (value.kind) {
    case 'text':
      return exchangeText(value.pieces);
    case 'constant':
      return value.value ?? null;
    case 'list':
      return value.items.map(jsonOf);
    case 'object':
      return Object.fromEntries([...value.fields].map(([name, each]) => [name, jsonOf(each)]));
  }
  throw new NotImported('an argument of the code is known only when the test runs');
}

const number = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const scrolls = /^\(?\w*\)?\s*=>\s*\{?\s*\w+\.scrollTo\((.*?)\);?\s*\}?$/s;
const toEnd = /^(?:0,\s*|\{\s*(?:left:\s*\d+,\s*)?top:\s*)document\.\w+\.scrollHeight\b[^()]*$/;
const toPosition = new RegExp(`^(${number}),\\s*(${number})$`);
const toFields = new RegExp(
  `^\\{\\s*(?:left:\\s*(${number}))?,?\\s*(?:top:\\s*(${number}))?,?\\s*(?:behavior:\\s*'\\w+')?\\s*\\}$`,
);

/**
 * Where a function that only scrolls goes: `() => window.scrollTo(0, 120)`.
 * @returns undefined for any other function; `end` for the end of the page.
 */
export function scrollOf(
  walker: Walker,
  script: Value | undefined,
): { x?: number; y?: number } | 'end' | undefined {
  if (script?.kind !== 'function') return undefined;
  const [, to] = scrolls.exec(walker.scriptOf(script.node)) ?? [];
  if (to === undefined) return undefined;
  if (toEnd.test(to)) return 'end';
  const [found, x, y] = toPosition.exec(to) ?? toFields.exec(to) ?? [];
  if (found === undefined) return undefined;
  return { ...(x === undefined ? {} : { x: Number(x) }), ...(y === undefined ? {} : { y: Number(y) }) };
}
