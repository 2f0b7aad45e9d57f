import type { DatabaseSync } from 'node:sqlite';
import { HttpProblem } from './http/http-problem.ts';
import type { Planning } from './planning.ts';
import type { Runs } from './runs.ts';
import type { EnvironmentRow, EnvironmentStore } from './store/environments.ts';
import type { IdempotencyKeyStore } from './store/idempotency-keys.ts';
import type { TestCaseVersionStore } from './store/test-case-versions.ts';
import type { StoredTestCase, TestCaseStore } from './store/test-cases.ts';
import type { TestPlanStore } from './store/test-plans.ts';
import type { TestReportStore } from './store/test-reports.ts';
import type { TestTargetRow, TestTargetStore } from './store/test-targets.ts';

/** What handlers work with. */
export interface Dependencies {
  /** For transactions over several stores. */
  readonly database: DatabaseSync;
  readonly targets: TestTargetStore;
  readonly environments: EnvironmentStore;
  readonly testCases: TestCaseStore;
  readonly versions: TestCaseVersionStore;
  readonly reports: TestReportStore;
  readonly plans: TestPlanStore;
  readonly idempotencyKeys: IdempotencyKeyStore;
  readonly runs: Runs;
  readonly planning: Planning;
  readonly now: () => Date;
}

/** Path parameters of what belongs to a test target. */
export interface OfTarget {
  readonly testTargetId: string;
}

/** @throws HttpProblem 404 where there is no such test target. */
export function requireTarget({ targets }: Dependencies, testTargetId: string): TestTargetRow {
  const target = targets.find(testTargetId);
  if (target === undefined) throw HttpProblem.notFound(`test target ${testTargetId}`);
  return target;
}

/** @throws HttpProblem 404 where the target has no such environment, or there is no such target. */
export function requireEnvironment(
  deps: Dependencies,
  { testTargetId, environmentId }: OfTarget & { readonly environmentId: string },
): EnvironmentRow {
  requireTarget(deps, testTargetId);
  const environment = deps.environments.find(testTargetId, environmentId);
  if (environment === undefined) throw HttpProblem.notFound(`environment ${environmentId}`);
  return environment;
}

/** @throws HttpProblem 404 where the target has no such test case, or there is no such target. */
export function requireTestCase(
  deps: Dependencies,
  { testTargetId, testCaseId }: OfTarget & { readonly testCaseId: string },
): StoredTestCase {
  requireTarget(deps, testTargetId);
  const testCase = deps.testCases.find(testTargetId, testCaseId);
  if (testCase === undefined) throw HttpProblem.notFound(`test case ${testCaseId}`);
  return testCase;
}
