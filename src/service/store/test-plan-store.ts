import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { reportContext } from '../../contract/report-context.ts';
import { jsonColumn, Store } from './database.ts';

const row = z.object({
  id: z.string(),
  testTargetId: z.string(),
  status: z.enum(['CREATED', 'IN_PROGRESS', 'ERROR', 'DONE']),
  context: jsonColumn(reportContext),
  message: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
/** `message` says why a plan ended with ERROR (extension). */
export type TestPlanRow = z.infer<typeof row>;

/** Test plans (section 2.9). */
export class TestPlanStore extends Store {
  /** @returns the id of a new plan, CREATED. */
  create(testTargetId: string, context: z.output<typeof reportContext>, now: Date): string {
    const id = randomUUID();
    this.database
      .prepare(
        "INSERT INTO test_plans (id, test_target_id, status, context, created_at, updated_at) VALUES (?, ?, 'CREATED', ?, ?, ?)",
      )
      .run(id, testTargetId, JSON.stringify(context), now.toISOString(), now.toISOString());
    return id;
  }

  find(testTargetId: string, id: string): TestPlanRow | undefined {
    const found = this.database
      .prepare(
        `SELECT id, test_target_id AS testTargetId, status, context, message, created_at AS createdAt, updated_at AS updatedAt
         FROM test_plans WHERE test_target_id = ? AND id = ?`,
      )
      .get(testTargetId, id);
    return found === undefined ? undefined : row.parse(found);
  }

  setStatus(id: string, status: 'IN_PROGRESS' | 'DONE', now: Date): void {
    this.database
      .prepare('UPDATE test_plans SET status = ?, updated_at = ? WHERE id = ?')
      .run(status, now.toISOString(), id);
  }

  /** Ends a plan with ERROR. @param message why, for users. */
  fail(id: string, message: string, now: Date): void {
    this.database
      .prepare("UPDATE test_plans SET status = 'ERROR', message = ?, updated_at = ? WHERE id = ?")
      .run(message, now.toISOString(), id);
  }

  /** Ends the plans that a previous process has left unfinished. */
  failUnfinished(message: string, now: Date): void {
    this.database
      .prepare(
        `UPDATE test_plans SET status = 'ERROR', message = ?, updated_at = ?
         WHERE status IN ('CREATED', 'IN_PROGRESS')`,
      )
      .run(message, now.toISOString());
  }
}
