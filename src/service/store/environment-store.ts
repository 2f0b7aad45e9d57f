import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { columnsOf, jsonColumn, Store } from './database.ts';

const environmentSettings = z.object({
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
export type EnvironmentSettings = z.infer<typeof environmentSettings>;

const row = z.object({
  id: z.string(),
  testTargetId: z.string(),
  name: z.string(),
  type: z.enum(['DEFAULT', 'ADDITIONAL']),
  settings: jsonColumn(environmentSettings),
  updatedAt: z.string(),
});
export type EnvironmentRow = z.infer<typeof row>;

const columns = columnsOf(row);

/** The environments of test targets (section 2.2). */
export class EnvironmentStore extends Store {
  create(
    testTargetId: string,
    name: string,
    type: EnvironmentRow['type'],
    settings: EnvironmentSettings,
    now: Date,
  ): EnvironmentRow {
    const created = { id: randomUUID(), testTargetId, name, type, settings, updatedAt: now.toISOString() };
    this.insert('environments', { ...created, settings: JSON.stringify(settings) });
    return created;
  }

  /** The DEFAULT environment first, then the others by name. */
  list(testTargetId: string): EnvironmentRow[] {
    const sql = `SELECT ${columns} FROM environments WHERE test_target_id = ? ORDER BY type DESC, name`;
    return this.rows(row, sql, testTargetId);
  }

  find(testTargetId: string, id: string): EnvironmentRow | undefined {
    const sql = `SELECT ${columns} FROM environments WHERE test_target_id = ? AND id = ?`;
    return this.row(row, sql, testTargetId, id);
  }

  update(id: string, name: string, settings: EnvironmentSettings, now: Date): void {
    const sql = 'UPDATE environments SET name = ?, settings = ?, updated_at = ? WHERE id = ?';
    this.run(sql, name, JSON.stringify(settings), now, id);
  }

  delete(id: string): void {
    this.run('DELETE FROM environments WHERE id = ?', id);
  }
}
