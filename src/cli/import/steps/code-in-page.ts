import type * as js from 'acorn';
import { patternSource } from '../../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import { plainOf } from '../javascript/convert-value.ts';
import { isPure } from '../javascript/native-methods.ts';
import type { StatementLog } from '../javascript/statement-log.ts';
import { hasVariables, textOf } from '../javascript/texts.ts';
import { keyOf, nodesOf, targetsOf } from '../javascript/tracked-values.ts';
import {
  entryOf,
  is,
  isTagged,
  NotImported,
  noEquivalent,
  type Of,
  type Value,
} from '../javascript/value.ts';
import { cssOfSelectors } from './locators.ts';

type WithLog = { readonly log: StatementLog };

/**
 * A function with its argument, or code, as an expression that runs in the page.
 * @param of code of the elements that the function takes first.
 */
export function pageScript({ log }: WithLog, script: Value, argument: Value, of?: string): string {
  if (typeof script === 'string' && of === undefined) return `await (${textOf(script)})`;
  if (!is(script, 'function')) throw new NotImported('the code is known only when the test runs');
  log.use(script.node);
  const args = [of, argument === undefined ? undefined : codeOfPlain(argument)];
  return `await (${log.codeOf(script.node)})(${args.filter((each) => each !== undefined).join(', ')})`;
}

/** Code that is true if a function accepts the address of the page. */
export function urlTest({ log }: WithLog, accepts: Of<'function'>): string {
  return `await (${functionCode(log, accepts)})(new URL(location.href))`;
}

const storing = /^(?:window\.|globalThis\.)?(?:local|session)Storage\.(?:setItem|removeItem|clear)$/;
const computing = /^(?:JSON\.(?:parse|stringify)|Date\.now|Object\.(?:entries|keys|values))$/;

/** Whether a function only stores something, and computes what it stores. */
export function onlyStores({ log }: WithLog, script: Value): boolean {
  const nodes = is(script, 'function') ? [...nodesOf(script.node.body)] : [];
  const callees = nodes.flatMap((each) => (each.type === 'CallExpression' ? [each.callee] : []));
  const isStoring = (callee: js.AnyNode) => storing.test(log.codeOf(callee));
  const isComputing = (callee: js.AnyNode) =>
    computing.test(log.codeOf(callee)) || isPure((callee.type === 'MemberExpression' && keyOf(callee)) || '');
  return (
    callees.some(isStoring) &&
    callees.every((each) => isStoring(each) || isComputing(each)) &&
    nodes.every(({ type }) => type !== 'NewExpression' && type !== 'ImportExpression') &&
    nodes.flatMap(targetsOf).every(({ type }) => type === 'VariableDeclaration')
  );
}

/** A constant as code of the page. */
export function codeOfPlain(value: Value): string {
  return JSON.stringify(plainOf(value, textOf), (_, each) => each ?? null);
}

/** A regular expression as code of the page. */
export function codeOfPattern({ source, flags }: Of<'pattern'>): string {
  if (hasVariables(source)) throw new NotImported('a variable in a pattern has no equivalent here');
  return `new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags.replace('g', ''))})`;
}

/** Code for all elements that selectors find, hidden ones, too. @throws NotImported if it is not CSS that finds them. */
export function allElements(selectors: readonly ExchangeSelector[]): string {
  const { selectorType = '', selector = '' } = selectors.at(-1) ?? {};
  if (/^(?:FIRST|LAST|NTH)$/.test(selectorType)) {
    const index = selectorType === 'LAST' ? -1 : Number(selector);
    return `[[...${allElements(selectors.slice(0, -1))}].at(${index})].filter(Boolean)`;
  }
  const css = cssOfSelectors(selectors, /^ROLE$/);
  if (css === undefined || ofPlaywright.test(css))
    throw new NotImported('code for an element has an equivalent only if CSS finds the element');
  return `document.querySelectorAll(${JSON.stringify(css)})`;
}

/**
 * Code for what `contains` of Cypress gives: of the innermost elements with a text, the first, or the control around it.
 * @returns undefined for other selectors.
 */
export function elementByText(selectors: readonly ExchangeSelector[]): string | undefined {
  const [text, first] = selectors.slice(-2);
  const source = patternSource(text?.selector ?? '');
  if (text?.selectorType !== 'TEXT' || first?.selectorType !== 'FIRST' || source === undefined)
    return undefined;
  const around = cssOfSelectors(selectors.slice(0, -2), /^ROLE$/);
  if (around === undefined || ofPlaywright.test(around)) return undefined;
  const inside = ':not(script, style)';
  const css = around === '' ? `body ${inside}` : `:is(${around}), :is(${around}) ${inside}`;
  const pattern = codeOfPattern({ kind: 'pattern', source, flags: '' });
  return [
    `[...document.querySelectorAll(${JSON.stringify(css)})]`,
    `filter((each) => ${pattern}.test(each.textContent))`,
    'filter((each, _, all) => !all.some((other) => other !== each && each.contains(other)))',
    "slice(0, 1).map((each) => each.closest('button, a, label') ?? each)",
  ].join('.');
}

/** Code for the only item of a list. */
export function onlyOf(list: string): string {
  return `(([one, ...others]) => { if (others.length > 0) throw new Error('Several elements'); return one; })(${list})`;
}

const properties = { inputValue: 'value', innerText: 'innerText', textContent: 'textContent' };

