import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { environmentBody } from '../../contract/environment.ts';
import { columnsOf, jsonColumn, Store } from './database.ts';

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

const row = z.object({
  id: z.string(),
  testTargetId: z.string(),
  name: z.string(),
  type: z.enum(['DEFAULT', 'ADDITIONAL']),
  settings: jsonColumn(environmentSettings),
  updatedAt: z.string(),
});
export type EnvironmentRow = z.infer<typeof row>;

/** The environments of test targets (section 2.2). */
export class EnvironmentStore extends Store {
  create(environment: Omit<EnvironmentRow, 'id' | 'updatedAt'>, now: Date): EnvironmentRow {
    const created = { id: randomUUID(), ...environment, updatedAt: now.toISOString() };
    this.insert('environments', { ...created, settings: JSON.stringify(created.settings) });
    return created;
  }

  /** The DEFAULT environment first, then the others by name. */
  list(testTargetId: string): EnvironmentRow[] {
    const sql = `SELECT ${columnsOf(row)} FROM environments WHERE test_target_id = ? ORDER BY type DESC, name`;
    return this.rows(row, sql, testTargetId);
  }

  find(testTargetId: string, id: string): EnvironmentRow | undefined {
    return this.findRow(row, 'environments', { testTargetId, id });
  }

  update(id: string, name: string, settings: EnvironmentSettings, now: Date): void {
    const values = { name, settings: JSON.stringify(settings), updatedAt: now };
    this.updateRows('environments', { id }, values);
  }

  delete(id: string): void {
    this.deleteRows('environments', { id });
  }
}
