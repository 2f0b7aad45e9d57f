import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ExchangeTestCase, exchangeTestCase } from '../../contract/exchange/test-case.ts';
import { testCaseFilterStatuses } from '../../contract/test-case.ts';
import { jsonColumn } from './database.ts';

/** A test case as it was at one time. */
export interface TestCaseVersion {
  readonly versionId: string;
  readonly testCase: ExchangeTestCase;
}

const versionRow = z.object({ versionId: z.string(), testCase: jsonColumn(exchangeTestCase) });
const versionColumns = 'version_id AS versionId, test_case AS testCase';

/** Immutable versions of test cases: every push creates new ones (section 4.6). */
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
      .prepare(`SELECT ${versionColumns} FROM test_case_versions WHERE test_target_id = ? AND version_id = ?`)
      .get(testTargetId, versionId);
    return found === undefined ? undefined : versionRow.parse(found);
  }
}

const discovery = z.object({
  id: z.string(),
  freePrompt: z.string(),
  status: z.string(),
  updatedAt: z.string(),
  message: z.string().optional(),
});
/** How a case was generated from a prompt (section 2.3). */
export type DiscoveryState = z.infer<typeof discovery>;

const row = z.object({
  testTargetId: z.string(),
  id: z.string(),
  versionId: z.string(),
  testCase: jsonColumn(exchangeTestCase),
  status: z.enum(testCaseFilterStatuses),
  interactionStatus: z.string().nullable(),
  discovery: jsonColumn(discovery).nullable(),
  testPlanId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
/** A test case of a target: its current version and its state. */
export type StoredTestCase = z.infer<typeof row>;

/** Missing fields keep their value. */
export interface TestCaseChange {
  readonly version?: TestCaseVersion;
  readonly status?: StoredTestCase['status'];
  readonly interactionStatus?: string;
  readonly discovery?: DiscoveryState;
  readonly testPlanId?: string;
}

const columns = `c.test_target_id AS testTargetId, c.id, c.version_id AS versionId, v.test_case AS testCase, c.status,
  c.interaction_status AS interactionStatus, c.discovery, c.test_plan_id AS testPlanId,
  c.created_at AS createdAt, c.updated_at AS updatedAt`;
const from = 'FROM test_cases c JOIN test_case_versions v ON v.version_id = c.version_id';

/** The test cases of targets (section 2.3). A deleted one is kept with the status DELETED. */
export class TestCaseStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** In the order of their push, without deleted cases. */
  list(testTargetId: string): StoredTestCase[] {
    return this.#select(testTargetId, "AND c.status <> 'DELETED'");
  }

  /** Including deleted cases, which accumulate over time. */
  listWithDeleted(testTargetId: string): StoredTestCase[] {
    return this.#select(testTargetId, '');
  }

  #select(testTargetId: string, condition: string): StoredTestCase[] {
    return this.#database
      .prepare(
        `SELECT ${columns} ${from} WHERE c.test_target_id = ? ${condition} ORDER BY c.position, c.rowid`,
      )
      .all(testTargetId)
      .map((each) => row.parse(each));
  }

  /** @returns undefined if the case does not exist or was deleted. */
  find(testTargetId: string, id: string): StoredTestCase | undefined {
    const found = this.#database
      .prepare(`SELECT ${columns} ${from} WHERE c.test_target_id = ? AND c.id = ? AND c.status <> 'DELETED'`)
      .get(testTargetId, id);
    return found === undefined ? undefined : row.parse(found);
  }

  /** Replaces the target's cases with these and enables them, inside the caller's transaction. Others are deleted. */
  replaceAll(testTargetId: string, versions: readonly TestCaseVersion[], now: Date): void {
    this.#database
      .prepare(
        "UPDATE test_cases SET status = 'DELETED', updated_at = ? WHERE test_target_id = ? AND status <> 'DELETED'",
      )
      .run(now.toISOString(), testTargetId);
    const upsert = this.#database.prepare(
      `INSERT INTO test_cases (test_target_id, id, version_id, position, status, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'ENABLED', ?, ?)
       ON CONFLICT (test_target_id, id) DO UPDATE SET
         version_id = excluded.version_id, position = excluded.position, status = 'ENABLED', updated_at = excluded.updated_at`,
    );
    for (const [position, { versionId, testCase }] of versions.entries()) {
      upsert.run(testTargetId, testCase.id, versionId, position, now.toISOString(), now.toISOString());
    }
  }

  /** Appends a case as a DRAFT. */
  add(
    testTargetId: string,
    { versionId, testCase }: TestCaseVersion,
    change: TestCaseChange,
    now: Date,
  ): void {
    this.#database
      .prepare(
        `INSERT INTO test_cases (test_target_id, id, version_id, position, status, created_at, updated_at)
         SELECT ?, ?, ?, coalesce(max(position), -1) + 1, 'DRAFT', ?, ? FROM test_cases WHERE test_target_id = ?`,
      )
      .run(testTargetId, testCase.id, versionId, now.toISOString(), now.toISOString(), testTargetId);
    this.change(testTargetId, testCase.id, change, now);
  }

  change(testTargetId: string, id: string, change: TestCaseChange, now: Date): void {
    this.#database
      .prepare(
        `UPDATE test_cases SET version_id = coalesce(?, version_id), status = coalesce(?, status),
           interaction_status = coalesce(?, interaction_status), discovery = coalesce(?, discovery),
           test_plan_id = coalesce(?, test_plan_id), updated_at = ?
         WHERE test_target_id = ? AND id = ?`,
      )
      .run(
        change.version?.versionId ?? null,
        change.status ?? null,
        change.interactionStatus ?? null,
        change.discovery === undefined ? null : JSON.stringify(change.discovery),
        change.testPlanId ?? null,
        now.toISOString(),
        testTargetId,
        id,
      );
  }

  /** Ends the discoveries that a previous process has left unfinished (section 2.3), inside the caller's transaction. */
  failUnfinishedDiscoveries(message: string, now: Date): void {
    this.#database
      .prepare(
        `UPDATE test_cases SET updated_at = ?2,
           discovery = json_set(discovery, '$.status', 'FAILED', '$.message', ?1, '$.updatedAt', ?2)
         WHERE json_extract(discovery, '$.status') IN ('CREATED', 'IN_PROGRESS')`,
      )
      .run(message, now.toISOString());
  }
}