/** Code that reads what a method of Playwright reads of elements, or all of them as a list. */
export function readingCode(
  selectors: readonly ExchangeSelector[],
  method: string,
  [name]: readonly Value[],
): string {
  const all = `[...${allElements(selectors)}]`;
  if (method === 'all') return all;
  if (method === 'count') return `${all}.length`;
  const property = method.replace(/^all(\w)(\w+)s$/, (_, first, rest) => first.toLowerCase() + rest);
  const read =
    method === 'getAttribute' ? `getAttribute(${codeOfPlain(name)})` : entryOf(properties, property);
  if (read === undefined) throw noEquivalent(method);
  const each = `${all}.map((each) => each.${read})`;
  return method.startsWith('all') ? each : onlyOf(each);
}

/** Code that is true when a part of the only element that selectors find can be seen without scrolling. */
export function inViewport(selectors: readonly ExchangeSelector[], isNegated: boolean): string {
  return [
    `const [element, ...others] = ${allElements(selectors)};`,
    `if (element === undefined || others.length > 0) return ${isNegated ? 'element === undefined' : 'false'};`,
    'const ratio = await new Promise((resolve) => {',
    '  new IntersectionObserver(([entry], observer) => {',
    '    observer.disconnect();',
    '    resolve(entry.intersectionRatio);',
    '  }).observe(element);',
    '});',
    `return ratio ${isNegated ? '===' : '>'} 0;`,
  ].join('\n');
}

/** A function for a value of the page. Constants of the spec that it uses become parameters of a function around it. */
export function functionCode(log: StatementLog, { node, scope }: Of<'function'>): string {
  const parameters = new Set<unknown>(
    [...nodesOf(node.params)].map((each) => each.type === 'Identifier' && each.name),
  );
  const members = new Set<js.AnyNode>();
  for (const each of nodesOf(node.body))
    if (each.type === 'MemberExpression' && !each.computed) members.add(each.property);
  const names = [...nodesOf(node.body)].flatMap((each) =>
    each.type === 'Identifier' && !parameters.has(each.name) && !members.has(each) ? each.name : [],
  );
  const used = [...new Set(names)].flatMap((name) => {
    const value = scope.get(name);
    if (!scope.knows(name) || (is(value, 'global') && value.name !== 'expect')) return [];
    if (isTagged(value) && value.kind !== 'object')
      throw new NotImported('a function for a value of the page uses a value of the spec');
    return [[name, codeOfPlain(value)] as const];
  });
  log.use(node);
  const code = log.codeOf(node);
  if (used.length === 0) return code;
  return `((${used.map(([name]) => name).join(', ')}) => ${code})(${used.map(([, value]) => value).join(', ')})`;
}

export function propertyCode(name: string): string {
  return /^[A-Za-z_$]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Code that sends a request to the app, and gives the status and the body of the response. */
export function requestCode(path: string, given: ReadonlyMap<string, Value>): string {
  const [body, headers] = [given.get('body'), given.get('headers')];
  const method = JSON.stringify(textOf(given.get('method') ?? 'GET').toUpperCase());
  const isText = typeof body === 'string' || body === undefined;
  const isForm = given.get('form') === true;
  const sent = isForm
    ? `new URLSearchParams(${codeOfPlain(body)})`
    : `JSON.stringify(${codeOfPlain(body ?? null)})`;
  const ofBody = isText || isForm ? {} : { 'content-type': 'application/json' };
  const all = Object.assign({}, ofBody, headers === undefined ? {} : plainOf(headers, textOf));
  const fields = [
    `method: ${method}`,
    ...(Object.keys(all).length === 0 ? [] : [`headers: ${JSON.stringify(all)}`]),
    ...(given.get('isAnonymous') === true ? ["credentials: 'omit'"] : []),
    ...(body === undefined ? [] : [`body: ${typeof body === 'string' ? codeOfPlain(body) : sent}`]),
  ];
  const parsed = '(() => { try { return JSON.parse(text); } catch { return text; } })()';
  const ofResponse = 'Object.fromEntries(response.headers)';
  const send = [
    `const value = await fetch(${JSON.stringify(path)}, { ${fields.join(', ')} }).then(async (response) => {`,
    '  const text = await response.text();',
    `  return { ok: response.ok, status: response.status, headers: ${ofResponse}, text, body: ${parsed} };`,
    '});',
  ];
  const check = `if (value.status >= 400) throw new Error(${JSON.stringify(path)} + ': ' + value.status);`;
  return [...send, ...(given.get('failOnStatusCode') === false ? [] : [check])].join('\n');
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

const scrolls = /=> \w+\.scrollTo\(\{ (?:left: (\S+), )?(?:top: (\S+), )?behavior: 'instant' \}\)$/;

/**
 * Where a function of exported code scrolls to (`service/code-export/step-code.ts`).
 * @returns undefined for any other function; `end` for the end of the page.
 */
export function scrollOf({ log }: WithLog, script: Value): { x?: number; y?: number } | 'end' | undefined {
  if (!is(script, 'function')) return undefined;
  const [match, x, y] = scrolls.exec(log.codeOf(script.node)) ?? [];
  if (match === undefined) return undefined;
  log.use(script.node);
  if (y?.startsWith('document')) return 'end';
  return { ...(x === undefined ? {} : { x: Number(x) }), ...(y === undefined ? {} : { y: Number(y) }) };
}
