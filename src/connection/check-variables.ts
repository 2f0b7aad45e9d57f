import type { ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import { runEnvironment } from '../contract/test-target.ts';
import { variableLists } from '../contract/values.ts';
import { findVariableProblems, type VariableProblem } from '../runner/variables/variable-problems.ts';
import { runVariables } from '../runner/variables/variables.ts';
import type { AppAccess } from './connection.ts';

/**
 * Makes a check of test cases against the variables of a run in the embedded service.
 * @param url of the app under test.
 * @returns a function that finds each `$NAME` of a test case that is not defined, and texts that are empty without a value.
 */
export function createVariableCheck(
  url: string,
  variables: Readonly<Record<string, string>>,
  access: AppAccess,
): (testCase: ExchangeTestCase) => VariableProblem[] {
  const known = runVariables({
    variables: variableLists(variables),
    executionUrl: url,
    environment: runEnvironment(access),
  });
  return (testCase) => findVariableProblems(testCase, known);
}
