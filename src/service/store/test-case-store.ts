import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defined } from '../../common/object-fields.ts';
import { type ExchangeTestCase, exchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import { reportContext } from '../../contract/report-context.ts';
import { testCaseFilterStatuses } from '../../contract/test-case.ts';
import { Batches, batchSize } from './batches.ts';
import { columnsOf, jsonColumn, Store, transaction } from './database.ts';

/** A test case as it was at one time. */
export interface TestCaseVersion {
  readonly versionId: string;
  readonly testCase: ExchangeTestCase;
}

const versionRow = z.object({ versionId: z.string(), testCase: jsonColumn(exchangeTestCase) });

/** Immutable versions of test cases: every push creates new ones (section 4.6). */
export class TestCaseVersionStore extends Store {
  /** Stores a version of a case, inside the caller's transaction. */
  add(testTargetId: string, testCase: ExchangeTestCase): TestCaseVersion {
    const versionId = randomUUID();
    const columns = { testTargetId, testCaseId: testCase.id, testCase: JSON.stringify(testCase) };
    this.insert('test_case_versions', { versionId, ...columns });
    return { versionId, testCase };
  }

  find(testTargetId: string, versionId: string): TestCaseVersion | undefined {
    return this.findRow(versionRow, 'test_case_versions', { testTargetId, versionId });
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

/** What the database has of a case besides its content. */
const stateRow = z.object({
  testTargetId: z.string(),
  id: z.string(),
  versionId: z.string(),
  status: z.enum(testCaseFilterStatuses),
  interactionStatus: z.string().nullable(),
  discovery: jsonColumn(discovery).nullable(),
  testPlanId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
type State = z.infer<typeof stateRow>;
/** A test case of a target: its current version and its state. */
export type StoredTestCase = State & TestCaseVersion;

/** Missing fields keep their value. */
interface TestCaseChange {
  readonly version?: TestCaseVersion;
  readonly status?: StoredTestCase['status'];
  readonly interactionStatus?: string;
  readonly discovery?: DiscoveryState;
  readonly testPlanId?: string;
}

/** The tags of a target, each found by one step in the index: reading its rows would take as long as it has cases. */
const distinctTags = `WITH RECURSIVE found (tag) AS (
    SELECT min(tag) FROM test_case_tags WHERE test_target_id = ?
    UNION ALL
    SELECT (SELECT min(tag) FROM test_case_tags WHERE test_target_id = ? AND tag > found.tag)
    FROM found WHERE found.tag IS NOT NULL
  )
  SELECT tag FROM found WHERE tag IS NOT NULL`;
const tagRow = z.object({ tag: jsonColumn(z.string()) });
const idRow = z.object({ id: z.string() });

const isPresent = "AND status <> 'DELETED'";

/** SQL: the content of the version that a row of a table of cases names. */
const contentOf = (table: string) =>
  `(SELECT test_case FROM test_case_versions v WHERE v.version_id = ${table}.version_id)`;

/** The test cases of targets (section 2.3). A deleted one is kept with the status DELETED. */
export class TestCaseStore extends Store {
  /** The tags of the target's cases, sorted. */
  tags(testTargetId: string): string[] {
    return this.rows(tagRow, distinctTags, testTargetId, testTargetId)
      .map(({ tag }) => tag)
      .sort();
  }

  hasAny(testTargetId: string): boolean {
    const sql = `SELECT id FROM test_cases WHERE test_target_id = ? ${isPresent} LIMIT 1`;
    return this.row(idRow, sql, testTargetId) !== undefined;
  }

  /** The enabled cases, as `list` does. @param tags only those with one of them; if empty, all. */
  listEnabled(testTargetId: string, tags: readonly string[]): Batches<StoredTestCase> {
    if (tags.length === 0) return this.#select(testTargetId, "AND status = 'ENABLED'");
    return this.#select(
      testTargetId,
      `AND status = 'ENABLED' AND id IN (SELECT test_case_id FROM test_case_tags t
         WHERE t.test_target_id = test_cases.test_target_id AND tag IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(tags.map((tag) => JSON.stringify(tag))),
    );
  }

  /**
   * The cases as they are now, in the order of their push. Their content is read batch by batch: it cannot change,
   * because versions are immutable.
   * @param withDeleted whether deleted cases are included, which accumulate over time.
   */
  list(testTargetId: string, { withDeleted = false } = {}): Batches<StoredTestCase> {
    return this.#select(testTargetId, withDeleted ? '' : isPresent);
  }

  /** The ids of the cases that have another one as their dependency or teardown, in the order of their push. */
  dependents(testTargetId: string, id: string): string[] {
    const sql = `SELECT c.id FROM test_cases c JOIN test_case_versions v ON v.version_id = c.version_id
      WHERE c.test_target_id = ? AND c.status <> 'DELETED' AND c.id <> ?
        AND ? IN (v.test_case ->> '$.dependencyId', v.test_case ->> '$.teardownId')
      ORDER BY c.position, c.rowid`;
    return this.rows(idRow, sql, testTargetId, id, id).map((each) => each.id);
  }

  /** @returns undefined if the case does not exist or was deleted. */
  find(testTargetId: string, id: string): StoredTestCase | undefined {
    return [...this.#select(testTargetId, `${isPresent} AND id = ?`, id)].flat()[0];
  }

  #select(testTargetId: string, condition: string, ...values: readonly string[]): Batches<StoredTestCase> {
    const sql = `SELECT ${columnsOf(stateRow)} FROM test_cases WHERE test_target_id = ? ${condition}
      ORDER BY position, rowid`;
    return new Batches(this.#withContent(this.rows(stateRow, sql, testTargetId, ...values)));
  }

  /** Cases whose target has been deleted meanwhile have no content, and are omitted. */
  *#withContent(states: readonly State[]): Generator<StoredTestCase[]> {
    for (let start = 0; start < states.length; start += batchSize) {
      yield states.slice(start, start + batchSize).flatMap((state) => {
        const version = this.findRow(versionRow, 'test_case_versions', { versionId: state.versionId });
        return version === undefined ? [] : [{ ...state, ...version }];
      });
    }
  }

  /**
   * Replaces the target's cases with these and enables them, inside the caller's transaction. Others are deleted. A
   * disabled case stays disabled: the exchange form has no status with which a push could ask for that. `updatedAt` stays
   * if content and status are the same.
   */
  replaceAll(testTargetId: string, versions: readonly TestCaseVersion[], now: Date): void {
    this.deleteRows('test_case_tags', { testTargetId });
    this.#addTags(testTargetId, versions);
    const deleted = `UPDATE test_cases SET status = 'DELETED', updated_at = ? WHERE test_target_id = ? ${isPresent}
       AND id NOT IN (SELECT value FROM json_each(?))`;
    this.run(deleted, now, testTargetId, JSON.stringify(versions.map(({ testCase }) => testCase.id)));
    const upsert = `INSERT INTO test_cases (test_target_id, id, version_id, position, status, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'ENABLED', ?, ?)
       ON CONFLICT (test_target_id, id) DO UPDATE SET
         version_id = excluded.version_id, position = excluded.position,
         status = CASE status WHEN 'DISABLED' THEN status ELSE excluded.status END,
         updated_at = CASE WHEN status IN ('ENABLED', 'DISABLED') AND ${contentOf('test_cases')} = ${contentOf('excluded')}
           THEN updated_at ELSE excluded.updated_at END`;
    for (const [position, { versionId, testCase }] of versions.entries()) {
      this.run(upsert, testTargetId, testCase.id, versionId, position, now, now);
    }
  }

  /** Tags are stored as JSON, because SQLite stores no lone surrogates. */
  #addTags(testTargetId: string, versions: readonly TestCaseVersion[]): void {
    const insert =
      'INSERT OR IGNORE INTO test_case_tags (test_target_id, tag, test_case_id) VALUES (?, ?, ?)';
    for (const { testCase } of versions) {
      for (const tag of testCase.tagNames ?? []) {
        this.run(insert, testTargetId, JSON.stringify(tag), testCase.id);
      }
    }
  }

  /** Appends a case as a DRAFT, inside the caller's transaction. */
  add(testTargetId: string, version: TestCaseVersion, change: TestCaseChange, now: Date): void {
    const { versionId, testCase } = version;
    this.run(
      `INSERT INTO test_cases (test_target_id, id, version_id, position, status, created_at, updated_at)
       SELECT ?, ?, ?, coalesce(max(position), -1) + 1, 'DRAFT', ?, ? FROM test_cases WHERE test_target_id = ?`,
      testTargetId,
      testCase.id,
      versionId,
      now,
      now,
      testTargetId,
    );
    this.#addTags(testTargetId, [version]);
    this.change(testTargetId, testCase.id, change, now);
  }

  change(testTargetId: string, id: string, change: TestCaseChange, now: Date): void {
    transaction(this.database, () => {
      const { version, discovery, ...values } = change;
      const content = { versionId: version?.versionId, discovery: discovery && JSON.stringify(discovery) };
      this.updateRows('test_cases', { testTargetId, id }, defined({ ...values, ...content, updatedAt: now }));
      if (version === undefined && change.status !== 'DELETED') return;
      this.deleteRows('test_case_tags', { testTargetId, testCaseId: id });
      if (version !== undefined) this.#addTags(testTargetId, [version]);
    });
  }

  /** Ends the discoveries that a previous process has left unfinished (section 2.3), inside the caller's transaction. */
  failUnfinishedDiscoveries(message: string, now: Date): void {
    this.run(
      `UPDATE test_cases SET updated_at = ?,
         discovery = json_set(discovery, '$.status', 'FAILED', '$.message', ?, '$.updatedAt', ?)
       WHERE json_extract(discovery, '$.status') IN ('CREATED', 'IN_PROGRESS')`,
      now,
      message,
      now,
    );
  }
}

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
