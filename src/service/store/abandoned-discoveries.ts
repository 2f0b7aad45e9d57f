import type { DatabaseSync } from 'node:sqlite';

/** Ends the discoveries that a process has left under way when it ended (section 2.3), inside the caller's transaction. */
export function failAbandonedDiscoveries(database: DatabaseSync, message: string, now: Date): void {
  database
    .prepare(
      `UPDATE test_cases SET updated_at = ?2,
         discovery = json_set(discovery, '$.status', 'FAILED', '$.message', ?1, '$.updatedAt', ?2)
       WHERE json_extract(discovery, '$.status') IN ('CREATED', 'IN_PROGRESS')`,
    )
    .run(message, now.toISOString());
}
