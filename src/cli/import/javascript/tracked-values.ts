import type * as js from 'acorn';
import { isMutating, isPure } from './native-methods.ts';
import {
  is,
  isTagged,
  type Link,
  methodOf,
  type Of,
  objectOf,
  Scope,
  stale,
  unknown,
  unknownName,
  type Value,
} from './value.ts';

/** All lists, maps, sets and objects of a spec, and what becomes unknown when code is left out that may change them. */
export class TrackedValues {
  readonly #all = new Set<Holder>();

  /** Takes note of a value and of what is in it. */
  note<T extends Value>(value: T): T {
    if (!isHolder(value) || this.#all.has(value)) return value;
    this.#all.add(value);
    for (const each of partsOf(value)) this.note(each);
    return value;
  }

  /**
   * Forgets what code changes that is left out, also in the functions of the spec that it names, since it may call them: names,
   * fields, and lists. Where it cannot be seen whose field or list it changes, those of all are forgotten.
   */
  forget(code: js.Node, scope: Scope, seen = new Set<js.Node>()): void {
    if (seen.has(code)) return;
    seen.add(code);
    for (const node of nodesOf(code, (each) => !runsInPage(each))) {
      for (const target of targetsOf(node)) this.#forgetTarget(target, scope);
      if (node.type === 'CallExpression' || node.type === 'NewExpression') this.#forgetGiven(node, scope);
      for (const named of this.#functionsOf(node, scope)) {
        if (named.kind === 'function') this.forget(named.node.body, named.scope, seen);
        // The fields of what it creates are new.
        const inner = new Scope(named.scope);
        inner.set('this', objectOf([]));
        if (named.kind === 'class') this.forget(named.node.body, inner, seen);
      }
    }
  }

  /** The functions that a name stands for; of a method of something unknown, those of all objects. */
  #functionsOf(node: js.AnyNode, scope: Scope): readonly Of<'function' | 'class'>[] {
    const isUnknown = node.type === 'MemberExpression' && knownValue(node.object, scope) === undefined;
    const named = isUnknown
      ? [...this.#all].map((each) => fieldOf(each, keyOf(node)))
      : [knownValue(node, scope)];
    return named.filter((each) => is(each, 'function') || is(each, 'class'));
  }

  #forgetTarget(target: js.AnyNode, scope: Scope): void {
    if (target.type === 'Identifier') scope.forget(target.name);
    else if (target.type === 'MemberExpression') {
      const of = knownValue(target.object, scope);
      for (const each of of === undefined ? this.#all : [of]) forgetField(each, keyOf(target));
    } else if (/Pattern|Declaration/.test(target.type)) {
      for (const each of nodesOf(target))
        if (!/Pattern|Declaration/.test(each.type)) this.#forgetTarget(each, scope);
    }
  }

  /** What a call may change: a list by its methods, and what is given to a function that is of another file. */
  #forgetGiven({ callee, arguments: given }: js.CallExpression | js.NewExpression, scope: Scope): void {
    const method = callee.type === 'MemberExpression' ? (keyOf(callee) ?? '') : '';
    const of = knownValue(callee.type === 'MemberExpression' ? callee.object : callee, scope);
    const isNew = callee.type === 'MemberExpression' && callee.object.type === 'ArrayExpression';
    if (of === undefined && isMutating(method) && !isNew) for (const each of this.#all) forgetList(each);
    if (isPure(method)) return;
    forgetList(of);
    const isHere = of !== undefined && !(is(of, 'global') && of.name === 'Object');
    if (!isHere) for (const each of given) forgetData(knownValue(each, scope));
  }
}

/** Whether a call gives the page code, which cannot change anything of the spec. */
function runsInPage(node: js.AnyNode): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  return /^(?:evaluate(?:All|Handle)?|addInitScript|waitForFunction|\${1,2}eval)$/.test(
    keyOf(node.callee) ?? '',
  );
}

type DeferredValue = Link & { readonly value: Value };

/**
 * What functions assign that Cypress calls later: its commands run when the function around them has ended. Until then,
 * only other functions of this kind know the values.
 */
export class DeferredValues {
  #values: readonly DeferredValue[] = [];

