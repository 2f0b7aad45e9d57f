import type * as js from 'acorn';
import { joinFilled } from '../../common/text.ts';
import { Classes } from './classes.ts';
import { binary, callFunction, callMethod, isTruthy } from './constants.ts';
import { NotImported } from './not-imported.ts';
import type { Scope } from './scope.ts';
import {
  type Args,
  constant,
  joined,
  listOf,
  nothing,
  numberOf,
  plainText,
  titleOf,
  type Value,
} from './value.ts';
import type { Walker } from './walker.ts';

/** In all loops and functions together. */
export const maxStatements = 10_000;

/** What the expressions of a spec stand for. */
export class Expressions {
  readonly #walker: Walker;
  readonly #classes: Classes;

  constructor(walker: Walker) {
    this.#walker = walker;
    this.#classes = new Classes(walker, this);
  }

  /** @throws NotImported */
  evaluate(node: js.Expression | js.Super, scope: Scope): Value {
    switch (node.type) {
      case 'Literal':
        return literal(node);
      case 'TemplateLiteral':
        return this.#template(node, scope);
      case 'Identifier':
        return this.#name(node.name, scope);
      case 'ThisExpression':
        return this.#name('this', scope);
      case 'Super':
        return this.#name('super', scope);
      case 'ConditionalExpression': {
        const chosen = isTruthy(this.evaluate(node.test, scope)) ? node.consequent : node.alternate;
        return this.evaluate(chosen, scope);
      }
      case 'MemberExpression':
        return this.#member(node, scope);
      case 'CallExpression':
      case 'NewExpression':
        return this.#call(node, scope);
      case 'MetaProperty':
        return { kind: 'global', name: 'import.meta' };
      case 'AwaitExpression':
        return this.#walker.awaited(this.evaluate(node.argument, scope));
      case 'ChainExpression':
        return this.evaluate(node.expression, scope);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        this.#walker.log.declare(node);
        return { kind: 'function', node, scope };
      case 'ArrayExpression':
        return listOf(this.#items(node.elements, scope));
      case 'ObjectExpression': {
        const fields = new Map(node.properties.flatMap((each) => this.#fields(each, scope)));
        return { kind: 'object', fields };
      }
      case 'UnaryExpression':
        return this.#negated(node, scope);
      case 'BinaryExpression':
        return this.#sum(node, scope);
      case 'LogicalExpression':
        return this.#either(node, scope);
      case 'AssignmentExpression':
        return this.#assign(node, scope);
      case 'UpdateExpression':
        return this.#update(node, scope);
    }
    throw new NotImported('this expression is known only when the test runs');
  }

  #template({ quasis, expressions }: js.TemplateLiteral, scope: Scope): Value {
    const filled = expressions.map((each) => this.#inText(each, scope));
    return joined(
      quasis.flatMap(({ value }, index) => [
        plainText(value.cooked ?? ''),
        ...filled.slice(index, index + 1),
      ]),
    );
  }

  #update({ operator, argument, prefix }: js.UpdateExpression, scope: Scope): Value {
    if (argument.type !== 'Identifier') throw new NotImported('this assignment has no equivalent');
    const before = this.evaluate(argument, scope);
    const after = binary(operator.slice(1), before, constant(1));
    scope.assign(argument.name, after);
    return prefix ? after : before;
  }

  #inText(node: js.Expression, scope: Scope): Value {
    const value = this.evaluate(node, scope);
    return this.#walker.framework?.inText?.(value) ?? value;
  }

  #assign({ left: to, right, operator }: js.AssignmentExpression, scope: Scope): Value {
    if (operator !== '=' && (operator !== '+=' || to.type !== 'Identifier'))
      throw new NotImported('this assignment has no equivalent');
    const given = this.evaluate(right, scope);
    const value =
      operator === '+=' && to.type === 'Identifier' ? sumOf(this.#name(to.name, scope), given) : given;
    const of = to.type === 'MemberExpression' ? this.evaluate(to.object, scope) : undefined;
    if (to.type === 'Identifier') scope.assign(to.name, value);
    else if (to.type === 'MemberExpression' && of?.kind === 'object')
      of.fields.set(this.key(to.property, to.computed, scope), value);
    else throw new NotImported('this assignment has no equivalent');
    return value;
  }

  #call(node: js.CallExpression | js.NewExpression, scope: Scope): Value {
    const { callee } = node;
    const call = { node: callee, args: () => this.#items(node.arguments, scope) };
    const isMethod = callee.type === 'MemberExpression' && node.type === 'CallExpression';
    const of = this.evaluate(isMethod ? callee.object : callee, scope);
    const name = isMethod ? this.key(callee.property, callee.computed, scope) : '';
    const called = isMethod
      ? this.#own(of, name)
      : callee.type === 'Super'
        ? this.#name('super()', scope)
        : of;
    if (called?.kind === 'function') return this.#walker.inline(called, call.args());
    if (called?.kind === 'native') return called.call(call.args());
    if (called?.kind === 'class') return this.#classes.create(called, call.args());
    if (of.kind === 'list' && (name === 'forEach' || name === 'map')) return this.#map(of.items, call.args());
    if (of.kind === 'list' && name === 'push') {
      of.items = [...of.items, ...call.args()];
      return nothing;
    }
    const constant = isMethod ? callMethod(of, name, call.args) : undefined;
    if (constant !== undefined) return constant;
    // They change nothing: texts are trimmed before they are compared.
    if (
      name === 'toString' ||
      (name === 'trim' && of.kind === 'reading') ||
      (name === 'catch' && of === nothing)
    )
      return of;
    const path = of.kind === 'global' ? joinFilled([of.name, name], '.') : undefined;
    const computed =
      path === 'Array.from' ? this.#listFrom(call.args()) : callFunction(path ?? '', call.args);
    if (computed !== undefined) return computed;
    const isDeclaring = path !== undefined && this.#walker.testCase === undefined;
    const declared = isDeclaring ? this.#walker.declare?.(path, call.args) : undefined;
    if (declared !== undefined) return declared;
    if (this.#walker.framework === undefined) throw new NotImported('this call has no equivalent');
    return this.#walker.framework.call(of, node.type === 'NewExpression' ? 'new' : name, call);
  }

  #map(items: Args, [body]: Args): Value {
    return listOf(items.map((each, index) => this.#walker.run(body, [each, constant(index)])));
  }

  /** `Array.from(list, map)` and `Array.from({ length: 3 }, map)`. */
  #listFrom([of, ...map]: Args): Value {
    const length = of?.kind === 'object' ? of.fields.get('length') : undefined;
    const items = of?.kind === 'list' ? of.items : undefined;
    const count = items === undefined ? numberOf(length) : 0;
    if (count > maxStatements) throw new NotImported('the list is too long');
    const listed = items ?? Array.from({ length: count }, () => nothing);
    return map.length === 0 ? listOf(listed) : this.#map(listed, map);
  }

  /** A field of an object, a static one of a class, or an item of a list. */
  #own(of: Value, name: string): Value | undefined {
    const found =
      of.kind === 'object'
        ? of.fields.get(name)
        : of.kind === 'class'
          ? this.#classes.fieldsOf(of, of.scope, true).get(name)
          : of.kind === 'list'
            ? itemOf(of.items, name)
            : undefined;
    return found?.kind === 'getter' ? this.#walker.inline(found.get, []) : found;
  }

  #items(nodes: readonly (js.Expression | js.SpreadElement | null)[], scope: Scope): Value[] {
    return nodes.flatMap((node) => {
      if (node === null) return [nothing];
      const value = this.evaluate(node.type === 'SpreadElement' ? node.argument : node, scope);
      if (node.type !== 'SpreadElement') return [value];
      if (value.kind === 'list') return value.items;
      throw new NotImported('the list is known only when the test runs');
    });
  }

