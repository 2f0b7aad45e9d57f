import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { PlayedStep } from '../../../src/contract/attempt.ts';
import type { TestResult } from '../../../src/contract/test-report.ts';
import { CaseIndex } from '../../../src/gate/verdict/case-index.ts';
import { toCaseResult } from '../../../src/gate/verdict/case-results.ts';
import { maxDurationMs, runResults } from '../../../src/results/run-results.ts';
import { goTo, seesCss } from '../../support/cases.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { aResult } from '../../support/reports.ts';
import { aRun } from '../../support/requested-run.ts';
import { resultsOf } from '../../support/results.ts';

const login = aLoadedCase({ description: 'Sign in', elements: [seesCss('#user')] }, 'login.yaml');
const cart = aLoadedCase(
  { description: 'Cart', entryPointUrlPath: '/cart', elements: [goTo('/x'), seesCss('h1')] },
  'cart.yaml',
);

function stepsOf(steps: PlayedStep[], overrides: Partial<TestResult> = {}) {
  const result = aResult({ testCaseId: cart.testCase.id, steps, ...overrides });
  const index = new CaseIndex(aRun({ cases: [cart, login] }));
  const caseResult = toCaseResult(result, index, '/evidence');
  expect(runResults.safeParse(resultsOf({ results: [caseResult] })).error).toBeUndefined();
  return caseResult.steps;
}

it('the steps of a failed attempt have words, positions and pictures', () => {
  const pictureUrl = pathToFileURL('/evidence/1-step-2.jpg').href;
  const steps = [
    { testCaseId: login.testCase.id, status: 'PASSED', durationMs: 300 },
    { testCaseId: login.testCase.id, elementIndex: 0, status: 'IGNORED', durationMs: 20, pictureUrl },
    { status: 'PASSED', durationMs: 100 },
    { elementIndex: 1, status: 'FAILED', durationMs: 5000 },
  ];
  expect(stepsOf(steps, { status: 'FAILED' })).toEqual([
    { words: 'open the URL under test', status: 'passed', durationMs: 300, inDependency: 'Sign in' },
    {
      ...{ number: 1, words: 'expect the element "#user" to be visible', status: 'ignored', durationMs: 20 },
      inDependency: 'Sign in',
      place: { file: 'login.yaml', line: 11, column: 5 },
      picture: { path: '1-step-2.jpg' },
    },
    { words: 'open /cart', status: 'passed', durationMs: 100 },
    {
      ...{ number: 2, words: 'expect the element "h1" to be visible', status: 'failed', durationMs: 5000 },
      place: { file: 'cart.yaml', line: 12, column: 5 },
    },
  ]);
});

it('the steps of a passed attempt have words and durations', () => {
  expect(
    stepsOf([{ elementIndex: 0, status: 'PASSED', durationMs: 7, pictureUrl: 'file:///x.jpg' }]),
  ).toEqual([{ number: 1, words: 'go to /x', status: 'passed', durationMs: 7 }]);
});

it('steps that the test case does not have are left out', () => {
  const steps = [
    { elementIndex: 9, status: 'PASSED' },
    { testCaseId: '00000000-0000-4000-8000-000000000000', status: 'PASSED' },
  ];
  expect(stepsOf(steps)).toBeUndefined();
});

it('a status that is not known is no success, and a duration has a limit', () => {
  expect(stepsOf([{ elementIndex: 0, status: 'HALF', durationMs: 1e300 }])).toMatchObject([
    { status: 'failed', durationMs: maxDurationMs },
  ]);
});
