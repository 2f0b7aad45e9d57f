import type * as js from 'acorn';
import { joinFilled } from '../../common/text.ts';
import { UserError } from '../../runtime/user-error.ts';
import { type CaseWriter, notImported, type Statement } from './case-writer.ts';
import { binary, callFunction, callMethod, isTruthy } from './constants.ts';
import { NotImported } from './not-imported.ts';
import { Scope } from './scope.ts';
import {
  type Args,
  constant,
  type FunctionNode,
  joined,
  listOf,
  nothing,
  numberOf,
  plainText,
  titleOf,
  type Value,
} from './value.ts';

export interface Call {
  readonly node: js.Node;
  /** The values of the arguments. */
  args(): Value[];
}

/** What the names of a framework mean. */
export interface Framework {
  member?(of: Value, name: string): Value | undefined;
  /** A call of `name` on a value, or of a global itself, whose `name` is empty. */
  call(of: Value, name: string, call: Call): Value;
  /** A statement ends with a value that nothing uses. */
  performed(value: Value): void;
  /** A value for use in a text: what was read of the page becomes a variable. */
  inText?(value: Value): Value;
}

const maxDepth = 20;
/** In all loops and functions together. */
const maxStatements = 10_000;

/** A function ends. */
class Returned {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

/**
 * Goes through the statements of a spec, which are straight-line code: constants and functions of the file are replaced by
 * what they stand for, and loops over constant lists are unrolled. What cannot be read is recorded with its reason.
 */
export class Walker {
  /** What stands outside of the tests, and is not imported. */
  readonly comments: string[] = [];
  /** The case that statements are part of; undefined outside of tests. */
  testCase: CaseWriter | undefined;
  framework: Framework | undefined;
  /** What a call of a global declares outside of tests, such as a test; undefined if it is of something else. */
  declare: ((path: string, args: () => Args) => Value | undefined) | undefined;
  readonly #text: string;
  /** By position: a statement of a function that is called twice counts once. */
  readonly #read = new Map<number, Statement>();
  /** Functions and classes. */
  readonly #declared = new Set<js.Node>();
  readonly #used = new Set<js.Node>();
  /** Why the rest of the function that is read does not belong to the test. */
  #ended: string | undefined;
  /** Calls that wait, and that are not awaited yet. */
  readonly #waiting = new Map<Value, js.Node>();
  #depth = 0;
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws NotImported outside of tests. */
  get writer(): CaseWriter {
    if (this.testCase === undefined) throw new NotImported('it is outside of the tests');
    return this.testCase;
  }

  /** A case has been read. */
  endCase(): void {
    for (const node of this.#waiting.values()) this.#leave(node, 'nothing awaits it');
    this.#waiting.clear();
    this.testCase?.end();
    this.testCase = undefined;
  }

  /** All statements in their order, and the functions and classes that no test uses. */
  finish(): readonly Statement[] {
    const isLeft = (node: js.Node) =>
      [...this.#read].some(([start, { reason, code }]) => {
        return reason !== undefined && start <= node.start && node.end <= start + code.length;
      });
    for (const node of this.#declared) {
      if (!this.#used.has(node) && !isLeft(node)) this.#leave(node, 'no test that could be read uses it');
    }
    return [...this.#read.values()].sort((a, b) => a.line - b.line || b.endLine - a.endLine);
  }

  /** Walks a list of statements. Functions can be called before they are declared. */
  walk(nodes: js.Program['body'], scope: Scope): void {
    for (const node of nodes) {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
      if (declared?.type !== 'FunctionDeclaration') continue;
      this.#declared.add(declared);
      scope.set(declared.id.name, { kind: 'function', node: declared, scope });
    }
    for (const node of nodes) {
      if (this.#ended === undefined) this.#statement(node, scope);
      else this.#leave(node, this.#ended, scope);
    }
  }

  /** Leaves out the rest of the function that is read. */
  endFunction(reason: string): void {
    this.#ended = reason;
  }

  /** Runs work that stands for a statement: it is recorded as read, or with the reason why it is not. */
  #record(node: js.Node, scope: Scope, work: () => void): void {
    this.#countOne();
    const { testCase } = this;
    const outer = testCase?.from;
    const statement = this.#note(node);
    try {
      if (testCase === undefined) work();
      else {
        testCase.from = statement;
        testCase.atomically(work);
      }
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      this.#leave(node, error.message, scope);
    } finally {
      if (testCase !== undefined && outer !== undefined) testCase.from = outer;
    }
  }

  #countOne(): void {
    this.#count += 1;
    if (this.#count <= maxStatements) return;
    throw new UserError(
      `The loops and functions of the file repeat more than ${maxStatements} statements. Split it.`,
    );
  }

  /** Leaves a statement out of the case, with a comment in its place. */
  #leave(node: js.Node, reason: string, scope?: Scope): void {
    for (const name of changedNames(this.codeOf(node))) scope?.forget(name);
    const statement = this.#note(node);
    statement.reason = reason;
    const comment = notImported(statement);
    if (this.testCase === undefined) this.comments.push(comment);
    else this.testCase.comment(comment);
  }

  #note(node: js.Node): Statement {
    const { start, end } = node.loc ?? { start: { line: 0 }, end: { line: 0 } };
    const read = this.#read.get(node.start) ?? {
      line: start.line,
      endLine: end.line,
      code: this.codeOf(node),
    };
    this.#read.set(node.start, read);
    return read;
  }

