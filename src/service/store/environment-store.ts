import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jsonColumn, Store } from './database.ts';

const settings = z.object({
  discoveryUrl: z.string().optional(),
  additionalHeaderFields: z.record(z.string(), z.string()).optional(),
  testAccount: z
    .object({
      username: z.string().optional(),
      password: z.string().optional(),
      otpInitializerKey: z.string().optional(),
      updatedAt: z.string(),
    })
    .optional(),
  basicAuth: z
    .object({ username: z.string().optional(), password: z.string().optional(), updatedAt: z.string() })
    .optional(),
  privateLocation: z
    .object({ id: z.string(), name: z.string(), status: z.string(), type: z.string() })
    .optional(),
});
/** The fields of an environment besides its name (section 2.2). */
export type EnvironmentSettings = z.infer<typeof settings>;

const row = z.object({
  id: z.string(),
  testTargetId: z.string(),
  name: z.string(),
  type: z.enum(['DEFAULT', 'ADDITIONAL']),
  settings: jsonColumn(settings),
  updatedAt: z.string(),
});
export type EnvironmentRow = z.infer<typeof row>;

const columns = 'id, test_target_id AS testTargetId, name, type, settings, updated_at AS updatedAt';

/** The environments of test targets (section 2.2). */
export class EnvironmentStore extends Store {
  create(
    testTargetId: string,
    name: string,
    type: EnvironmentRow['type'],
    given: EnvironmentSettings,
    now: Date,
  ): EnvironmentRow {
    const created = {
      id: randomUUID(),
      testTargetId,
      name,
      type,
      settings: given,
      updatedAt: now.toISOString(),
    };
    this.database
      .prepare(
        'INSERT INTO environments (id, test_target_id, name, type, settings, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(created.id, testTargetId, name, type, JSON.stringify(given), created.updatedAt);
    return created;
  }

  /** The DEFAULT environment first, then the others by name. */
  list(testTargetId: string): EnvironmentRow[] {
    return this.database
      .prepare(`SELECT ${columns} FROM environments WHERE test_target_id = ? ORDER BY type DESC, name`)
      .all(testTargetId)
      .map((each) => row.parse(each));
  }

  find(testTargetId: string, id: string): EnvironmentRow | undefined {
    const found = this.database
      .prepare(`SELECT ${columns} FROM environments WHERE test_target_id = ? AND id = ?`)
      .get(testTargetId, id);
    return found === undefined ? undefined : row.parse(found);
  }

  update(id: string, name: string, given: EnvironmentSettings, now: Date): void {
    this.database
      .prepare('UPDATE environments SET name = ?, settings = ?, updated_at = ? WHERE id = ?')
      .run(name, JSON.stringify(given), now.toISOString(), id);
  }

  delete(id: string): void {
    this.database.prepare('DELETE FROM environments WHERE id = ?').run(id);
  }
}
