import type * as js from 'acorn';
import { UserError } from '../../../common/errors.ts';
import type { Statement, Step } from '../imported-file.ts';
import { CaseWriter } from '../steps/case-writer.ts';
import { bindPattern } from './bind-pattern.ts';
import { chooseBranch, chooseCases, Jump, repeatLoop } from './control-flow.ts';
import { Expressions } from './expressions.ts';
import type { Framework, Interpretation } from './framework.ts';
import { StatementLog } from './statement-log.ts';
import { nodesOf, TrackedValues } from './tracked-values.ts';
import { is, NotImported, type Of, Scope, unknown, unknownName, type Value } from './value.ts';

/** In all loops and functions together. */
const maxStatements = 10_000;
const maxDepth = 30;

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

  /** The case that is read, or what stands outside of the tests. */
  get current(): CaseWriter {
    return this.testCase ?? this.outside;
  }

  /** @throws NotImported outside of tests. */
  get writer(): CaseWriter {
    if (this.testCase === undefined) throw new NotImported('it is outside of the tests');
    return this.testCase;
  }

  /** A case has been read. */
  endCase(): void {
    for (const node of this.#waiting.values()) this.leave(node, 'nothing awaits it');
    this.#waiting.clear();
    this.testCase?.end();
    this.testCase = undefined;
  }

  /** All statements in their order, and the functions and classes that no test uses. */
  finish(): readonly Statement[] {
    for (const node of this.log.unused()) this.leave(node, 'no test that could be read uses it');
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
      else this.leave(node, this.#ended, scope);
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
    this.leave(node, reason, scope);
    return unknown(reason);
  }

  /** Leaves out the rest of the function that is read. */
  endFunction(reason: string): void {
    this.#ended = reason;
  }

  /** Runs work that stands for a statement: it is recorded as read, or with the reason why it is not, which is returned. */
  record(node: js.Node, scope: Scope, work: () => void): string | undefined {
    this.countOne();
    const outer = this.#failedPart;
    this.#failedPart = undefined;
    const reason = this.attempt(node, () => {
      work();
      if (this.#failedPart !== undefined) throw this.#failedPart;
    });
    this.#failedPart = outer;
    if (reason !== undefined) this.leave(node, reason, scope);
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
  attempt(node: js.Node, work: () => void): string | undefined {
    return this.current.read(this.log.note(node), work);
  }

  /** A part of an object or a list is unknown. The statement is left out, but the other parts are known. */
  failPart(error: NotImported): Value {
    this.#failedPart ??= error;
    return unknown(error.message);
  }

  /** @throws UserError if the file repeats too many statements. */
  countOne(): void {
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
  leave(node: js.Node, reason: string, scope?: Scope): void {
    if (scope !== undefined) this.tracked.forget(node, scope);
    this.current.leaveOut(this.log.note(node), reason);
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
        chooseBranch(this, node, scope);
        break;
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'ForStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        repeatLoop(this, node, scope);
        break;
      case 'SwitchStatement':
        chooseCases(this, node, scope);
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
        this.record(node, scope, () => this.declareVariables(node, scope));
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
        this.leave(node, `${statementNames[node.type] ?? 'this'} is not straight-line code`, scope);
    }
  }

  /** `try` whose `finally` runs after a failure, too, or with one statement that may fail. */
  #try(node: js.TryStatement, scope: Scope): void {
    const { block, handler, finalizer } = node;
    const [only, ...others] = block.body;
    if (handler == null && finalizer != null) this.#tryFinally(block, finalizer, scope);
    else if (
      only?.type === 'ExpressionStatement' &&
      others.length + (handler?.body.body.length ?? 0) === 0 &&
      finalizer == null
    ) {
      const last = this.testCase?.last;
      this.walk([block], scope);
      this.stepsMayFail(last);
    } else this.leave(node, '`try` is not straight-line code', scope);
  }

  /** The end of the function or of a round of a loop in `try` comes after `finally`. */
  #tryFinally(block: js.BlockStatement, finalizer: js.BlockStatement, scope: Scope): void {
    let jump: Jump | undefined;
    try {
      this.walk([block], scope);
    } catch (error) {
      if (!(error instanceof Jump)) throw error;
      jump = error;
    }
    this.walk([finalizer], scope);
    if (jump !== undefined) throw jump;
  }

  /** Assigns values to the names of a declaration. */
  declareVariables({ declarations }: js.VariableDeclaration, scope: Scope): void {
    const { expressions } = this;
    for (const { id, init } of declarations)
      bindPattern(expressions, id, init == null ? undefined : unknown(''), scope);
    for (const { id, init } of declarations) {
      if (init == null) continue;
      const value = expressions.evaluate(init, scope);
      if (is(value, 'pending')) this.#waiting.set(value, init);
      const isNamed = id.type === 'Identifier' && is(value, 'reading');
      bindPattern(expressions, id, isNamed ? { ...value, name: id.name } : value, scope);
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
    if (is(body, 'global')) return this.expressions.callGlobal(body, '', () => args);
    throw new NotImported('the function is known only when the test runs');
  }

  /** Goes through a function's statements in the place of its call. @returns what the function returns. */
  call({ node, scope }: Of<'function'>, args: readonly Value[], self?: Value): Value {
    if (this.#depth >= maxDepth) throw new NotImported('the functions call each other too deeply');
    if (node.generator) throw new NotImported('a generator has no equivalent');
    this.countOne();
    this.log.use(node);
    const inner = new Scope(scope);
    if (node.type !== 'ArrowFunctionExpression') inner.set('this', self ?? unknownName('this'));
    const ended = this.#ended;
    this.#depth += 1;
    try {
      for (const [index, parameter] of node.params.entries()) {
        const argument = parameter.type === 'RestElement' ? args.slice(index) : args[index];
        bindPattern(this.expressions, parameter, argument, inner);
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

/** Whether a node of a kind is in another one, but in none of those that bound it. */
function hasNode(node: js.Node, kind: RegExp, bounds: RegExp): boolean {
  return [...nodesOf(node, ({ type }) => !bounds.test(type))].some(({ type }) => kind.test(type));
}

const statementNames: Readonly<Record<string, string>> = {
  LabeledStatement: 'a label',
  ThrowStatement: '`throw`',
};
