import type * as js from 'acorn';
import { isPure } from './constants.ts';
import type { Scope } from './scope.ts';
import type { Value } from './value.ts';

/**
 * What may have changed between here and there: forgets the names and fields that code changes which is left out, also in the
 * functions of the file that it names, since it may call them.
 */
export function forgetChanged(code: js.Node, scope: Scope, seen = new Set<js.Node>()): void {
  seen.add(code);
  for (const node of nodesOf(code)) {
    for (const target of targetsOf(node)) forget(target, scope);
    if (node.type === 'CallExpression') forgetGiven(node, scope);
    const named = knownValue(node, scope);
    if (named?.kind === 'function' && !seen.has(named.node)) forgetChanged(named.node, named.scope, seen);
  }
}

function* nodesOf(value: unknown): Generator<js.AnyNode> {
  if (Array.isArray(value)) for (const each of value) yield* nodesOf(each);
  if (!isNode(value)) return;
  yield value;
  for (const each of Object.values(value)) yield* nodesOf(each);
}

function isNode(value: unknown): value is js.AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** What a node gives another value. */
function targetsOf(node: js.AnyNode): js.AnyNode[] {
  if (node.type === 'AssignmentExpression') return [node.left];
  if (node.type === 'UpdateExpression') return [node.argument];
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return [node.argument];
  if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') return [node.left];
  return [];
}

/** What a call may change: a list by its methods, and what is given to a function of another file. */
function forgetGiven({ callee, arguments: given }: js.CallExpression, scope: Scope): void {
  const isOfOther = callee.type === 'Identifier' && callee.name !== 'expect';
  const isAssign =
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'assign';
  for (const each of isOfOther || isAssign ? given : []) forgetParts(knownValue(each, scope));
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
  const list = isPure(callee.property.name) ? undefined : knownValue(callee.object, scope);
  if (list?.kind === 'list') list.forget();
}

function forgetParts(value: Value | undefined): void {
  if (value?.kind === 'list') value.forget();
  if (value?.kind === 'object') value.fields.clear();
}

function forget(target: js.AnyNode, scope: Scope): void {
  const value = knownValue(target, scope);
  if (value?.kind === 'list') value.forget();
  switch (target.type) {
    case 'Identifier':
      scope.forget(target.name);
      break;
    case 'MemberExpression': {
      const fields = fieldsOf(target.object, scope);
      const { property, computed } = target;
      if (property.type === 'Identifier' && !computed) fields?.delete(property.name);
      else fields?.clear();
      // An item of a list, or a field of what is not known.
      if (fields === undefined) forget(target.object, scope);
      break;
    }
    case 'ArrayPattern':
    case 'ObjectPattern':
      for (const node of nodesOf(target)) if (node.type !== target.type) forget(node, scope);
  }
}

function fieldsOf(node: js.AnyNode, scope: Scope): Map<string, Value> | undefined {
  const value = knownValue(node, scope);
  return value?.kind === 'object' ? value.fields : undefined;
}

/** What a name, or a field of a name, stands for. */
function knownValue(node: js.AnyNode, scope: Scope): Value | undefined {
  if (node.type === 'Identifier') return scope.known(node.name);
  if (node.type === 'ThisExpression') return scope.known('this');
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier')
    return undefined;
  return fieldsOf(node.object, scope)?.get(node.property.name);
}
