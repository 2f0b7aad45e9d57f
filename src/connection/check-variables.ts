import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { variableLists } from '../contract/values.ts';
import { runVariables } from '../runner/variables/run-variables.ts';
import { findVariableProblems, type VariableProblem } from '../runner/variables/variable-problems.ts';
import type { AppAccess } from './connection.ts';

/** Values that a run of the embedded service has. */
interface RunValues {
  /** The app under test. */
  readonly url: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly access: AppAccess;
}

/**
 * Makes a check of test cases against the variables of a run in the embedded service.
 * @returns a function that finds each `$NAME` of a test case that is not defined, and texts that are empty without a value.
 */
export function createVariableCheck({
  url,
  variables,
  access,
}: RunValues): (testCase: ExchangeTestCase) => VariableProblem[] {
  const { testAccount } = access;
  const known = runVariables({
    variables: variableLists(variables),
    executionUrl: url,
    environment: { headers: {}, ...(testAccount == null ? {} : { testAccount }) },
  });
  return (testCase) => findVariableProblems(testCase, known);
}