  /** Runs a function in the order of the commands. */
  run(body: Value, work: () => Value): Value {
    const outer = this.#values;
    this.reveal();
    try {
      return work();
    } finally {
      const inner = this.#values;
      this.reveal();
      this.#values = [...outer, ...inner, ...assignedIn(body)].map(({ scope, name }) => {
        return { scope, name, value: scope.get(name) };
      });
      for (const { scope, name } of this.#values)
        scope.assign(name, unknown(`${name} is assigned when the commands before have run`));
    }
  }

  /** The function around the commands has ended. */
  reveal(): void {
    for (const { scope, name, value } of this.#values) scope.assign(name, value);
    this.#values = [];
  }
}

/** The names outside of a function that it assigns. */
function assignedIn(body: Value): Link[] {
  if (!is(body, 'function')) return [];
  const targets = [...nodesOf(body.node.body)].flatMap(targetsOf);
  return targets.flatMap((each) =>
    each.type === 'Identifier' ? { scope: body.scope, name: each.name } : [],
  );
}

type Holder = Value[] | Of<'object'> | Of<'collection'>;

function isHolder(value: Value): value is Holder {
  return Array.isArray(value) || is(value, 'object') || is(value, 'collection');
}

function partsOf(value: Holder): Iterable<Value> {
  if (Array.isArray(value)) return value;
  return value.kind === 'object' ? value.fields.values() : value.entries.values();
}

/** Forgets the items of a list, map or set. */
function forgetList(value: Value): void {
  if (is(value, 'collection')) {
    value.entries.clear();
    value.entries.set(stale, stale);
  }
  if (Array.isArray(value)) value.splice(0, Number.POSITIVE_INFINITY, stale);
}

/** Forgets the data of an object; its elements and functions stay. */
function forgetData(value: Value): void {
  forgetList(value);
  if (!is(value, 'object')) return;
  value.isOpen = true;
  for (const [name, each] of value.fields)
    if (!isTagged(each) || each.kind === 'object' || each.kind === 'collection') forgetField(value, name);
}

/** @param name undefined: of any name. */
function forgetField(value: Value, name: string | undefined): void {
  if (name === undefined) forgetData(value);
  else if (Array.isArray(value) && /^(?:length|\d+)$/.test(name)) forgetList(value);
  else if ((is(value, 'object') && value.fields.has(name)) || is(value, 'class'))
    value.fields.set(name, unknownName(name));
}

/** A node and all in it, but not what is in those that `enters` rejects. */
export function* nodesOf(value: unknown, enters = (_: js.AnyNode): boolean => true): Generator<js.AnyNode> {
  if (Array.isArray(value)) for (const each of value) yield* nodesOf(each, enters);
  if (!isNode(value)) return;
  yield value;
  if (enters(value)) for (const each of Object.values(value)) yield* nodesOf(each, enters);
}

function isNode(value: unknown): value is js.AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** What a node gives another value. */
export function targetsOf(node: js.AnyNode): js.AnyNode[] {
  if (node.type === 'AssignmentExpression') return [node.left];
  if (node.type === 'UpdateExpression') return [node.argument];
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return [node.argument];
  if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') return [node.left];
  return [];
}

/** The name of a member; undefined if it is computed. */
export function keyOf({ property, computed }: js.MemberExpression): string | undefined {
  if (property.type === 'PrivateIdentifier') return `#${property.name}`;
  return property.type === 'Identifier' && !computed ? property.name : undefined;
}

/** What a name, or a field of a name, stands for; undefined if it is not known. */
function knownValue(node: js.AnyNode, scope: Scope): Value {
  if (node.type === 'ChainExpression') return knownValue(node.expression, scope);
  if (node.type === 'Identifier' || node.type === 'ThisExpression') {
    const value = scope.get(node.type === 'Identifier' ? node.name : 'this');
    return is(value, 'unknown') ? undefined : value;
  }
  const of = node.type === 'MemberExpression' ? knownValue(node.object, scope) : undefined;
  if (node.type !== 'MemberExpression' || is(of, 'elements') || is(of, 'global')) return of;
  const found = fieldOf(of, keyOf(node));
  return is(found, 'unknown') ? undefined : found;
}

function fieldOf(of: Value, name = ''): Value {
  if (!is(of, 'object') && !is(of, 'class')) return undefined;
  return of.fields.get(name) ?? methodOf(of.kind === 'object' ? of.class : undefined, name);
}
