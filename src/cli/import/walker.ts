import type * as js from 'acorn';
import { UserError } from '../../runtime/user-error.ts';
import { CaseWriter, type Statement } from './case-writer.ts';
import { forgetChanged } from './changes.ts';
import { isTruthy } from './constants.ts';
import { Expressions, maxStatements } from './expressions.ts';
import type { Framework } from './framework.ts';
import { roundsOf } from './loops.ts';
import { NotImported } from './not-imported.ts';
import { Scope } from './scope.ts';
import { StatementLog } from './statement-log.ts';
import { type Args, type FunctionNode, listOf, nothing, type Value } from './value.ts';

const maxDepth = 20;

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
  readonly outside = new CaseWriter();
  /** The case that statements are part of; undefined outside of tests. */
  testCase: CaseWriter | undefined;
  framework: Framework | undefined;
  /** What a call of a global declares outside of tests, such as a test; undefined if it is of something else. */
  declare: ((path: string, args: () => Args) => Value | undefined) | undefined;
  readonly log: StatementLog;
  readonly #expressions = new Expressions(this);
  /** Why the rest of the function that is read does not belong to the test. */
  #ended: string | undefined;
  /** Calls that wait, and that are not awaited yet. */
  readonly #waiting = new Map<Value, js.Node>();
  #depth = 0;
  #count = 0;

  constructor(text: string) {
    this.log = new StatementLog(text);
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
    for (const node of this.log.unused()) this.#leave(node, 'no test that could be read uses it');
    return this.log.statements();
  }

  /** Walks a list of statements. Functions can be called before they are declared. */
  walk(nodes: js.Program['body'], scope: Scope): void {
    for (const node of nodes) {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
      if (declared?.type !== 'FunctionDeclaration') continue;
      this.log.declare(declared);
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
  record(node: js.Node, scope: Scope, work: () => void): void {
    this.#countOne();
    const writer = this.testCase ?? this.outside;
    const reason = writer.read(this.log.note(node), work);
    if (reason !== undefined) this.#leave(node, reason, scope);
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
    if (scope !== undefined) forgetChanged(node, scope);
    (this.testCase ?? this.outside).leaveOut(this.log.note(node), reason);
  }

  /** The code of a function that runs in the page. */
  scriptOf(node: FunctionNode): string {
    this.log.use(node);
    return this.log.codeOf(node);
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
        this.log.declare(node);
        scope.set(node.id.name, { kind: 'class', node, scope });
        break;
      case 'VariableDeclaration':
        this.record(node, scope, () => this.#declare(node, scope));
        break;
      case 'ExpressionStatement':
        // A literal is `'use strict'`, or has no effect.
        if (node.expression.type === 'Literal') this.log.note(node);
        else this.record(node, scope, () => this.#perform(node.expression, scope));
        break;
      case 'ReturnStatement': {
        let value = nothing;
        this.record(node, scope, () => {
          if (node.argument != null) value = this.#expressions.evaluate(node.argument, scope);
        });
        throw new Returned(value);
      }
      default:
        this.#leave(node, `${statementNames[node.type] ?? 'this'} is not straight-line code`, scope);
    }
  }

  #perform(expression: js.Expression, scope: Scope): void {
    const value = this.awaited(this.#expressions.evaluate(expression, scope));
    this.framework?.performed?.(value);
  }

  /** `if` with a condition that is constant. */
  #choose(node: js.IfStatement, scope: Scope): void {
    let chosen: js.Statement | null | undefined;
    try {
      chosen = isTruthy(this.#expressions.evaluate(node.test, scope)) ? node.consequent : node.alternate;
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      this.#leave(node, '`if` is not straight-line code', scope);
      return;
    }
    this.log.note(node);
    if (chosen != null) this.walk([chosen], scope);
  }

  #bind(pattern: js.Pattern, value: Value | undefined, scope: Scope): void {
    scope.bind(pattern, value, (node) => this.#expressions.evaluate(node, scope));
  }

  #declare({ declarations }: js.VariableDeclaration, scope: Scope): void {
    for (const { id, init } of declarations) {
      scope.bind(id, undefined, () => undefined);
      if (init == null) continue;
      const value = this.#expressions.evaluate(init, scope);
      if (value.kind === 'pending') this.#waiting.set(value, init);
      const isNamed = id.type === 'Identifier' && value.kind === 'reading';
      this.#bind(id, isNamed ? { ...value, name: id.name } : value, scope);
    }
  }

  #repeat(node: js.ForOfStatement | js.ForStatement, scope: Scope): void {
    this.#countOne();
    let rounds: readonly Scope[] = [];
    try {
      const { of, items } = roundsOf(node, this.#expressions, scope);
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

  /** As `inline`, for what a call is given. @throws NotImported if it is no function of the file. */
  run(body: Value | undefined, args: Args): Value {
    if (body?.kind === 'function') return this.inline(body, args);
    throw new NotImported('the function is known only when the test runs');
  }

  /** Goes through a function's statements in the place of its call. @returns what the function returns. */
  inline({ node, scope }: { node: FunctionNode; scope: Scope }, args: Args): Value {
    if (this.#depth >= maxDepth) throw new NotImported('the functions call each other too deeply');
    this.#countOne();
    this.log.use(node);
    const inner = new Scope(scope);
    for (const [index, parameter] of node.params.entries()) {
      const rest = parameter.type === 'RestElement' ? listOf(args.slice(index)) : undefined;
      this.#bind(parameter, rest ?? args[index], inner);
    }
    const ended = this.#ended;
    this.#depth += 1;
    try {
      if (node.body.type !== 'BlockStatement') return this.#expressions.evaluate(node.body, inner);
      this.walk(node.body.body, inner);
      return nothing;
    } catch (error) {
      if (error instanceof Returned) return error.value;
      forgetChanged(node.body, inner);
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
    if (value.kind === 'list') return listOf(value.items.map((each) => this.awaited(each, budget)));
    if (value.kind !== 'pending') return value;
    this.#waiting.delete(value);
    return value.wait();
  }
}

const statementNames: Readonly<Record<string, string>> = {
  WhileStatement: '`while`',
  DoWhileStatement: '`do`',
  ForInStatement: '`for … in`',
  SwitchStatement: '`switch`',
  ThrowStatement: '`throw`',
};
