import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { stringLiteral } from '../locator-line/string-literal.ts';
import { assertionCode } from './assertion-code.ts';
import { type FileScope, helper } from './file-scope.ts';
import { interactionCode } from './interaction-code.ts';
import { indented } from './lines.ts';
import { StepNotExported, StepProblem } from './step-problem.ts';

/** One step as statements: what it does, and the wait for the page's load after it. */
export function stepCode(element: ExchangeElement, scope: FileScope): string[] {
  try {
    const statements = [actCode(element, scope)];
    // Opening a page waits for its load.
    if (element.interaction?.action !== 'GO_TO') statements.push('await page.waitForLoadState();');
    return element.ignoreFailure === true ? mayFailCode(statements, scope) : statements;
  } catch (error) {
    // A step is never left out: what can't be exported fails when it is played.
    if (error instanceof StepNotExported) return [throwCode(error)];
    if (!(error instanceof StepProblem)) throw error;
    return element.ignoreFailure === true ? mayFailCode([throwCode(error)], scope) : [throwCode(error)];
  }
}

function actCode({ interaction, assertion, selectors }: ExchangeElement, scope: FileScope): string {
  if (interaction != null) return interactionCode(interaction, selectors, scope);
  if (assertion != null) return assertionCode(assertion, selectors, scope);
  throw new StepProblem('The step has neither an interaction nor an assertion.');
}

/** Statements whose failure does not fail the test. */
export function mayFailCode(statements: readonly string[], scope: FileScope): string[] {
  return [`await ${helper(scope, 'mayFail')}(async () => {`, ...indented(statements), '});'];
}

/** A statement that fails with an error's message. */
export function throwCode({ message }: Error): string {
  return `throw new Error(${stringLiteral(message)});`;
}