  method({ kind, value }: js.MethodDefinition | js.Property, scope: Scope): Value {
    const method = this.evaluate(value, scope);
    return kind === 'get' && method.kind === 'function' ? { kind: 'getter', get: method } : method;
  }

  #fields(node: js.Property | js.SpreadElement, scope: Scope): (readonly [string, Value])[] {
    if (node.type === 'Property')
      return [[this.key(node.key, node.computed, scope), this.method(node, scope)]];
    const value = this.evaluate(node.argument, scope);
    if (value.kind === 'object') return [...value.fields];
    throw new NotImported('the object is known only when the test runs');
  }

  key(node: js.Expression | js.PrivateIdentifier, isComputed: boolean, scope: Scope): string {
    if (node.type === 'PrivateIdentifier') return `#${node.name}`;
    return node.type === 'Identifier' && !isComputed ? node.name : titleOf(this.evaluate(node, scope));
  }

  #name(name: string, scope: Scope): Value {
    const value = name === 'undefined' ? nothing : scope.get(name);
    if (value === undefined) throw new NotImported(`${name} is not defined in this file`);
    return value;
  }

  #member({ object, property, computed }: js.MemberExpression, scope: Scope): Value {
    const of = this.evaluate(object, scope);
    const name = this.key(property, computed, scope);
    const length = of.kind === 'text' && name === 'length' ? constant(titleOf(of).length) : undefined;
    const value = length ?? this.#own(of, name) ?? this.#walker.framework?.member?.(of, name);
    if (value === undefined) throw new NotImported(`${name} is known only when the test runs`);
    return value;
  }

  #negated({ operator, argument }: js.UnaryExpression, scope: Scope): Value {
    const value = this.evaluate(argument, scope);
    if (operator === '-' && value.kind === 'constant' && typeof value.value === 'number')
      return constant(-value.value);
    if (operator === '!' && value.kind === 'constant') return constant(!value.value);
    throw new NotImported(`the operator ${operator} has no equivalent`);
  }

  #sum({ operator, left, right }: js.BinaryExpression, scope: Scope): Value {
    if (left.type === 'PrivateIdentifier') throw new NotImported('`in` has no equivalent');
    const [a, b] = [this.evaluate(left, scope), this.evaluate(right, scope)];
    return operator === '+' ? sumOf(a, b) : binary(operator, a, b);
  }

  /** A variable of the environment with a default: the default, unless it is an address that the run sets. */
  #either({ operator, left, right }: js.LogicalExpression, scope: Scope): Value {
    const value = this.evaluate(left, scope);
    if (value.kind !== 'text' || !value.pieces.some((each) => 'name' in each)) {
      const isMissing = value.kind === 'constant' && value.value === undefined;
      const isRight = operator === '??' ? isMissing : isTruthy(value) === (operator === '&&');
      return isRight ? this.evaluate(right, scope) : value;
    }
    if (operator === '&&') throw new NotImported('a condition of the environment has no equivalent');
    const other = this.evaluate(right, scope);
    return other.kind === 'text' && /^https?:/.test(titleOf(other)) ? value : other;
  }
}

function sumOf(a: Value, b: Value): Value {
  return a.kind === 'text' || b.kind === 'text' ? joined([a, b]) : binary('+', a, b);
}

function itemOf(items: Args, name: string): Value | undefined {
  return name === 'length' ? constant(items.length) : items[Number(name)];
}

function literal({ value, regex }: js.Literal): Value {
  if (regex != null) return { kind: 'pattern', pieces: [{ plain: regex.pattern }], flags: regex.flags };
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return constant(value);
  if (value === null) return nothing;
  throw new NotImported('a number of this kind');
}