  /** The code of a function that runs in the page. */
  scriptOf(node: FunctionNode): string {
    this.#used.add(node);
    return this.codeOf(node);
  }

  codeOf(node: js.Node): string {
    return this.#text.slice(node.start, node.end);
  }

  #statement(node: js.Program['body'][number], scope: Scope): void {
    switch (node.type) {
      case 'EmptyStatement':
      case 'FunctionDeclaration':
      case 'ImportDeclaration':
        break;
      case 'ExportNamedDeclaration':
        if (node.declaration != null) this.#statement(node.declaration, scope);
        break;
      case 'BlockStatement':
        this.walk(node.body, new Scope(scope));
        break;
      case 'IfStatement':
        this.#choose(node, scope);
        break;
      case 'ForOfStatement':
      case 'ForStatement':
        this.#repeat(node, scope);
        break;
      case 'TryStatement':
        // Of exported code: what runs after a failure, too.
        if (node.handler == null && node.finalizer != null) this.walk([node.block, node.finalizer], scope);
        else this.#leave(node, '`try` is not straight-line code', scope);
        break;
      case 'ClassDeclaration':
        this.#declared.add(node);
        scope.set(node.id.name, { kind: 'class', node, scope });
        break;
      case 'VariableDeclaration':
        this.#record(node, scope, () => this.#declare(node, scope));
        break;
      case 'ExpressionStatement':
        // A literal is `'use strict'`, or has no effect.
        if (node.expression.type === 'Literal') this.#note(node);
        else this.#record(node, scope, () => this.#perform(node.expression, scope));
        break;
      case 'ReturnStatement': {
        let value = nothing;
        this.#record(node, scope, () => {
          if (node.argument != null) value = this.#evaluate(node.argument, scope);
        });
        throw new Returned(value);
      }
      default:
        this.#leave(node, `${statementNames[node.type] ?? 'this'} is not straight-line code`, scope);
    }
  }

  #perform(expression: js.Expression, scope: Scope): void {
    const value = this.awaited(this.#evaluate(expression, scope));
    this.framework?.performed?.(value);
  }

  /** `if` with a condition that is constant. */
  #choose(node: js.IfStatement, scope: Scope): void {
    let chosen: js.Statement | null | undefined;
    try {
      chosen = isTruthy(this.#evaluate(node.test, scope)) ? node.consequent : node.alternate;
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      this.#leave(node, '`if` is not straight-line code', scope);
      return;
    }
    this.#note(node);
    if (chosen != null) this.walk([chosen], scope);
  }

  #bind(pattern: js.Pattern, value: Value | undefined, scope: Scope): void {
    scope.bind(pattern, value, (node) => this.#evaluate(node, scope));
  }

  #declare({ declarations }: js.VariableDeclaration, scope: Scope): void {
    for (const { id, init } of declarations) {
      scope.bind(id, undefined, () => undefined);
      if (init == null) continue;
      const value = this.#evaluate(init, scope);
      if (value.kind === 'pending') this.#waiting.set(value, init);
      const isNamed = id.type === 'Identifier' && value.kind === 'reading';
      this.#bind(id, isNamed ? { ...value, name: id.name } : value, scope);
    }
  }

  #repeat(node: js.ForOfStatement | js.ForStatement, scope: Scope): void {
    this.#countOne();
    let rounds: readonly Scope[] = [];
    try {
      const { of, items } =
        node.type === 'ForStatement' ? this.#counted(node, scope) : this.#listed(node, scope);
      rounds = items.map((item) => {
        const round = new Scope(scope);
        this.#bind(of, item, round);
        return round;
      });
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      this.#leave(node, `the loop cannot be unrolled: ${error.message}`, scope);
    }
    for (const round of rounds) this.walk([node.body], round);
  }

  #listed({ left, right }: js.ForOfStatement, scope: Scope): { of: js.Pattern; items: Args } {
    const of = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined;
    const list = this.#evaluate(right, scope);
    if (of === undefined || list.kind !== 'list') throw new NotImported('its list is not constant');
    return { of, items: list.items };
  }

  /** `for (let i = 0; i < 3; i++)`, and with `i += 2`. */
  #counted({ init, test, update }: js.ForStatement, scope: Scope): { of: js.Pattern; items: Args } {
    const counter = init?.type === 'VariableDeclaration' ? init.declarations[0] : undefined;
    const by =
      update?.type === 'UpdateExpression' && update.operator === '++'
        ? 1
        : update?.type === 'AssignmentExpression' && update.operator === '+='
          ? numberOf(this.#evaluate(update.right, scope))
          : 0;
    if (
      counter?.init == null ||
      test?.type !== 'BinaryExpression' ||
      !/^<=?$/.test(test.operator) ||
      !(by > 0)
    )
      throw new NotImported('it does not count upwards');
    const from = numberOf(this.#evaluate(counter.init, scope));
    const span = numberOf(this.#evaluate(test.right, scope)) - from;
    const count = test.operator === '<' ? Math.ceil(span / by) : Math.floor(span / by) + 1;
    if (!(count <= maxStatements)) throw new NotImported('it does not count to a small number');
    const items = Array.from({ length: Math.max(0, count) }, (_, index) => constant(from + index * by));
    return { of: counter.id, items };
  }

  /** Goes through a function's statements in the place of its call. @returns what the function returns. */
  inline({ node, scope }: { node: FunctionNode; scope: Scope }, args: Args): Value {
    if (this.#depth >= maxDepth) throw new NotImported('the functions call each other too deeply');
    this.#countOne();
    this.#used.add(node);
    const inner = new Scope(scope);
    for (const [index, parameter] of node.params.entries()) {
      const rest = parameter.type === 'RestElement' ? listOf(args.slice(index)) : undefined;
      this.#bind(parameter, rest ?? args[index], inner);
    }
    const ended = this.#ended;
    this.#depth += 1;
    try {
      if (node.body.type !== 'BlockStatement') return this.#evaluate(node.body, inner);
      this.walk(node.body.body, inner);
      return nothing;
    } catch (error) {
      if (error instanceof Returned) return error.value;
      throw error;
    } finally {
      this.#depth -= 1;
      this.#ended = ended;
    }
  }

  /** @throws NotImported */
  #evaluate(node: js.Expression | js.Super, scope: Scope): Value {
    switch (node.type) {
      case 'Literal':
        return literal(node);
      case 'TemplateLiteral':
        return joined(
          node.quasis.flatMap(({ value }, index) => {
            const filled = node.expressions.slice(index, index + 1);
            return [plainText(value.cooked ?? ''), ...filled.map((each) => this.#inText(each, scope))];
          }),
        );
      case 'Identifier':
        return this.#name(node.name, scope);
      case 'ThisExpression':
        return this.#name('this', scope);
      case 'Super':
        return this.#name('super', scope);
      case 'ConditionalExpression': {
        const { test, consequent, alternate } = node;
        return this.#evaluate(isTruthy(this.#evaluate(test, scope)) ? consequent : alternate, scope);
      }
      case 'MemberExpression':
        return this.#member(node, scope);
      case 'CallExpression':
      case 'NewExpression':
        return this.#call(node, scope);
      case 'MetaProperty':
        return { kind: 'global', name: 'import.meta' };
      case 'AwaitExpression':
        return this.awaited(this.#evaluate(node.argument, scope));
      case 'ChainExpression':
        return this.#evaluate(node.expression, scope);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        this.#declared.add(node);
        return { kind: 'function', node, scope };
      case 'ArrayExpression':
        return listOf(this.#items(node.elements, scope));
      case 'ObjectExpression':
        return {
          kind: 'object',
          fields: new Map(node.properties.flatMap((each) => this.#fields(each, scope))),
        };
      case 'UnaryExpression':
        return this.#negated(node, scope);
      case 'BinaryExpression':
        return this.#sum(node, scope);
      case 'LogicalExpression':
        return this.#either(node, scope);
      case 'AssignmentExpression':
        return this.#assign(node, scope);
      case 'UpdateExpression': {
        const before = this.#evaluate(node.argument, scope);
        const after = binary(node.operator.slice(1), before, constant(1));
        if (node.argument.type !== 'Identifier') throw new NotImported('this assignment has no equivalent');
        scope.assign(node.argument.name, after);
        return node.prefix ? after : before;
      }
    }
    throw new NotImported('this expression is known only when the test runs');
  }

  #inText(node: js.Expression, scope: Scope): Value {
    const value = this.#evaluate(node, scope);
    return this.framework?.inText?.(value) ?? value;
  }

  /** What `await` gives. */
  awaited(value: Value, budget = { left: maxStatements }): Value {
    budget.left -= 1;
    if (budget.left < 0) throw new NotImported('the list is too long');
    if (value.kind === 'list') return listOf(value.items.map((each) => this.awaited(each, budget)));
    if (value.kind !== 'pending') return value;
    this.#waiting.delete(value);
    return value.wait();
  }

  #assign({ left: to, right, operator }: js.AssignmentExpression, scope: Scope): Value {
    if (operator !== '=' && (operator !== '+=' || to.type !== 'Identifier'))
      throw new NotImported('this assignment has no equivalent');
    const given = this.#evaluate(right, scope);
    const value =
      operator === '+=' && to.type === 'Identifier' ? sumOf(this.#name(to.name, scope), given) : given;
    const of = to.type === 'MemberExpression' ? this.#evaluate(to.object, scope) : undefined;
    if (to.type === 'Identifier') scope.assign(to.name, value);
    else if (to.type === 'MemberExpression' && of?.kind === 'object')
      of.fields.set(this.#key(to.property, to.computed, scope), value);
    else throw new NotImported('this assignment has no equivalent');
    return value;
  }

  #call(node: js.CallExpression | js.NewExpression, scope: Scope): Value {
    const { callee } = node;
    const call = { node: callee, args: () => this.#items(node.arguments, scope) };
    const isMethod = callee.type === 'MemberExpression' && node.type === 'CallExpression';
    const of = this.#evaluate(isMethod ? callee.object : callee, scope);
    const name = isMethod ? this.#key(callee.property, callee.computed, scope) : '';
    const called = isMethod
      ? this.#own(of, name)
      : callee.type === 'Super'
        ? this.#name('super()', scope)
        : of;
    if (called?.kind === 'function') return this.inline(called, call.args());
    if (called?.kind === 'native') return called.call(call.args());
    if (called?.kind === 'class') return this.#create(called, call.args());
    if (of.kind === 'list' && (name === 'forEach' || name === 'map')) return this.#map(of.items, call.args());
    if (of.kind === 'list' && name === 'push') return this.#push(of.items, callee, call.args(), scope);
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
    const isDeclaring = path !== undefined && this.testCase === undefined;
    const declared = isDeclaring ? this.declare?.(path, call.args) : undefined;
    if (declared !== undefined) return declared;
    if (this.framework === undefined) throw new NotImported('this call has no equivalent');
    return this.framework.call(of, node.type === 'NewExpression' ? 'new' : name, call);
  }

  #push(items: Args, callee: js.Expression | js.Super, added: Args, scope: Scope): Value {
    const list = callee.type === 'MemberExpression' ? callee.object : callee;
    if (list.type !== 'Identifier') throw new NotImported('this list is known only when the test runs');
    scope.assign(list.name, listOf([...items, ...added]));
    return nothing;
  }

  #map(items: Args, [body]: Args): Value {
    if (body?.kind !== 'function') throw new NotImported('the function is known only when the test runs');
    return listOf(items.map((each, index) => this.inline(body, [each, constant(index)])));
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
          ? this.#fieldsOf(of, of.scope, true).get(name)
          : of.kind === 'list'
            ? itemOf(of.items, name)
            : undefined;
    return found?.kind === 'getter' ? this.inline(found.get, []) : found;
  }

  /** An object of a class in the file, such as a page object. */
  #create(of: ClassValue, args: Args): Value {
    const created: ObjectValue = { kind: 'object', fields: new Map() };
    this.#construct(of, created, args);
    return created;
  }

  /** Gives an object the methods and fields of a class and of those that it extends, and calls their constructors. */
  #construct(of: ClassValue, created: ObjectValue, args: Args): void {
    this.#used.add(of.node);
    const scope = new Scope(of.scope);
    scope.set('this', created);
    const outer = of.node.superClass == null ? undefined : this.#evaluate(of.node.superClass, of.scope);
    if (outer !== undefined && outer.kind !== 'class')
      throw new NotImported('it extends a class of another file');
    const overriding = new Map(created.fields);
    const own = this.#methodsOf(of.node, scope);
    const create = own.get('constructor');
    own.delete('constructor');
    for (const [name, value] of [...own, ...overriding]) created.fields.set(name, value);
    const setFields = () => {
      for (const [name, value] of this.#fieldsOf(of, scope, false)) created.fields.set(name, value);
    };
    const superCall = (given: Args): Value => {
      if (outer !== undefined) this.#construct(outer, created, given);
      setFields();
      return nothing;
    };
    scope.set('super()', { kind: 'native', call: superCall });
    if (outer !== undefined)
      scope.set('super', { kind: 'object', fields: this.#methodsOf(outer.node, scope) });
    if (create?.kind !== 'function') superCall(args);
    else {
      for (const [index, parameter] of create.node.params.entries()) {
        const to = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
        // `constructor(readonly page: Page)` declares a field.
        const isField = /\b(?:public|private|protected|readonly)\s+$/.test(
          this.#text.slice(0, parameter.start),
        );
        if (isField && to.type === 'Identifier') created.fields.set(to.name, args[index] ?? nothing);
      }
      if (outer === undefined) setFields();
      this.inline(create, args);
    }
  }

  #methodsOf(node: js.Class, scope: Scope): Map<string, Value> {
    const methods = new Map<string, Value>();
    for (const member of node.body.body) {
      if (member.type !== 'MethodDefinition' || member.static || member.kind === 'set') continue;
      methods.set(this.#key(member.key, member.computed, scope), this.#method(member, scope));
    }
    return methods;
  }

  #method({ kind, value }: js.MethodDefinition | js.Property, scope: Scope): Value {
    const method = this.#evaluate(value, scope);
    return kind === 'get' && method.kind === 'function' ? { kind: 'getter', get: method } : method;
  }

  #fieldsOf({ node }: ClassValue, scope: Scope, isStatic: boolean): Map<string, Value> {
    const fields = new Map<string, Value>();
    for (const member of node.body.body) {
      if (member.type === 'StaticBlock' || member.static !== isStatic) continue;
      const name = () => this.#key(member.key, member.computed, scope);
      if (member.type === 'MethodDefinition') {
        if (isStatic) fields.set(name(), this.#method(member, scope));
      } else
        this.#record(member, scope, () => {
          fields.set(name(), member.value == null ? nothing : this.#evaluate(member.value, scope));
        });
    }
    return fields;
  }

  #items(nodes: readonly (js.Expression | js.SpreadElement | null)[], scope: Scope): Value[] {
    return nodes.flatMap((node) => {
      if (node === null) return [nothing];
      const value = this.#evaluate(node.type === 'SpreadElement' ? node.argument : node, scope);
      if (node.type !== 'SpreadElement') return [value];
      if (value.kind === 'list') return value.items;
      throw new NotImported('the list is known only when the test runs');
    });
  }

  #fields(node: js.Property | js.SpreadElement, scope: Scope): (readonly [string, Value])[] {
    if (node.type === 'Property')
      return [[this.#key(node.key, node.computed, scope), this.#method(node, scope)]];
    const value = this.#evaluate(node.argument, scope);
    if (value.kind === 'object') return [...value.fields];
    throw new NotImported('the object is known only when the test runs');
  }

  #key(node: js.Expression | js.PrivateIdentifier, isComputed: boolean, scope: Scope): string {
    if (node.type === 'PrivateIdentifier') return `#${node.name}`;
    return node.type === 'Identifier' && !isComputed ? node.name : titleOf(this.#evaluate(node, scope));
  }

  #name(name: string, scope: Scope): Value {
    const value = name === 'undefined' ? nothing : scope.get(name);
    if (value === undefined) throw new NotImported(`${name} is not defined in this file`);
    return value;
  }

  #member({ object, property, computed }: js.MemberExpression, scope: Scope): Value {
    const of = this.#evaluate(object, scope);
    const name = this.#key(property, computed, scope);
    const length = of.kind === 'text' && name === 'length' ? constant(titleOf(of).length) : undefined;
    const value = length ?? this.#own(of, name) ?? this.framework?.member?.(of, name);
    if (value === undefined) throw new NotImported(`${name} is known only when the test runs`);
    return value;
  }

  #negated({ operator, argument }: js.UnaryExpression, scope: Scope): Value {
    const value = this.#evaluate(argument, scope);
    if (operator === '-' && value.kind === 'constant' && typeof value.value === 'number')
      return constant(-value.value);
    if (operator === '!' && value.kind === 'constant') return constant(!value.value);
    throw new NotImported(`the operator ${operator} has no equivalent`);
  }

  #sum({ operator, left, right }: js.BinaryExpression, scope: Scope): Value {
    if (left.type === 'PrivateIdentifier') throw new NotImported('`in` has no equivalent');
    const [a, b] = [this.#evaluate(left, scope), this.#evaluate(right, scope)];
    return operator === '+' ? sumOf(a, b) : binary(operator, a, b);
  }

  /** A variable of the environment with a default: the default, unless it is an address that the run sets. */
  #either({ operator, left, right }: js.LogicalExpression, scope: Scope): Value {
    const value = this.#evaluate(left, scope);
    if (value.kind !== 'text' || !value.pieces.some((each) => 'name' in each)) {
      const isMissing = value.kind === 'constant' && value.value === undefined;
      const isRight = operator === '??' ? isMissing : isTruthy(value) === (operator === '&&');
      return isRight ? this.#evaluate(right, scope) : value;
    }
    if (operator === '&&') throw new NotImported('a condition of the environment has no equivalent');
    const other = this.#evaluate(right, scope);
    return other.kind === 'text' && /^https?:/.test(titleOf(other)) ? value : other;
  }
}

type ClassValue = Extract<Value, { kind: 'class' }>;
type ObjectValue = Extract<Value, { kind: 'object' }>;

const statementNames: Readonly<Record<string, string>> = {
  WhileStatement: '`while`',
  DoWhileStatement: '`do`',
  ForInStatement: '`for … in`',
  SwitchStatement: '`switch`',
  ThrowStatement: '`throw`',
};

/** Names whose values code changes: what they stand for is not known if the code is left out. */
function changedNames(code: string): string[] {
  const textOrComment = /(['"])(?:\\.|(?!\1).)*\1|`(?:\\[\s\S]|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\//g;
  const withoutTexts = code.replace(textOrComment, "''");
  const change =
    /(?<![\w$.]|\b(?:const|let|var)\s+)(?!this\b)([A-Za-z_$][\w$]*)(?:\.[\w$]+|\[[^\]]*\])*?(?:\s*(?:(?:[-+*/%]|\?\?|\|\||&&)?=(?![=>])|\+\+|--)|\.(?:push|pop|shift|unshift|splice|sort|reverse)\()|(?:\+\+|--)([A-Za-z_$][\w$]*)/g;
  return [...withoutTexts.matchAll(change)].flatMap(([, name, counter]) => name ?? counter ?? []);
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
