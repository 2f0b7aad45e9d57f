import type * as js from 'acorn';
import { type Expressions, maxStatements } from './expressions.ts';
import { NotImported } from './not-imported.ts';
import type { Scope } from './scope.ts';
import { type Args, constant, numberOf, type Value } from './value.ts';

interface Rounds {
  /** What each item is bound to. */
  readonly of: js.Pattern;
  readonly items: Args;
}

/** What a loop goes through. @throws NotImported if it is known only when the test runs. */
export function roundsOf(
  node: js.ForOfStatement | js.ForStatement,
  expressions: Expressions,
  scope: Scope,
): Rounds {
  const evaluate = (each: js.Expression) => expressions.evaluate(each, scope);
  return node.type === 'ForStatement' ? counted(node, evaluate) : listed(node, evaluate);
}

type Evaluate = (node: js.Expression) => Value;

function listed({ left, right }: js.ForOfStatement, evaluate: Evaluate): Rounds {
  const of = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined;
  const list = evaluate(right);
  if (of === undefined || list.kind !== 'list') throw new NotImported('its list is not constant');
  return { of, items: list.items };
}

/** `for (let i = 0; i < 3; i++)`, and with `i += 2`. */
function counted({ init, test, update }: js.ForStatement, evaluate: Evaluate): Rounds {
  const counter = init?.type === 'VariableDeclaration' ? init.declarations[0] : undefined;
  const by =
    update?.type === 'UpdateExpression' && update.operator === '++'
      ? 1
      : update?.type === 'AssignmentExpression' && update.operator === '+='
        ? numberOf(evaluate(update.right))
        : 0;
  if (counter?.init == null || test?.type !== 'BinaryExpression' || !/^<=?$/.test(test.operator) || !(by > 0))
    throw new NotImported('it does not count upwards');
  const from = numberOf(evaluate(counter.init));
  const span = numberOf(evaluate(test.right)) - from;
  const count = test.operator === '<' ? Math.ceil(span / by) : Math.floor(span / by) + 1;
  if (!(count <= maxStatements)) throw new NotImported('it does not count to a small number');
  const items = Array.from({ length: Math.max(0, count) }, (_, index) => constant(from + index * by));
  return { of: counter.id, items };
}
