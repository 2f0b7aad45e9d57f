import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { transaction } from './database.ts';

const environmentRow = z.object({
  id: z.string(),
  testTargetId: z.string(),
  name: z.string(),
  type: z.enum(['DEFAULT', 'ADDITIONAL']),
  discoveryUrl: z.string().nullable(),
  updatedAt: z.string(),
});
export type EnvironmentRow = z.infer<typeof environmentRow>;

const targetRow = z.object({ id: z.string(), app: z.string() });
export type TestTargetRow = z.infer<typeof targetRow>;

const environmentColumns =
  'id, test_target_id AS testTargetId, name, type, discovery_url AS discoveryUrl, updated_at AS updatedAt';

/** Test targets and their environments (sections 2.1 and 2.2). */
export class TestTargetStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Stores a target together with its DEFAULT environment. */
  create(app: string, discoveryUrl: string | undefined, now: Date): TestTargetRow {
    return transaction(this.#database, () => {
      const target = { id: randomUUID(), app };
      this.#database.prepare('INSERT INTO test_targets (id, app) VALUES (?, ?)').run(target.id, target.app);
      this.addEnvironment(target.id, 'default', 'DEFAULT', discoveryUrl, now);
      return target;
    });
  }

  find(id: string): TestTargetRow | undefined {
    const row = this.#database.prepare('SELECT id, app FROM test_targets WHERE id = ?').get(id);
    return row === undefined ? undefined : targetRow.parse(row);
  }

  addEnvironment(
    testTargetId: string,
    name: string,
    type: EnvironmentRow['type'],
    discoveryUrl: string | undefined,
    now: Date,
  ): EnvironmentRow {
    const row: EnvironmentRow = {
      id: randomUUID(),
      testTargetId,
      name,
      type,
      discoveryUrl: discoveryUrl ?? null,
      updatedAt: now.toISOString(),
    };
    this.#database
      .prepare(
        'INSERT INTO environments (id, test_target_id, name, type, discovery_url, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(row.id, row.testTargetId, row.name, row.type, row.discoveryUrl, row.updatedAt);
    return row;
  }

  /** The DEFAULT environment first, the others by name. */
  environments(testTargetId: string): EnvironmentRow[] {
    return this.#database
      .prepare(
        `SELECT ${environmentColumns} FROM environments WHERE test_target_id = ? ORDER BY type DESC, name`,
      )
      .all(testTargetId)
      .map((row) => environmentRow.parse(row));
  }
}
