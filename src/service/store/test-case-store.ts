import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ExchangeTestCase, exchangeTestCase } from '../../contract/exchange/test-case.ts';
import { testCaseFilterStatuses } from '../../contract/test-case.ts';
import { Batches, batchSize } from './batches.ts';
import { jsonColumn, Store, transaction } from './database.ts';

/** A test case as it was at one time. */
export interface TestCaseVersion {
  readonly versionId: string;
  readonly testCase: ExchangeTestCase;
}

const versionRow = z.object({ versionId: z.string(), testCase: jsonColumn(exchangeTestCase) });
const versionColumns = 'version_id AS versionId, test_case AS testCase';

/** Immutable versions of test cases: every push creates new ones (section 4.6). */
export class TestCaseVersionStore extends Store {
  /** Stores a version of each case, inside the caller's transaction. @returns the versions, in order. */
  add(testTargetId: string, testCases: readonly ExchangeTestCase[]): TestCaseVersion[] {
    const insert = this.database.prepare(
      'INSERT INTO test_case_versions (version_id, test_target_id, test_case_id, test_case) VALUES (?, ?, ?, ?)',
    );
    return testCases.map((testCase) => {
      const versionId = randomUUID();
      insert.run(versionId, testTargetId, testCase.id, JSON.stringify(testCase));
      return { versionId, testCase };
    });
  }

