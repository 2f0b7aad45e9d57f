import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { PatchTestTargetBody } from '../../contract/test-target.ts';
import { jsonColumn, Store, transaction } from './database.ts';
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

const columns = `id, app, test_id_attribute AS testIdAttribute, timeout_per_step AS timeoutPerStep,
  test_management_integration AS testManagementIntegration`;

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
      this.database
        .prepare('INSERT INTO test_targets (id, app, timeout_per_step, created_at) VALUES (?, ?, ?, ?)')
        .run(id, app, defaultTimeoutPerStepMs, now.toISOString());
      const settings = discoveryUrl === undefined ? {} : { discoveryUrl };
      this.#environments.create(id, 'default', 'DEFAULT', settings, now);
      return id;
    });
  }

  find(id: string): TestTargetRow | undefined {
    const found = this.database.prepare(`SELECT ${columns} FROM test_targets WHERE id = ?`).get(id);
    return found === undefined ? undefined : row.parse(found);
  }

  /** Oldest first. */
  list(): TestTargetRow[] {
    return this.database
      .prepare(`SELECT ${columns} FROM test_targets ORDER BY created_at, rowid`)
      .all()
      .map((each) => row.parse(each));
  }

  /** Changes the fields of the patch. A null `app` keeps the name, an empty `testIdAttribute` removes it. */
  update(target: TestTargetRow, patch: PatchTestTargetBody): void {
    const integration =
      patch.testManagementIntegration === undefined
        ? target.testManagementIntegration
        : patch.testManagementIntegration;
    this.database
      .prepare(
        `UPDATE test_targets SET app = ?, test_id_attribute = ?, timeout_per_step = ?, test_management_integration = ?
         WHERE id = ?`,
      )
      .run(
        patch.app ?? target.app,
        patch.testIdAttribute === undefined ? target.testIdAttribute : patch.testIdAttribute || null,
        patch.timeoutPerStep ?? target.timeoutPerStep,
        integration === null ? null : JSON.stringify(integration),
        target.id,
      );
  }

  /** Deletes the target with everything that belongs to it. */
  delete(id: string): void {
    transaction(this.database, () => {
      this.database.prepare('DELETE FROM test_cases WHERE test_target_id = ?').run(id);
      this.database.prepare('DELETE FROM test_targets WHERE id = ?').run(id);
    });
  }
}
