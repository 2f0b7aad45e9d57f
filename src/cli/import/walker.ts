import type {
  CallExpression,
  Expression,
  ForOfStatement,
  ForStatement,
  NewExpression,
  Node,
  Pattern,
  Program,
  SpreadElement,
  Statement,
  Super,
  VariableDeclaration,
} from 'acorn';
import type { Piece } from '../../runner/variables/text.ts';
import { UserError } from '../../runtime/user-error.ts';
import { type CaseWriter, notImported, type Statement as ReadStatement } from './case-writer.ts';
import { joinPlain } from './exchange-text.ts';
import { NotImported } from './not-imported.ts';
import { Scope } from './scope.ts';
import { endLineOf, lineOf, type SourceCode } from './source-code.ts';
import { type FunctionNode, nothing, piecesOf, plainText, type Value } from './value.ts';

export interface Call {
  readonly node: CallExpression | NewExpression;
  readonly scope: Scope;
  readonly args: readonly (Expression | SpreadElement)[];
}

/** What the names of a framework mean. */
export interface Framework {
  /** The names that every file, or a function's parameters, can use. */
  global(name: string): Value | undefined;
  member(of: Value, name: string): Value | undefined;
  /** A call of `name` on a value, or of a global itself, whose `name` is empty. */
  call(of: Value, name: string, call: Call): Value;
  /** What `await` gives. */
  awaited(value: Value): Value;
  /** A value for use in a text: what was read of the page becomes a variable. */
  inText(value: Value): Value;
}