  find(testTargetId: string, versionId: string): TestCaseVersion | undefined {
    const found = this.database
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

const stateColumns = `c.test_target_id AS testTargetId, c.id, c.version_id AS versionId, c.status,
  c.interaction_status AS interactionStatus, c.discovery, c.test_plan_id AS testPlanId,
  c.created_at AS createdAt, c.updated_at AS updatedAt`;
const columns = `${stateColumns}, v.test_case AS testCase`;
const from = 'FROM test_cases c JOIN test_case_versions v ON v.version_id = c.version_id';

/** The tags of a target, each found by one step in the index: reading its rows would take as long as it has cases. */
const distinctTags = `WITH RECURSIVE found (tag) AS (
    SELECT min(tag) FROM test_case_tags WHERE test_target_id = ?1
    UNION ALL
    SELECT (SELECT min(tag) FROM test_case_tags WHERE test_target_id = ?1 AND tag > found.tag)
    FROM found WHERE found.tag IS NOT NULL
  )
  SELECT tag FROM found WHERE tag IS NOT NULL`;
const tagRow = z.object({ tag: jsonColumn(z.string()) });

/** The test cases of targets (section 2.3). A deleted one is kept with the status DELETED. */
export class TestCaseStore extends Store {
  /** The tags of the target's cases, sorted. */
  tags(testTargetId: string): string[] {
    return this.database
      .prepare(distinctTags)
      .all(testTargetId)
      .map((each) => tagRow.parse(each).tag)
      .sort();
  }

  /** Whether the target has cases. */
  hasAny(testTargetId: string): boolean {
    return (
      this.database
        .prepare("SELECT 1 FROM test_cases WHERE test_target_id = ? AND status <> 'DELETED' LIMIT 1")
        .get(testTargetId) !== undefined
    );
  }

  /** The enabled cases, as `list` does. @param tags only those with one of them; if empty, all. */
  listEnabled(testTargetId: string, tags: readonly string[]): Batches<StoredTestCase> {
    if (tags.length === 0) return this.#select(testTargetId, "AND c.status = 'ENABLED'");
    return this.#select(
      testTargetId,
      `AND c.status = 'ENABLED' AND c.id IN (SELECT test_case_id FROM test_case_tags
         WHERE test_target_id = c.test_target_id AND tag IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(tags.map((tag) => JSON.stringify(tag))),
    );
  }

  /**
   * The cases as they are now, in the order of their push. Their content is read batch by batch: it cannot change,
   * because versions are immutable.
   * @param withDeleted whether deleted cases are included, which accumulate over time.
   */
  list(testTargetId: string, withDeleted = false): Batches<StoredTestCase> {
    return this.#select(testTargetId, withDeleted ? '' : "AND c.status <> 'DELETED'");
  }

  /** The ids of the cases that have another one as their dependency or teardown, in the order of their push. */
  dependents(testTargetId: string, id: string): string[] {
    return this.database
      .prepare(
        `SELECT c.id ${from} WHERE c.test_target_id = ?1 AND c.status <> 'DELETED' AND c.id <> ?2
           AND ?2 IN (v.test_case ->> '$.dependencyId', v.test_case ->> '$.teardownId')
         ORDER BY c.position, c.rowid`,
      )
      .all(testTargetId, id)
      .map((each) => z.object({ id: z.string() }).parse(each).id);
  }

  /** Cases whose target has been deleted meanwhile have no content, and are omitted. */
  *#withContent(states: readonly Record<string, unknown>[]): Generator<StoredTestCase[]> {
    const contentOf = this.database.prepare(
      'SELECT test_case AS testCase FROM test_case_versions WHERE version_id = ?',
    );
    for (let start = 0; start < states.length; start += batchSize) {
      yield states.slice(start, start + batchSize).flatMap((state) => {
        const content = contentOf.get(z.string().parse(state.versionId));
        return content === undefined ? [] : [row.parse({ ...state, ...content })];
      });
    }
  }

  #select(testTargetId: string, condition: string, ...values: readonly string[]): Batches<StoredTestCase> {
    const states = this.database
      .prepare(
        `SELECT ${stateColumns} FROM test_cases c WHERE c.test_target_id = ? ${condition}
         ORDER BY c.position, c.rowid`,
      )
      .all(testTargetId, ...values);
    return new Batches(this.#withContent(states));
  }

  /** @returns undefined if the case does not exist or was deleted. */
  find(testTargetId: string, id: string): StoredTestCase | undefined {
    const found = this.database
      .prepare(`SELECT ${columns} ${from} WHERE c.test_target_id = ? AND c.id = ? AND c.status <> 'DELETED'`)
      .get(testTargetId, id);
    return found === undefined ? undefined : row.parse(found);
  }

  /** Replaces the target's cases with these and enables them, inside the caller's transaction. Others are deleted. */
  replaceAll(testTargetId: string, versions: readonly TestCaseVersion[], now: Date): void {
    this.database.prepare('DELETE FROM test_case_tags WHERE test_target_id = ?').run(testTargetId);
    this.#addTags(testTargetId, versions);
    this.database
      .prepare(
        "UPDATE test_cases SET status = 'DELETED', updated_at = ? WHERE test_target_id = ? AND status <> 'DELETED'",
      )
      .run(now.toISOString(), testTargetId);
    const upsert = this.database.prepare(
      `INSERT INTO test_cases (test_target_id, id, version_id, position, status, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'ENABLED', ?, ?)
       ON CONFLICT (test_target_id, id) DO UPDATE SET
         version_id = excluded.version_id, position = excluded.position, status = 'ENABLED', updated_at = excluded.updated_at`,
    );
    for (const [position, { versionId, testCase }] of versions.entries()) {
      upsert.run(testTargetId, testCase.id, versionId, position, now.toISOString(), now.toISOString());
    }
  }

  /** Tags are stored as JSON, because SQLite stores no lone surrogates. */
  #addTags(testTargetId: string, versions: readonly TestCaseVersion[]): void {
    const insert = this.database.prepare(
      'INSERT OR IGNORE INTO test_case_tags (test_target_id, tag, test_case_id) VALUES (?, ?, ?)',
    );
    for (const { testCase } of versions) {
      for (const tag of testCase.tagNames ?? []) insert.run(testTargetId, JSON.stringify(tag), testCase.id);
    }
  }

  #removeTags(testTargetId: string, testCaseId: string): void {
    this.database
      .prepare('DELETE FROM test_case_tags WHERE test_target_id = ? AND test_case_id = ?')
      .run(testTargetId, testCaseId);
  }

  /** Appends a case as a DRAFT, inside the caller's transaction. */
  add(testTargetId: string, version: TestCaseVersion, change: TestCaseChange, now: Date): void {
    const { versionId, testCase } = version;
    this.database
      .prepare(
        `INSERT INTO test_cases (test_target_id, id, version_id, position, status, created_at, updated_at)
         SELECT ?, ?, ?, coalesce(max(position), -1) + 1, 'DRAFT', ?, ? FROM test_cases WHERE test_target_id = ?`,
      )
      .run(testTargetId, testCase.id, versionId, now.toISOString(), now.toISOString(), testTargetId);
    this.#addTags(testTargetId, [version]);
    this.change(testTargetId, testCase.id, change, now);
  }

  change(testTargetId: string, id: string, change: TestCaseChange, now: Date): void {
    transaction(this.database, () => {
      this.#update(testTargetId, id, change, now);
      if (change.version === undefined && change.status !== 'DELETED') return;
      this.#removeTags(testTargetId, id);
      if (change.version !== undefined) this.#addTags(testTargetId, [change.version]);
    });
  }

  #update(testTargetId: string, id: string, change: TestCaseChange, now: Date): void {
    this.database
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
    this.database
      .prepare(
        `UPDATE test_cases SET updated_at = ?2,
           discovery = json_set(discovery, '$.status', 'FAILED', '$.message', ?1, '$.updatedAt', ?2)
         WHERE json_extract(discovery, '$.status') IN ('CREATED', 'IN_PROGRESS')`,
      )
      .run(message, now.toISOString());
  }
}
