import type * as js from 'acorn';
import { UserError } from '../../../common/errors.ts';
import type { Statement, Step } from '../imported-file.ts';
import { CaseWriter } from '../steps/case-writer.ts';
import { failsWithout } from '../steps/expectations.ts';
import { Expressions } from './expressions.ts';
import type { Framework, Interpretation } from './framework.ts';
import { binary, fieldsOf, isTruthy, itemsOf } from './native-methods.ts';
import { StatementLog } from './statement-log.ts';
import { hasVariables } from './texts.ts';
import { nodesOf, TrackedValues } from './tracked-values.ts';
import { is, NotImported, type Of, ofDesktop, Scope, unknown, unknownName, type Value } from './value.ts';

/** In all loops and functions together. */
const maxStatements = 10_000;
const maxDepth = 30;

/** A statement that is a single action on elements. */
const oneAction = /^[^=;]*\.(?:click|dblclick|tap|press|hover|fill|clear)\([^()]*\);?$/;

/** A condition on the run of the spec. */
const queriesRunEnvironment = new RegExp(`\\b(?:${[...ofDesktop.keys()].join('|')})\\b`);

/** A function ends, or a round of a loop, or the loop. */
class Jump {
  readonly kind: 'return' | 'break' | 'continue';
  readonly value: Value;

  constructor(kind: Jump['kind'], value?: Value) {
    this.kind = kind;
    this.value = value;
  }
}

/**
 * Interprets a spec: what JavaScript computes from constants is computed, and what is done to the page becomes steps. A
 * statement that needs what is known only when the test runs is left out as a whole, with its reason.
 */
export abstract class Interpreter implements Interpretation {
  /** What stands outside of the tests, and is not imported. */
  readonly outside = new CaseWriter();
  testCase: CaseWriter | undefined;
  readonly log = new StatementLog();
  readonly tracked = new TrackedValues();
  readonly expressions = new Expressions(this);
  abstract readonly framework: Framework;
  /** Why the rest of the function that is read does not belong to the test. */
  #ended: string | undefined;
  /** Why a part of the statement that is read is unknown. */
  #failedPart: NotImported | undefined;
  /** Calls that wait, and that are not awaited yet. */
  readonly #waiting = new Map<Value, js.Node>();
  #depth = 0;
  #count = 0;

  /** What a call outside of tests declares, such as a test. */
  abstract declare(path: string, args: () => Value[]): Value | 'not declared';