const maxRepeats = 100;
const maxDepth = 20;
/** In all loops and functions together. */
const maxStatements = 10_000;
/** Of a list, or of a text. */
const maxLength = 100_000;

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
  /** By position: a statement of a function that is called twice counts once. */
  readonly #read = new Map<number, ReadStatement>();
  readonly #unread = new Set<Node>();
  /** What stands outside of the tests, and is not imported. */
  readonly comments: string[] = [];
  readonly source: SourceCode;
  framework: Framework | undefined;
  /** The case that statements are part of; undefined outside of tests. */
  writer: CaseWriter | undefined;
  #depth = 0;
  #count = 0;

  constructor(source: SourceCode) {
    this.source = source;
  }

  /** All statements in their order, and the functions and classes that no test uses. */
  finish(): readonly ReadStatement[] {
    const isLeft = (node: Node) =>
      [...this.#read].some(([start, { reason, code }]) => {
        return reason !== undefined && start <= node.start && node.end <= start + code.length;
      });
    for (const node of this.#unread) {
      if (!isLeft(node)) this.leave(node, 'no test that could be read uses it');
    }
    return [...this.#read.values()].sort((a, b) => a.line - b.line || b.endLine - a.endLine);
  }

  /** Walks a list of statements. Functions can be called before they are declared. */
  walk(nodes: readonly (Statement | Program['body'][number])[], scope: Scope): void {
    for (const node of nodes) {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
      if (declared?.type !== 'FunctionDeclaration') continue;
      this.#unread.add(declared);
      scope.set(declared.id.name, { kind: 'function', node: declared, scope });
    }
    for (const node of nodes) this.#statement(node, scope);
  }

  /** Runs work that stands for a statement: it is recorded as read, or with the reason why it is not. */
  record(node: Node, work: () => void): void {
    this.#count += 1;
    if (this.#count > maxStatements) {
      throw new UserError(
        `The loops and functions of the file repeat more than ${maxStatements} statements. Split it.`,
      );
    }
    const { writer } = this;
    const outer = writer?.from;
    const statement = this.#note(node);
    try {
      if (writer === undefined) work();
      else {
        writer.from = statement;
        writer.atomically(work);
      }
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      this.leave(node, error.message);
    } finally {
      if (writer !== undefined && outer !== undefined) writer.from = outer;
    }
  }

  /** Leaves a statement out of the case, with a comment in its place. */
  leave(node: Node, reason: string): void {
    const statement = this.#note(node);
    statement.reason = reason;
    const comment = notImported(statement);
    if (this.writer === undefined) this.comments.push(comment);
    else this.writer.comment(comment);
  }

  #note(node: Node): ReadStatement {
    const known = this.#read.get(node.start);
    const read = known ?? { line: lineOf(node), endLine: endLineOf(node), code: this.codeOf(node) };
    this.#read.set(node.start, read);
    return read;
  }

  /** The code of a function that runs in the page. */
  scriptOf(node: FunctionNode): string {
    this.#unread.delete(node);
    return this.codeOf(node);
  }

  codeOf(node: Node): string {
    return this.source.text.slice(node.start, node.end);
  }

  #statement(node: Program['body'][number], scope: Scope): void {
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
      case 'ForOfStatement':
      case 'ForStatement':
        this.#repeat(node, scope);
        break;
      case 'TryStatement':
        // Of exported code: what runs after a failure, too.
        if (node.handler != null || node.finalizer == null)
          this.leave(node, '`try` is not straight-line code');
        else this.walk([node.block, node.finalizer], scope);
        break;
      case 'ClassDeclaration':
        this.#unread.add(node);
        scope.set(node.id.name, { kind: 'class', node, scope });
        break;
      case 'VariableDeclaration':
        this.record(node, () => this.#declare(node, scope));
        break;
      case 'ExpressionStatement':
        this.record(node, () => {
          // `'use strict'`, or a text that has no effect.
          if (node.expression.type === 'Literal') return;
          const value = this.evaluate(node.expression, scope);
          if (value.kind === 'reading') throw new NotImported('nothing uses what it reads');
        });
        break;
      case 'ReturnStatement': {
        let value: Value = nothing;
        this.record(node, () => {
          if (node.argument != null) value = this.evaluate(node.argument, scope);
        });
        throw new Returned(value);
      }
      default:
        this.leave(node, `${statementNames[node.type] ?? 'this'} is not straight-line code`);
    }
  }

  #declare({ declarations }: VariableDeclaration, scope: Scope): void {
    for (const { id, init } of declarations) {
      scope.bind(id, undefined);
      if (init == null) continue;
      const value = this.evaluate(init, scope);
      const isNamed = id.type === 'Identifier' && value.kind === 'reading';
      scope.bind(id, isNamed ? { ...value, name: id.name } : value);
    }
  }

  #repeat(node: ForOfStatement | ForStatement, scope: Scope): void {
    const rounds: Scope[] = [];
    try {
      rounds.push(
        ...(node.type === 'ForOfStatement' ? this.#roundsOf(node, scope) : this.#countedRounds(node, scope)),
      );
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      this.leave(node, `the loop cannot be unrolled: ${error.message}`);
      return;
    }
    for (const each of rounds) this.walk([node.body], each);
  }

  #roundsOf({ left, right }: ForOfStatement, scope: Scope): Scope[] {
    const list = this.evaluate(right, scope);
    const pattern = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined;
    if (list.kind !== 'list' || pattern === undefined || list.items.length > maxRepeats) {
      throw new NotImported('its list is not a short constant');
    }
    return list.items.map((item) => {
      const round = new Scope(scope);
      round.bind(pattern, item);
      return round;
    });
  }

  /** `for (let i = 0; i < 3; i++)`. */
  #countedRounds({ init, test, update }: ForStatement, scope: Scope): Scope[] {
    const counter = init?.type === 'VariableDeclaration' ? init.declarations[0] : undefined;
    const isUp = update?.type === 'UpdateExpression' && update.operator === '++';
    if (
      counter?.id.type !== 'Identifier' ||
      counter.init == null ||
      test?.type !== 'BinaryExpression' ||
      !isUp
    ) {
      throw new NotImported('it does not count upwards');
    }
    const [from, to] = [this.evaluate(counter.init, scope), this.evaluate(test.right, scope)];
    if (from.kind !== 'number' || to.kind !== 'number') throw new NotImported('its limits are not constant');
    const end = test.operator === '<' ? to.value : test.operator === '<=' ? to.value + 1 : Number.NaN;
    if (!(end - from.value <= maxRepeats)) throw new NotImported('it does not count to a small number');
    const { name } = counter.id;
    return Array.from({ length: Math.max(0, end - from.value) }, (_, index) => {
      const round = new Scope(scope);
      round.set(name, { kind: 'number', value: from.value + index });
      return round;
    });
  }

  /** Goes through a function's statements in the place of its call. @returns what the function returns. */
  inline({ node, scope }: { node: FunctionNode; scope: Scope }, args: readonly Value[]): Value {
    if (this.#depth >= maxDepth) throw new NotImported('the functions call each other too deeply');
    this.#unread.delete(node);
    const inner = new Scope(scope);
    for (const [index, parameter] of node.params.entries()) inner.bind(parameter, args[index]);
    this.#depth += 1;
    try {
      if (node.body.type !== 'BlockStatement') return this.evaluate(node.body, inner);
      this.walk(node.body.body, inner);
      return nothing;
    } catch (error) {
      if (error instanceof Returned) return error.value;
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  /** @throws NotImported */
  evaluate(node: Expression | SpreadElement | Super, scope: Scope): Value {
    switch (node.type) {
      case 'Literal':
        return literal(node.value, node.regex);
      case 'TemplateLiteral':
        return this.#template(node.quasis, node.expressions, scope);
      case 'Identifier':
        return this.#name(node.name, scope);
      case 'MemberExpression':
        return this.#member(node.object, this.#key(node.property, node.computed, scope), scope);
      case 'CallExpression':
        return this.#call(node, scope);
      case 'MetaProperty':
        return { kind: 'global', name: 'import.meta' };
      case 'AwaitExpression':
        return this.#framework.awaited(this.evaluate(node.argument, scope));
      case 'ChainExpression':
        return this.evaluate(node.expression, scope);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        this.#unread.add(node);
        return { kind: 'function', node, scope };
      case 'ArrayExpression': {
        const items = node.elements.flatMap((each) => this.#items(each, scope));
        if (items.length > maxLength) throw new NotImported('the list is too long');
        return { kind: 'list', items };
      }
      case 'ObjectExpression':
        return {
          kind: 'object',
          fields: new Map(node.properties.flatMap((each) => this.#fields(each, scope))),
        };
      case 'UnaryExpression':
        return negated(node.operator, this.evaluate(node.argument, scope));
      case 'BinaryExpression':
        if (node.operator !== '+' || node.left.type === 'PrivateIdentifier') break;
        return sum(this.evaluate(node.left, scope), this.evaluate(node.right, scope));
      case 'LogicalExpression':
        return this.#either(node.left, node.right, scope);
      case 'ThisExpression':
        return this.#name('this', scope);
      case 'AssignmentExpression':
        if (node.operator === '=') return this.#assign(node.left, this.evaluate(node.right, scope), scope);
        break;
      case 'NewExpression': {
        const of = this.evaluate(node.callee, scope);
        const call = { node, scope, args: node.arguments };
        return of.kind === 'class'
          ? this.#create(of, this.args(call))
          : this.#framework.call(of, 'new', call);
      }
    }
    throw new NotImported('this expression is known only when the test runs');
  }

  #assign(to: Pattern, value: Value, scope: Scope): Value {
    if (to.type === 'Identifier') scope.set(to.name, value);
    else {
      const of = to.type === 'MemberExpression' ? this.evaluate(to.object, scope) : undefined;
      if (to.type !== 'MemberExpression' || of?.kind !== 'object') throw new NotImported('this assignment');
      of.fields.set(textKey(this.#key(to.property, to.computed, scope)), value);
    }
    return value;
  }

  /** An object of a class in the file, such as a page object. */
  #create({ node, scope }: Extract<Value, { kind: 'class' }>, args: readonly Value[]): Value {
    if (node.superClass != null) throw new NotImported('a class that extends another one');
    this.#unread.delete(node);
    const created = { kind: 'object' as const, fields: new Map<string, Value>() };
    const inner = new Scope(scope);
    inner.set('this', created);
    for (const member of node.body.body) {
      if (member.type === 'StaticBlock' || member.value == null) continue;
      const name = textKey(this.#key(member.key, member.computed, inner));
      created.fields.set(name, this.evaluate(member.value, inner));
    }
    const create = created.fields.get('constructor');
    if (create?.kind === 'function') this.inline(create, args);
    return created;
  }

  get #framework(): Framework {
    if (this.framework === undefined) throw new NotImported('no test framework');
    return this.framework;
  }

  #call(node: CallExpression, scope: Scope): Value {
    const { callee } = node;
    const call = { node, scope, args: node.arguments };
    if (callee.type === 'MemberExpression') {
      const of = this.evaluate(callee.object, scope);
      const name = textKey(this.#key(callee.property, callee.computed, scope));
      const own = of.kind === 'object' ? of.fields.get(name) : undefined;
      return own?.kind === 'function'
        ? this.inline(own, this.args(call))
        : this.#framework.call(of, name, call);
    }
    const called = this.evaluate(callee, scope);
    return called.kind === 'function'
      ? this.inline(called, this.args(call))
      : this.#framework.call(called, '', call);
  }

  /** The values of a call's arguments. */
  args({ args, scope }: Call): Value[] {
    return args.flatMap((each) => this.#items(each, scope));
  }

  #items(node: Expression | SpreadElement | null, scope: Scope): readonly Value[] {
    if (node?.type !== 'SpreadElement') return [node === null ? nothing : this.evaluate(node, scope)];
    const spread = this.evaluate(node.argument, scope);
    if (spread.kind === 'list') return spread.items;
    throw new NotImported('the list is known only when the test runs');
  }

  #fields(
    node: Extract<Expression, { type: 'ObjectExpression' }>['properties'][number],
    scope: Scope,
  ): (readonly [string, Value])[] {
    if (node.type === 'Property') {
      return [[textKey(this.#key(node.key, node.computed, scope)), this.evaluate(node.value, scope)]];
    }
    const spread = this.evaluate(node.argument, scope);
    if (spread.kind === 'object') return [...spread.fields];
    throw new NotImported('the object is known only when the test runs');
  }

  #key(
    node: Expression | { type: 'PrivateIdentifier'; name: string },
    computed: boolean,
    scope: Scope,
  ): Value {
    if (node.type === 'PrivateIdentifier') throw new NotImported('a private field');
    return node.type === 'Identifier' && !computed ? plainText(node.name) : this.evaluate(node, scope);
  }

  #name(name: string, scope: Scope): Value {
    const value = name === 'undefined' ? nothing : (scope.get(name) ?? this.framework?.global(name));
    if (value === undefined) throw new NotImported(`${name} is not defined in this file`);
    return value;
  }

  #member(object: Expression | Super, key: Value, scope: Scope): Value {
    const of = this.evaluate(object, scope);
    const name = textKey(key);
    const own =
      of.kind === 'list'
        ? name === 'length'
          ? ({ kind: 'number', value: of.items.length } as const)
          : of.items[Number(name)]
        : of.kind === 'object'
          ? of.fields.get(name)
          : undefined;
    const value = own ?? this.#framework.member(of, name);
    if (value === undefined) throw new NotImported(`${name} is known only when the test runs`);
    return value;
  }

  #template(
    quasis: readonly { value: { cooked?: string | null } }[],
    expressions: readonly Expression[],
    scope: Scope,
  ): Value {
    const pieces = quasis.flatMap(({ value }, index): Piece[] => {
      const expression = expressions[index];
      const filled =
        expression === undefined ? [] : piecesOf(this.#framework.inText(this.evaluate(expression, scope)));
      return [{ plain: value.cooked ?? '' }, ...filled];
    });
    return textOfPieces(pieces);
  }

  /** A variable of the environment with a default: the default, unless it is an address that the run sets. */
  #either(left: Expression, right: Expression, scope: Scope): Value {
    const value = this.evaluate(left, scope);
    if (value.kind !== 'text' || !value.pieces.some((each) => 'name' in each)) return value;
    const other = this.evaluate(right, scope);
    return other.kind === 'text' &&
      /^https?:/.test(
        piecesOf(other)
          .map((each) => ('plain' in each ? each.plain : ''))
          .join(''),
      )
      ? value
      : other;
  }
}

const statementNames: Readonly<Record<string, string>> = {
  IfStatement: '`if`',
  WhileStatement: '`while`',
  DoWhileStatement: '`do`',
  ForInStatement: '`for … in`',
  SwitchStatement: '`switch`',
  ThrowStatement: '`throw`',
};

function textKey(key: Value): string {
  return piecesOf(key)
    .map((each) => ('plain' in each ? each.plain : ''))
    .join('');
}

function literal(value: unknown, regex: { pattern: string; flags: string } | null | undefined): Value {
  if (regex != null) return { kind: 'pattern', pieces: [{ plain: regex.pattern }], flags: regex.flags };
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (value === null) return nothing;
  throw new NotImported('a number of this kind');
}

function negated(operator: string, value: Value): Value {
  if (operator === '-' && value.kind === 'number') return { kind: 'number', value: -value.value };
  if (operator === '!' && value.kind === 'boolean') return { kind: 'boolean', value: !value.value };
  throw new NotImported(`the operator ${operator}`);
}

function sum(left: Value, right: Value): Value {
  if (left.kind === 'number' && right.kind === 'number')
    return { kind: 'number', value: left.value + right.value };
  return textOfPieces([...piecesOf(left), ...piecesOf(right)]);
}

function textOfPieces(all: readonly Piece[]): Value {
  const pieces = joinPlain(all);
  const length = pieces.reduce((sum, each) => sum + ('plain' in each ? each.plain.length : 1), 0);
  if (length > maxLength) throw new NotImported('the text is too long');
  return { kind: 'text', pieces };
}
