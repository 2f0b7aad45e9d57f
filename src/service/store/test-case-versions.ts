import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ExchangeTestCase, exchangeTestCase } from '../../contract/exchange/test-case.ts';
import { jsonColumn } from './json-column.ts';

/** A test case as it was at one moment. */
export interface TestCaseVersion {
  readonly versionId: string;
  readonly testCase: ExchangeTestCase;
}

const row = z.object({ versionId: z.string(), testCase: jsonColumn(exchangeTestCase) });
const columns = 'version_id AS versionId, test_case AS testCase';

/** Immutable versions of test cases: every push makes new ones (section 4.6). */
export class TestCaseVersionStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Stores a version of each case, inside the caller's transaction. @returns the versions, in order. */
  add(testTargetId: string, testCases: readonly ExchangeTestCase[]): TestCaseVersion[] {
    const insert = this.#database.prepare(
      'INSERT INTO test_case_versions (version_id, test_target_id, test_case_id, test_case) VALUES (?, ?, ?, ?)',
    );
    return testCases.map((testCase) => {
      const versionId = randomUUID();
      insert.run(versionId, testTargetId, testCase.id, JSON.stringify(testCase));
      return { versionId, testCase };
    });
  }

  find(testTargetId: string, versionId: string): TestCaseVersion | undefined {
    const found = this.#database
      .prepare(`SELECT ${columns} FROM test_case_versions WHERE test_target_id = ? AND version_id = ?`)
      .get(testTargetId, versionId);
    return found === undefined ? undefined : row.parse(found);
  }
}
