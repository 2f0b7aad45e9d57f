import { plainOf, textOf } from './convert-value.ts';
import type { Interpretation } from './framework.ts';
import { is, NotImported, type Value } from './value.ts';

/** A function with its argument, or code, as an expression that runs in the page. */
export function pageScript({ log }: Pick<Interpretation, 'log'>, script: Value, argument: Value): string {
  if (typeof script === 'string') return `await (${textOf(script)})`;
  if (!is(script, 'function')) throw new NotImported('the code is known only when the test runs');
  log.use(script.node);
  const given =
    argument === undefined ? '' : JSON.stringify(plainOf(argument, textOf), (_, each) => each ?? null);
  return `await (${log.codeOf(script.node)})(${given})`;
}

/** Pseudo-classes that only Playwright's CSS has. */
const ofPlaywright =
  /:(?:has-text|text|text-is|text-matches|visible|nth-match|above|below|near|left-of|right-of)\b/;

/** Code that is true when elements have texts in them, in this order, as Playwright compares them. */
export function textsInOrder(css: string | undefined, texts: readonly Value[]): string {
  if (css === undefined || ofPlaywright.test(css) || !texts.every((each) => typeof each === 'string'))
    throw new NotImported('a list of texts has an equivalent only for elements that CSS finds');
  const inOneLine = texts.map((each) => textOf(each).replace(/\s+/g, ' ').trim());
  return [
    `const missing = ${JSON.stringify(inOneLine)};`,
    `for (const { textContent } of document.querySelectorAll(${JSON.stringify(css)}))`,
    `  if (missing.length > 0 && textContent.replace(/\\s+/g, ' ').includes(missing[0])) missing.shift();`,
    'return missing.length === 0;',
  ].join('\n');
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
  { log }: Pick<Interpretation, 'log'>,
  script: Value,
): { x?: number; y?: number } | 'end' | undefined {
  if (!is(script, 'function')) return undefined;
  const [, to] = scrolls.exec(log.codeOf(script.node)) ?? [];
  if (to === undefined) return undefined;
  log.use(script.node);
  if (toEnd.test(to)) return 'end';
  const [whole, x, y] = toPosition.exec(to) ?? toFields.exec(to) ?? [];
  if (whole === undefined) return undefined;
  return { ...(x === undefined ? {} : { x: Number(x) }), ...(y === undefined ? {} : { y: Number(y) }) };
}
