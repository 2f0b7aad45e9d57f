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
type TestPlanRow = z.infer<typeof row>;

/** Test plans (section 2.9). */
export class TestPlanStore extends Store {
  /** @returns the id of a new plan, CREATED. */
  create(testTargetId: string, context: TestPlanRow['context'], now: Date): string {
    const id = randomUUID();
    const state = { status: 'CREATED', context: JSON.stringify(context), createdAt: now, updatedAt: now };
    this.insert('test_plans', { id, testTargetId, ...state });
    return id;
  }

  find(testTargetId: string, id: string): TestPlanRow | undefined {
    return this.findRow(row, 'test_plans', { testTargetId, id });
  }

  setStatus(id: string, status: 'IN_PROGRESS' | 'DONE', now: Date): void {
    this.updateRows('test_plans', { id }, { status, updatedAt: now });
  }

  /** Ends a plan with ERROR. @param message why, for users. */
  fail(id: string, message: string, now: Date): void {
    this.updateRows('test_plans', { id }, { status: 'ERROR', message, updatedAt: now });
  }

  /** Ends the plans that a previous process has left unfinished. */
  failUnfinished(message: string, now: Date): void {
    this.run(
      `UPDATE test_plans SET status = 'ERROR', message = ?, updated_at = ?
       WHERE status IN ('CREATED', 'IN_PROGRESS')`,
      message,
      now,
    );
  }
}
