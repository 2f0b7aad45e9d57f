import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ExchangeTestCase, exchangeTestCase } from '../../contract/exchange/test-case.ts';
import { transaction } from './database.ts';

const versionRow = z.object({
  testCase: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(exchangeTestCase),
});

/** Immutable versions of test cases: every push makes new ones (section 4.6). */
export class TestCaseVersionStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Stores all cases or none. @returns their version ids, in order. */
  add(testTargetId: string, testCases: readonly ExchangeTestCase[]): string[] {
    const insert = this.#database.prepare(
      'INSERT INTO test_case_versions (version_id, test_target_id, test_case_id, test_case) VALUES (?, ?, ?, ?)',
    );
    return transaction(this.#database, () =>
      testCases.map((testCase) => {
        const versionId = randomUUID();
        insert.run(versionId, testTargetId, testCase.id, JSON.stringify(testCase));
        return versionId;
      }),
    );
  }

  find(testTargetId: string, versionId: string): ExchangeTestCase | undefined {
    const row = this.#database
      .prepare(
        'SELECT test_case AS testCase FROM test_case_versions WHERE test_target_id = ? AND version_id = ?',
      )
      .get(testTargetId, versionId);
    return row === undefined ? undefined : versionRow.parse(row).testCase;
  }
}
