import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { defined } from '../../common/fields.ts';
import type { PatchTestTargetBody } from '../../contract/test-target.ts';
import { columnsOf, jsonColumn, Store, transaction } from './database.ts';
import type { EnvironmentStore } from './environment-store.ts';

/** Section 8: 5,000 to 30,000 ms; new targets start with the maximum. */
const defaultTimeoutPerStepMs = 30_000;

const row = z.object({
  id: z.string(),
  app: z.string(),
  testIdAttribute: z.string().nullable(),
  timeoutPerStep: z.number(),
  testManagementIntegration: jsonColumn(z.record(z.string(), z.string())).nullable(),
});
export type TestTargetRow = z.infer<typeof row>;

/** Test targets (section 2.1). */
export class TestTargetStore extends Store {
  readonly #environments: EnvironmentStore;

  constructor(database: DatabaseSync, environments: EnvironmentStore) {
    super(database);
    this.#environments = environments;
  }

  /** Stores a target together with its DEFAULT environment. @returns its id. */
  create(app: string, discoveryUrl: string | undefined, now: Date): string {
    return transaction(this.database, () => {
      const id = randomUUID();
      this.insert('test_targets', { id, app, timeoutPerStep: defaultTimeoutPerStepMs, createdAt: now });
      const settings = discoveryUrl === undefined ? {} : { discoveryUrl };
      this.#environments.create({ testTargetId: id, name: 'default', type: 'DEFAULT', settings }, now);
      return id;
    });
  }

  find(id: string): TestTargetRow | undefined {
    return this.findRow(row, 'test_targets', { id });
  }

  /** Oldest first. */
  list(): TestTargetRow[] {
    return this.rows(row, `SELECT ${columnsOf(row)} FROM test_targets ORDER BY created_at, rowid`);
  }

  /** Changes the fields of the patch. A null `app` keeps the name, an empty `testIdAttribute` removes it. */
  update(target: TestTargetRow, patch: PatchTestTargetBody): void {
    const { testIdAttribute = target.testIdAttribute, testManagementIntegration } = patch;
    const { app, timeoutPerStep } = { ...target, ...defined(patch) };
    const integration = testManagementIntegration && JSON.stringify(testManagementIntegration);
    this.updateRows(
      'test_targets',
      { id: target.id },
      {
        ...{ app, timeoutPerStep, testIdAttribute: testIdAttribute || null },
        ...defined({ testManagementIntegration: integration }),
      },
    );
  }

  /** Deletes the target with everything that belongs to it. */
  delete(id: string): void {
    transaction(this.database, () => {
      this.deleteRows('test_cases', { testTargetId: id });
      this.deleteRows('test_targets', { id });
    });
  }
}
