import type { DatabaseSync } from 'node:sqlite';
import type { EnvironmentStore } from './environment-store.ts';
import type { TestCaseStore, TestCaseVersionStore } from './test-case-store.ts';
import type { TestPlanStore } from './test-plan-store.ts';
import type { TestReportStore } from './test-report-store.ts';
import type { TestTargetStore } from './test-target-store.ts';

/** The stores that share a database, and the clock of the service. */
export interface Stores {
  /** For transactions over several stores. */
  readonly database: DatabaseSync;
  readonly targets: TestTargetStore;
  readonly environments: EnvironmentStore;
  readonly testCases: TestCaseStore;
  readonly versions: TestCaseVersionStore;
  readonly reports: TestReportStore;
  readonly plans: TestPlanStore;
  readonly now: () => Date;
}
