import { expect, it } from 'vitest';
import { type FailureGroup, groupFailures } from '../../src/results/cases.ts';
import type { CaseResult } from '../../src/results/run-results.ts';
import { caseResultOf, failedCaseOf, failedStepOf } from '../support/results.ts';

const names = (groups: readonly FailureGroup[]) =>
  groups.map(({ first, others }) => [first, ...others].map(({ name }) => name));
const groupsOf = (...results: CaseResult[]) => names(groupFailures(results));

/** A failure at a step of the dependency that all cases share. */
const atLogin = (name: string, message = 'The button is hidden.') =>
  failedCaseOf({
    name,
    errorMessage: message,
    failedStep: failedStepOf({
      place: { file: 'login.yaml', line: 3, column: 5 },
      inDependency: 'Log in',
    }),
  });
/** A failure before the first step. */
const atEntry = (name: string, errorMessage: string | null) => ({
  ...caseResultOf({ name, errorMessage }),
  status: 'failed' as const,
});

it('groups the same message at the same step of a dependency, and nothing that passed', () => {
  expect(groupsOf(atLogin('A'), caseResultOf(), atLogin('B'), failedCaseOf({ name: 'C' }))).toEqual([
    ['A', 'B'],
    ['C'],
  ]);
});

it('groups a dependency that fails with the cases that depend on it', () => {
  const alone = failedCaseOf({
    name: 'Log in',
    errorMessage: 'The button is hidden.',
    failedStep: failedStepOf({ place: { file: 'login.yaml', line: 3, column: 5 } }),
  });
  expect(groupsOf(alone, atLogin('A', 'Dependency "Log in": The button is hidden.'))).toEqual([
    ['Log in', 'A'],
  ]);
});

it('distinguishes messages, steps, and failures from cases that could not be run', () => {
  const elsewhere = failedStepOf({ place: { file: 'login.yaml', line: 9, column: 5 } });
  expect(
    groupsOf({ ...atLogin('A'), status: 'error' }, atLogin('B'), atLogin('C', 'The button is disabled.'), {
      ...atLogin('D'),
      failedStep: elsewhere,
    }),
  ).toEqual([['B'], ['C'], ['D'], ['A']]);
});

it('compares the sentence of a message: call logs differ in their counts', () => {
  const log = (count: number) => `The button is hidden.\n\nTimeoutError\nCall log:\n  - ${count} × retried`;
  expect(groupsOf(atLogin('A', log(3)), atLogin('B', log(4)))).toEqual([['A', 'B']]);
});

it('groups an app that does not answer at any of its pages', () => {
  const refused = (path: string) => `page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000${path}`;
  expect(groupsOf(atEntry('A', refused('/')), atEntry('B', refused('/cart?step=2')))).toEqual([['A', 'B']]);
  const hanging = (path: string) => `Could not open ${path}: no response came from http://localhost:3000.`;
  expect(groupsOf(atEntry('A', hanging('/')), atEntry('B', hanging('/cart')))).toEqual([['A', 'B']]);
  const other = 'page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:4000/';
  expect(groupsOf(atEntry('A', refused('/')), atEntry('B', other))).toEqual([['A'], ['B']]);
});

it('groups cases that could not be run for the same reason', () => {
  const broken = (name: string) => ({ ...atEntry(name, 'No browser was found.'), status: 'error' as const });
  expect(groupsOf(broken('A'), broken('B'))).toEqual([['A', 'B']]);
});

it('does not group failures of unknown cause', () => {
  const timeout = 'TimeoutError: locator.click: Timeout 30000ms exceeded.';
  expect(groupsOf(atEntry('A', timeout), atEntry('B', timeout))).toEqual([['A'], ['B']]);
  expect(groupsOf(atEntry('A', null), atEntry('B', null), atEntry('C', ' '))).toEqual([['A'], ['B'], ['C']]);
});
