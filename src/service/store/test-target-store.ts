import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { defined } from '../../common/object-fields.ts';
import { environmentBody, type PatchTestTargetBody } from '../../contract/test-target.ts';
import { columnsOf, jsonColumn, Store, transaction } from './database.ts';

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

const { discoveryUrl, additionalHeaderFields, testAccount, basicAuth } = environmentBody.shape;
const changed = { updatedAt: z.string() };

const environmentSettings = z.object({
  discoveryUrl,
  additionalHeaderFields,
  testAccount: testAccount.unwrap().extend(changed).optional(),
  basicAuth: basicAuth.unwrap().extend(changed).optional(),
  privateLocation: z
    .object({ id: z.string(), name: z.string(), status: z.string(), type: z.string() })
    .optional(),
});
/** The fields of an environment besides its name (section 2.2). */
export type EnvironmentSettings = z.infer<typeof environmentSettings>;

const environmentRow = z.object({
  id: z.string(),
  testTargetId: z.string(),
  name: z.string(),
  type: z.enum(['DEFAULT', 'ADDITIONAL']),
  settings: jsonColumn(environmentSettings),
  updatedAt: z.string(),
});
export type EnvironmentRow = z.infer<typeof environmentRow>;

/** The environments of test targets (section 2.2). */
export class EnvironmentStore extends Store {
  create(environment: Omit<EnvironmentRow, 'id' | 'updatedAt'>, now: Date): EnvironmentRow {
    const created = { id: randomUUID(), ...environment, updatedAt: now.toISOString() };
    this.insert('environments', { ...created, settings: JSON.stringify(created.settings) });
    return created;
  }

  /** The DEFAULT environment first, then the others by name. */
  list(testTargetId: string): EnvironmentRow[] {
    const sql = `SELECT ${columnsOf(environmentRow)} FROM environments WHERE test_target_id = ? ORDER BY type DESC, name`;
    return this.rows(environmentRow, sql, testTargetId);
  }

  find(testTargetId: string, id: string): EnvironmentRow | undefined {
    return this.findRow(environmentRow, 'environments', { testTargetId, id });
  }

  update(id: string, name: string, settings: EnvironmentSettings, now: Date): void {
    const values = { name, settings: JSON.stringify(settings), updatedAt: now };
    this.updateRows('environments', { id }, values);
  }

  delete(id: string): void {
    this.deleteRows('environments', { id });
  }
}
