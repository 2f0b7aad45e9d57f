import { HttpProblem } from './http-problem.ts';
import type { Runs } from './runs.ts';
import type { TestCaseVersionStore } from './store/test-case-versions.ts';
import type { TestReportStore } from './store/test-reports.ts';
import type { TestTargetRow, TestTargetStore } from './store/test-targets.ts';

/** What handlers work with. */
export interface Dependencies {
  readonly targets: TestTargetStore;
  readonly versions: TestCaseVersionStore;
  readonly reports: TestReportStore;
  readonly runs: Runs;
  readonly now: () => Date;
}

/** @throws HttpProblem 404 where there is no such test target. */
export function requireTarget({ targets }: Dependencies, testTargetId: string): TestTargetRow {
  const target = targets.find(testTargetId);
  if (target === undefined) throw HttpProblem.notFound(`test target ${testTargetId}`);
  return target;
}
