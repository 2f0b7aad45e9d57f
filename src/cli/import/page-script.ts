import type { AnyNode, Expression } from 'acorn';
import { exchangeText } from './exchange-text.ts';
import { NotImported } from './not-imported.ts';
import type { FunctionNode, Value } from './value.ts';
import type { Walker } from './walker.ts';

/** A function with its argument, or code, as an expression that runs in the page. */
export function pageScript(walker: Walker, script: Value | undefined, argument: Value | undefined): string {
  if (script?.kind === 'text') return `await (${exchangeText(script.pieces)})`;
  if (script?.kind !== 'function') throw new NotImported('the code is known only when the test runs');
  return `await (${walker.scriptOf(script.node)})(${argument === undefined ? '' : JSON.stringify(jsonOf(argument))})`;
}

function jsonOf(value: Value): unknown {
  switch (value.kind) {
    case 'text':
      return exchangeText(value.pieces);
    case 'number':
    case 'boolean':
      return value.value;
    case 'nothing':
      return null;
    case 'list':
      return value.items.map(jsonOf);
    case 'object':
      return Object.fromEntries([...value.fields].map(([name, each]) => [name, jsonOf(each)]));
    default:
      throw new NotImported('an argument of the code is known only when the test runs');
  }
}

/**
 * Where a function that only scrolls goes: `() => window.scrollTo(0, 120)`.
 * @returns undefined for any other function; `end` for the end of the page.
 */
export function scrollOf(
  walker: Walker,
  script: Value | undefined,
): { x?: number; y?: number } | 'end' | undefined {
  const position = script?.kind === 'function' ? positionOf(script.node) : undefined;
  if (script?.kind === 'function' && position !== undefined) walker.scriptOf(script.node);
  return position;
}

function positionOf({ body }: FunctionNode): ReturnType<typeof scrollOf> {
  const [only, ...others] = body.type === 'BlockStatement' ? body.body : [body];
  const call = only?.type === 'ExpressionStatement' ? only.expression : only;
  if (others.length > 0 || call?.type !== 'CallExpression') return undefined;
  const { callee } = call;
  if (
    callee.type !== 'MemberExpression' ||
    callee.property.type !== 'Identifier' ||
    callee.property.name !== 'scrollTo'
  ) {
    return undefined;
  }
  const [first, second] = call.arguments;
  const [x, y] =
    first?.type === 'ObjectExpression' ? [fieldOf(first, 'left'), fieldOf(first, 'top')] : [first, second];
  if (
    y?.type === 'MemberExpression' &&
    y.property.type === 'Identifier' &&
    y.property.name === 'scrollHeight'
  )
    return 'end';
  const [left, top] = [coordinate(x), coordinate(y)];
  if (Number.isNaN(left ?? 0) || Number.isNaN(top ?? 0)) return undefined;
  return { ...(left === undefined ? {} : { x: left }), ...(top === undefined ? {} : { y: top }) };
}

function fieldOf(
  object: Extract<Expression, { type: 'ObjectExpression' }>,
  name: string,
): AnyNode | undefined {
  const property = object.properties.find(
    (each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name,
  );
  return property?.type === 'Property' ? property.value : undefined;
}

/** NaN for anything but a number. */
function coordinate(node: AnyNode | undefined): number | undefined {
  if (node === undefined) return undefined;
  if (node.type === 'UnaryExpression' && node.operator === '-')
    return -(coordinate(node.argument) ?? Number.NaN);
  return node.type === 'Literal' && typeof node.value === 'number' ? node.value : Number.NaN;
}
