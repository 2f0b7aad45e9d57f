import type * as js from 'acorn';
import type { CaseWriter } from '../steps/case-writer.ts';
import { failsWithout } from '../steps/expectations.ts';
import { bindPattern } from './bind-pattern.ts';
import type { Interpretation } from './framework.ts';
import { binary, fieldsOf, isTruthy, itemsOf } from './native-methods.ts';
import { hasVariables } from './texts.ts';
import { is, NotImported, type Of, ofDesktop, Scope, type Value } from './value.ts';

/** What statements need of the `Interpreter` of a spec. */
interface Statements extends Interpretation {
  readonly current: CaseWriter;
  walk(nodes: js.Program['body'], scope: Scope): void;
  attempt(node: js.Node, work: () => void): string | undefined;
  leave(node: js.Node, reason: string, scope?: Scope): void;
  countOne(): void;
  declareVariables(declaration: js.VariableDeclaration, scope: Scope): void;
}

/** A statement that is a single action on elements. */
const oneAction = /^[^=;]*\.(?:click|dblclick|tap|press|hover|fill|clear)\([^()]*\);?$/;

/** A condition on the run of the spec. */
const queriesRunEnvironment = new RegExp(`\\b(?:${[...ofDesktop.keys()].join('|')})\\b`);

/** A function ends, or a round of a loop, or the loop. */
export class Jump {
  readonly kind: 'return' | 'break' | 'continue';
  readonly value: Value;

  constructor(kind: Jump['kind'], value?: Value) {
    this.kind = kind;
    this.value = value;
  }
}

type Loop = js.ForOfStatement | js.ForInStatement | js.ForStatement | js.WhileStatement | js.DoWhileStatement;

/** `if` with a condition that is constant. */
export function chooseBranch(on: Statements, node: js.IfStatement, scope: Scope): void {
  let chosen: js.Statement | null | undefined;
  const reason = on.attempt(node, () => {
    const required = requiredBy(node);
    if (required !== undefined) {
      for (const each of required) requireValue(on, on.expressions.evaluate(each, scope));
      return;
    }
    const test = on.expressions.evaluate(node.test, scope);
    if (is(test, 'reading')) actIfThere(on, test, node, scope);
    else chosen = isTruthy(test) ? node.consequent : node.alternate;
  });
  if (reason !== undefined) on.leave(node, '`if` is not straight-line code', scope);
  else if (chosen != null) on.walk([chosen], scope);
  const other = chosen === node.consequent ? node.alternate : node.consequent;
  const isOfRun = queriesRunEnvironment.test(on.log.codeOf(node.test));
  if (reason === undefined && other != null && isOfRun)
    on.current.leaveOut(on.log.note(other), 'the spec does not do this in Chromium on a desktop');
}

/** For a value without which the spec throws an error: a run has the variables, and a good response becomes an expectation. */
function requireValue(on: Statements, of: Value): void {
  if (is(of, 'script') || is(of, 'reading'))
    on.framework.call({ kind: 'expectation', of, isNegated: false }, 'toBeTruthy', () => []);
  else if (!(typeof of === 'string' && hasVariables(of) && !on.framework.hasReading(of)) && !isTruthy(of))
    throw new NotImported('the spec throws an error here');
}

/** Actions on elements if they are there: they may fail. */
function actIfThere(
  on: Statements,
  { method, of, after }: Of<'reading'>,
  { consequent, alternate }: js.IfStatement,
  scope: Scope,
) {
  const body = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  const isAlone = alternate == null && body.every((each) => oneAction.test(on.log.codeOf(each)));
  if (!isAlone || !/^(?:isVisible|count)$/.test(method) || !is(of, 'elements'))
    throw new NotImported('what it depends on is known only when the test runs');
  const { last } = on.writer;
  on.writer.comment(
    'The spec does this only if the element is there. Here, a failure of the step is ignored.',
  );
  on.walk([consequent], scope);
  const steps = on.writer.stepsSince(last);
  const isOfThem = steps.every(({ element }) => element.interaction != null && failsWithout(element, of));
  if (steps.length === 0 || !isOfThem || last !== after)
    throw new NotImported('only actions on the element that it asks for have an equivalent');
  on.stepsMayFail(last);
  on.tracked.forget(consequent, scope);
}

/** `switch` with a value that is constant. */
export function chooseCases(on: Statements, node: js.SwitchStatement, scope: Scope): void {
  const { expressions } = on;
  const reason = on.attempt(node, () => {
    const value = expressions.evaluate(node.discriminant, scope);
    const isCase = ({ test }: js.SwitchCase) =>
      test != null && binary('===', value, expressions.evaluate(test, scope)) === true;
    const first = node.cases.find(isCase) ?? node.cases.find(({ test }) => test == null);
    const chosen = first === undefined ? [] : node.cases.slice(node.cases.indexOf(first));
    try {
      const statements = chosen.flatMap(({ consequent }) => consequent);
      on.walk(statements, new Scope(scope));
    } catch (error) {
      if (!(error instanceof Jump) || error.kind !== 'break') throw error;
    }
  });
  if (reason !== undefined) on.leave(node, '`switch` is not straight-line code', scope);
}

/** Repeats the statements of a loop whose rounds are all known. */
export function repeatLoop(on: Statements, node: Loop, scope: Scope): void {
  const reason = on.attempt(node, () => {
    for (const round of roundsOf(on, node, scope)) {
      on.countOne();
      try {
        on.walk([node.body], round);
      } catch (error) {
        if (!(error instanceof Jump) || error.kind === 'return') throw error;
        if (error.kind === 'break') break;
      }
    }
  });
  if (reason !== undefined) on.leave(node, `the loop cannot be unrolled: ${reason}`, scope);
}

/** The scope of each round of a loop. */
function* roundsOf(on: Statements, node: Loop, outer: Scope): Generator<Scope> {
  const { expressions } = on;
  if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') {
    const { left } = node;
    const of = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined;
    const from = expressions.evaluate(node.right, outer);
    const list = node.type === 'ForOfStatement' ? itemsOf(from) : fieldsOf(from).map(([name]) => name);
    if (of === undefined || list === undefined) throw new NotImported('its list is not constant');
    for (const item of [...list]) {
      const round = new Scope(outer);
      bindPattern(expressions, of, item, round);
      yield round;
    }
    return;
  }
  let round = new Scope(outer);
  const init = node.type === 'ForStatement' ? node.init : undefined;
  if (init?.type === 'VariableDeclaration') on.declareVariables(init, round);
  else if (init != null) expressions.evaluate(init, round);
  const isNext = () => node.test == null || isTruthy(expressions.evaluate(node.test, round));
  for (let isFirst = node.type === 'DoWhileStatement'; isFirst || isNext(); isFirst = false) {
    yield round;
    round = round.copy();
    if (node.type === 'ForStatement' && node.update != null) expressions.evaluate(node.update, round);
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