  /** Interprets what a file imports or exports. */
  protected abstract linkModule(node: js.ModuleDeclaration, scope: Scope): void;

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
    for (const node of this.log.unused()) this.#leave(node, 'no test that could be read uses it');
    return this.log.statements();
  }

  /** Interprets statements. Functions can be called before they are declared. */
  walk(nodes: js.Program['body'], scope: Scope): void {
    for (const node of nodes) {
      const declared =
        /^Export(?:Named|Default)/.test(node.type) && 'declaration' in node ? node.declaration : node;
      if (declared?.type === 'FunctionDeclaration' && declared.id !== null) {
        this.log.declare(declared);
        scope.set(declared.id.name, { kind: 'function', node: declared as js.FunctionDeclaration, scope });
      }
    }
    for (const node of nodes) {
      if (this.#ended === undefined) this.#statement(node, scope);
      else this.#leave(node, this.#ended, scope);
    }
  }

  /** Reads another file, apart from the test that is read. */
  outsideOfTest(work: () => void): void {
    const before = [this.testCase, this.#ended, this.#failedPart, this.#count] as const;
    [this.testCase, this.#ended] = [undefined, undefined];
    try {
      work();
    } finally {
      [this.testCase, this.#ended, this.#failedPart, this.#count] = before;
    }
  }

  /** Reads a file that the spec does not name. Of a support file, what tests use is recorded, and what is left out. */
  unrecorded(work: () => void, options: { readonly ofSupport: boolean }): void {
    const { comments } = this.outside;
    this.log.unrecorded(work, options);
    if (!options.ofSupport) this.outside.comments = comments;
  }

  /** What a function is called with by a command before it. If only the command is left out, the function is read. */
  subject(node: js.Expression, scope: Scope): Value {
    const { testCase } = this;
    let value: Value;
    const read = () => {
      value = this.expressions.evaluate(node, scope);
    };
    const reason = testCase === undefined ? read() : testCase.read(testCase.from, read);
    if (reason === undefined) return value;
    this.#leave(node, reason, scope);
    return unknown(reason);
  }

  /** Leaves out the rest of the function that is read. */
  endFunction(reason: string): void {
    this.#ended = reason;
  }

  /** Runs work that stands for a statement: it is recorded as read, or with the reason why it is not, which is returned. */
  record(node: js.Node, scope: Scope, work: () => void): string | undefined {
    this.#countOne();
    const outer = this.#failedPart;
    this.#failedPart = undefined;
    const reason = this.#attempt(node, () => {
      work();
      if (this.#failedPart !== undefined) throw this.#failedPart;
    });
    this.#failedPart = outer;
    if (reason !== undefined) this.#leave(node, reason, scope);
    return reason;
  }

  /** As `record`, for a statement with a value. If only a part of it is unknown, the other parts are not. */
  #recorded(node: js.Node, scope: Scope, work: () => Value): Value {
    let value: Value = unknown('');
    const reason = this.record(node, scope, () => {
      value = work();
    });
    return reason !== undefined && is(value, 'unknown') ? unknown(reason) : value;
  }

  /** Runs work that stands for a statement. @returns why it has no effect, if it fails. */
  #attempt(node: js.Node, work: () => void): string | undefined {
    return (this.testCase ?? this.outside).read(this.log.note(node), work);
  }

  /** A part of an object or a list is unknown. The statement is left out, but the other parts are known. */
  failPart(error: NotImported): Value {
    this.#failedPart ??= error;
    return unknown(error.message);
  }

  #countOne(): void {
    this.#count += 1;
    if (this.#count <= maxStatements) return;
    throw new UserError(
      `The loops and functions of the file repeat more than ${maxStatements} statements. Split it.`,
    );
  }

  /**
   * Leaves a statement out of the case, with a comment in its place.
   * @throws NotImported if it may end the loop around it, which is then left out, too.
   */
  #leave(node: js.Node, reason: string, scope?: Scope): void {
    if (scope !== undefined) this.tracked.forget(node, scope);
    (this.testCase ?? this.outside).leaveOut(this.log.note(node), reason);
    if (hasNode(node, /^Return/, /Function/)) this.#ended ??= 'a statement before it may end the function';
    const bounds = /Function|^(?:For|While|DoWhile|Switch)/;
    if (!bounds.test(node.type) && hasNode(node, /^(?:Break|Continue)/, bounds))
      throw new NotImported('a statement in it may end it');
  }

  #statement(node: js.Program['body'][number], scope: Scope): void {
    switch (node.type) {
      case 'EmptyStatement':
      case 'FunctionDeclaration':
        break;
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
        if (node.type === 'ExportNamedDeclaration' && node.declaration != null)
          this.#statement(node.declaration, scope);
        this.linkModule(node, scope);
        break;
      case 'BlockStatement':
        this.walk(node.body, new Scope(scope));
        break;
      case 'IfStatement':
        this.#choose(node, scope);
        break;
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'ForStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.#repeat(node, scope);
        break;
      case 'SwitchStatement':
        this.#switch(node, scope);
        break;
      case 'TryStatement':
        this.#try(node, scope);
        break;
      default:
        this.#simpleStatement(node, scope);
    }
  }

  #simpleStatement(node: js.Statement, scope: Scope): void {
    switch (node.type) {
      case 'ClassDeclaration':
        scope.set(node.id.name, unknownName(node.id.name));
        this.record(node, scope, () => scope.set(node.id.name, this.expressions.evaluate(node, scope)));
        break;
      case 'VariableDeclaration':
        this.record(node, scope, () => this.#declare(node, scope));
        break;
      case 'ExpressionStatement':
        // A literal is `'use strict'`, or has no effect.
        if (node.expression.type === 'Literal') this.log.note(node);
        else
          this.record(node, scope, () => {
            const value = this.awaited(this.expressions.perform(node.expression, scope));
            if (node.expression.type !== 'AssignmentExpression') this.framework.onUnusedValue(value);
          });
        break;
      case 'ReturnStatement': {
        const { argument } = node;
        const value = this.#recorded(node, scope, () =>
          argument == null ? undefined : this.expressions.evaluate(argument, scope),
        );
        this.#ended = undefined;
        throw new Jump('return', value);
      }
      case 'BreakStatement':
      case 'ContinueStatement':
        if (node.label != null) throw new NotImported('labels have no equivalent');
        throw new Jump(node.type === 'BreakStatement' ? 'break' : 'continue');
      default:
        this.#leave(node, `${statementNames[node.type] ?? 'this'} is not straight-line code`, scope);
    }
  }

  /** `try` whose `finally` runs after a failure, too, or with one statement that may fail. */
  #try(node: js.TryStatement, scope: Scope): void {
    const { block, handler, finalizer } = node;
    const [only, ...others] = block.body;
    if (handler == null && finalizer != null) this.walk([block, finalizer], scope);
    else if (
      only?.type === 'ExpressionStatement' &&
      others.length + (handler?.body.body.length ?? 0) === 0 &&
      finalizer == null
    ) {
      const last = this.testCase?.last;
      this.walk([block], scope);
      this.stepsMayFail(last);
    } else this.#leave(node, '`try` is not straight-line code', scope);
  }

  /** `if` with a condition that is constant. */
  #choose(node: js.IfStatement, scope: Scope): void {
    let chosen: js.Statement | null | undefined;
    const reason = this.#attempt(node, () => {
      const required = requiredBy(node);
      if (required !== undefined) {
        for (const each of required) this.#require(this.expressions.evaluate(each, scope));
        return;
      }
      const test = this.expressions.evaluate(node.test, scope);
      if (is(test, 'reading')) this.#onlyIfThere(test, node, scope);
      else chosen = isTruthy(test) ? node.consequent : node.alternate;
    });
    if (reason !== undefined) this.#leave(node, '`if` is not straight-line code', scope);
    else if (chosen != null) this.walk([chosen], scope);
    const other = chosen === node.consequent ? node.alternate : node.consequent;
    const isOfRun = queriesRunEnvironment.test(this.log.codeOf(node.test));
    if (reason === undefined && other != null && isOfRun)
      (this.testCase ?? this.outside).leaveOut(
        this.log.note(other),
        'the spec does not do this in Chromium on a desktop',
      );
  }

  /** What a spec throws an error without: a run has the variables; that a response is good is an expectation. */
  #require(of: Value): void {
    if (is(of, 'script') || is(of, 'reading'))
      this.framework.call({ kind: 'expectation', of, isNegated: false }, 'toBeTruthy', () => []);
    else if (!(typeof of === 'string' && hasVariables(of)) && !isTruthy(of))
      throw new NotImported('the spec throws an error here');
  }

  /** Actions on elements if they are there: they may fail. */
  #onlyIfThere(
    { method, of, after }: Of<'reading'>,
    { consequent, alternate }: js.IfStatement,
    scope: Scope,
  ) {
    const body = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
    const isAlone = alternate == null && body.every((each) => oneAction.test(this.log.codeOf(each)));
    if (!isAlone || !/^(?:isVisible|count)$/.test(method) || !is(of, 'elements'))
      throw new NotImported('what it depends on is known only when the test runs');
    const { last } = this.writer;
    this.writer.comment(
      'The spec does this only if the element is there. Here, a failure of the step is ignored.',
    );
    this.walk([consequent], scope);
    const steps = this.writer.stepsSince(last);
    const isOfThem = steps.every(({ element }) => element.interaction != null && failsWithout(element, of));
    if (steps.length === 0 || !isOfThem || last !== after)
      throw new NotImported('only actions on the element that it asks for have an equivalent');
    this.stepsMayFail(last);
    this.tracked.forget(consequent, scope);
  }

  #switch(node: js.SwitchStatement, scope: Scope): void {
    const { expressions } = this;
    const reason = this.#attempt(node, () => {
      const value = expressions.evaluate(node.discriminant, scope);
      const isCase = ({ test }: js.SwitchCase) =>
        test != null && binary('===', value, expressions.evaluate(test, scope)) === true;
      const first = node.cases.find(isCase) ?? node.cases.find(({ test }) => test == null);
      const chosen = first === undefined ? [] : node.cases.slice(node.cases.indexOf(first));
      try {
        const statements = chosen.flatMap(({ consequent }) => consequent);
        this.walk(statements, new Scope(scope));
      } catch (error) {
        if (!(error instanceof Jump) || error.kind !== 'break') throw error;
      }
    });
    if (reason !== undefined) this.#leave(node, '`switch` is not straight-line code', scope);
  }

  #declare({ declarations }: js.VariableDeclaration, scope: Scope): void {
    const { expressions } = this;
    for (const { id, init } of declarations)
      expressions.bind(id, init == null ? undefined : unknown(''), scope);
    for (const { id, init } of declarations) {
      if (init == null) continue;
      const value = expressions.evaluate(init, scope);
      if (is(value, 'pending')) this.#waiting.set(value, init);
      const isNamed = id.type === 'Identifier' && is(value, 'reading');
      expressions.bind(id, isNamed ? { ...value, name: id.name } : value, scope);
    }
  }

  /** A loop that is known in all its rounds. */
  #repeat(node: Loop, scope: Scope): void {
    const reason = this.#attempt(node, () => {
      for (const round of this.#rounds(node, scope)) {
        this.#countOne();
        try {
          this.walk([node.body], round);
        } catch (error) {
          if (!(error instanceof Jump) || error.kind === 'return') throw error;
          if (error.kind === 'break') break;
        }
      }
    });
    if (reason !== undefined) this.#leave(node, `the loop cannot be unrolled: ${reason}`, scope);
  }

  *#rounds(node: Loop, outer: Scope): Generator<Scope> {
    const { expressions } = this;
    if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') {
      const { left } = node;
      const of = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined;
      const from = expressions.evaluate(node.right, outer);
      const list = node.type === 'ForOfStatement' ? itemsOf(from) : fieldsOf(from).map(([name]) => name);
      if (of === undefined || list === undefined) throw new NotImported('its list is not constant');
      for (const item of [...list]) {
        const round = new Scope(outer);
        expressions.bind(of, item, round);
        yield round;
      }
      return;
    }
    let round = new Scope(outer);
    const init = node.type === 'ForStatement' ? node.init : undefined;
    if (init?.type === 'VariableDeclaration') this.#declare(init, round);
    else if (init != null) expressions.evaluate(init, round);
    const isNext = () => node.test == null || isTruthy(expressions.evaluate(node.test, round));
    for (let isFirst = node.type === 'DoWhileStatement'; isFirst || isNext(); isFirst = false) {
      yield round;
      round = round.copy();
      if (node.type === 'ForStatement' && node.update != null) expressions.evaluate(node.update, round);
    }
  }

  /** Calls of `Promise.all`, each as a statement of its own. */
  promiseAll(nodes: readonly (js.Expression | js.SpreadElement | null)[], scope: Scope): Value {
    const parts = nodes.flatMap((node) => (node === null || node.type === 'SpreadElement' ? [] : [node]));
    if (parts.length < nodes.length) throw new NotImported('the list is known only when the test runs');
    const values = parts.map((node) =>
      this.#recorded(node, scope, () => this.expressions.evaluate(node, scope)),
    );
    const wait = () =>
      parts.map((node, index) => this.#recorded(node, scope, () => this.awaited(values[index])));
    return { kind: 'pending', wait };
  }

  /** Calls a callback. @throws NotImported if the value is not a function. */
  run(body: Value, args: Value[], self?: Value): Value {
    if (is(body, 'function')) return this.call(body, args, self);
    if (is(body, 'native')) return body.call(args);
    throw new NotImported('the function is known only when the test runs');
  }

  /** Goes through a function's statements in the place of its call. @returns what the function returns. */
  call({ node, scope }: Of<'function'>, args: readonly Value[], self?: Value): Value {
    if (this.#depth >= maxDepth) throw new NotImported('the functions call each other too deeply');
    if (node.generator) throw new NotImported('a generator has no equivalent');
    this.#countOne();
    this.log.use(node);
    const inner = new Scope(scope);
    if (node.type !== 'ArrowFunctionExpression') inner.set('this', self ?? unknownName('this'));
    const ended = this.#ended;
    this.#depth += 1;
    try {
      for (const [index, parameter] of node.params.entries()) {
        const argument = parameter.type === 'RestElement' ? args.slice(index) : args[index];
        this.expressions.bind(parameter, argument, inner);
      }
      if (node.body.type !== 'BlockStatement') return this.expressions.evaluate(node.body, inner);
      this.walk(node.body.body, inner);
      // What follows a statement that may have ended the function is not known.
      return this.#ended === ended ? undefined : unknown(this.#ended ?? '');
    } catch (error) {
      if (error instanceof Jump && error.kind === 'return') return error.value;
      this.tracked.forget(node.body, inner);
      throw error;
    } finally {
      this.#depth -= 1;
      this.#ended = ended;
    }
  }

  /** What `await` gives. */
  awaited(value: Value, budget = { left: maxStatements }): Value {
    budget.left -= 1;
    if (budget.left < 0) throw new NotImported('the list is too long');
    if (!is(value, 'pending'))
      return Array.isArray(value) && value.some((each) => is(each, 'pending'))
        ? value.map((each) => this.awaited(each, budget))
        : value;
    this.#waiting.delete(value);
    return this.awaited(value.wait(), budget);
  }

  /** The steps after one may fail. */
  stepsMayFail(last: Step | undefined): void {
    for (const step of this.testCase?.stepsSince(last) ?? [])
      step.element = { ...step.element, ignoreFailure: true };
  }
}

/** The values without any of which `if (!a || !b)` throws an error. @returns undefined for any other `if`. */
function requiredBy({ test, consequent, alternate }: js.IfStatement): js.Expression[] | undefined {
  const [only, ...others] = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  return only?.type === 'ThrowStatement' && others.length === 0 && alternate == null
    ? negated(test)
    : undefined;
}

/** `a` and `b` of `!a || !b`. */
function negated(test: js.Expression): js.Expression[] | undefined {
  if (test.type === 'UnaryExpression' && test.operator === '!') return [test.argument];
  if (test.type !== 'LogicalExpression' || test.operator !== '||') return undefined;
  const [left, right] = [negated(test.left), negated(test.right)];
  return left === undefined || right === undefined ? undefined : [...left, ...right];
}

/** Whether a node of a kind is in another one, but in none of those that bound it. */
function hasNode(node: js.Node, kind: RegExp, bounds: RegExp): boolean {
  return [...nodesOf(node, ({ type }) => !bounds.test(type))].some(({ type }) => kind.test(type));
}

type Loop = js.ForOfStatement | js.ForInStatement | js.ForStatement | js.WhileStatement | js.DoWhileStatement;

const statementNames: Readonly<Record<string, string>> = {
  LabeledStatement: 'a label',
  ThrowStatement: '`throw`',
};
