import { randomUUID } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { z } from 'zod';
import { type Attempt, attempt, attemptFields } from '../../contract/attempt.ts';
import { reportContext } from '../../contract/report-context.ts';
import type { Breakpoint, Browser } from '../../contract/values.ts';
import type { CaseOutcome } from '../../runner/runner.ts';
import { Batches, batchSize, type Steps, writeInBatches } from './batches.ts';
import { columnsOf, jsonColumn, Store, transaction, withoutForeignKeys } from './database.ts';
import type { TestCaseVersion } from './test-case-store.ts';

const reportRow = z.object({
  id: z.string(),
  testTargetId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  executionUrl: z.string(),
  browser: z.string(),
  breakpoint: z.string(),
  context: jsonColumn(reportContext),
});
type ReportRow = z.infer<typeof reportRow>;

const resultRow = z.object({
  id: z.string(),
  testCaseId: z.string(),
  testReportId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  status: z.enum(['WAITING', 'PASSED', 'FAILED', 'ERROR']),
  outcome: jsonColumn(
    z.object({
      ...attemptFields,
      earlierAttempts: z.array(attempt).default([]),
      retryLeftOut: z.boolean().default(false),
      notRun: z.boolean().default(false),
    }),
  ),
});
type ResultRow = z.infer<typeof resultRow>;

const statusRow = z.object({ waiting: z.int(), notPassed: z.int() });
const newestRow = z.object({ newest: z.string().nullable() });
const supportingRow = z.object({ supportingVersionIds: jsonColumn(z.array(z.string())) });
const testedRow = z.object({ versionId: z.string() });
const idRow = z.object({ id: z.string() });

export interface NewReport {
  readonly testTargetId: string;
  readonly executionUrl: string;
  readonly browser: Browser;
  readonly breakpoint: Breakpoint;
  readonly context: ReportRow['context'];
  readonly environmentId: string;
  /** Each gets one result, WAITING at first. */
  readonly versions: readonly TestCaseVersion[];
  /** Dependencies and teardowns, which get no result. */
  readonly supporting: readonly TestCaseVersion[];
}

/** Which page of the history is listed. */
interface HistoryRange {
  /** Only reports that are strictly older. */
  readonly before: string | undefined;
  /** Only reports of these environments; if empty, of all environments. */
  readonly environmentIds: readonly string[];
  readonly limit: number;
}

type StoredResult = Omit<ResultRow, 'outcome'> &
  ResultRow['outcome'] & {
    readonly testTargetId: string;
    readonly browser: string;
    readonly breakpoint: string;
    readonly flaky: boolean;
  };

export type StoredReport = ReportRow & {
  readonly status: 'WAITING' | 'PASSED' | 'FAILED';
  /** As they are when they are read. */
  readonly testResults: Batches<StoredResult>;
};

/** Stands in for fields that an attempt leaves out: an answer has all of them. */
const emptyAttempt = {
  errorMessage: null,
  failedStep: null,
  browserVersion: null,
  viewport: null,
  pageUrl: null,
  failedPage: null,
  consoleErrors: [],
  screenshotUrl: null,
  traceUrl: null,
  missingEvidence: [],
  teardownFailures: [],
  warnings: [],
  steps: [],
};

/** Test reports with their results (sections 2.6 and 2.7). */
export class TestReportStore extends Store {
  /**
   * Stores the results of a report batch by batch; nobody sees them before the report.
   * @returns a function that stores the report, for the caller's transaction.
   */
  *create(report: NewReport, now: Date): Steps<() => StoredReport> {
    const { testTargetId, environmentId, executionUrl, browser, breakpoint } = report;
    const id = randomUUID();
    const createdAt = this.#newestAfter(testTargetId, now);
    const addLast = yield* writeInBatches(report.versions, (batch, start) => {
      withoutForeignKeys(this.database, () => this.#addResults(id, batch, start, createdAt));
      return [];
    });
    return () => {
      const storedAt = this.#newestAfter(testTargetId, new Date(createdAt));
      this.insert('test_reports', {
        ...{ id, testTargetId, environmentId, executionUrl, browser, breakpoint },
        context: JSON.stringify(report.context),
        supportingVersionIds: JSON.stringify(report.supporting.map(({ versionId }) => versionId)),
        ...{ createdAt: storedAt, updatedAt: storedAt },
      });
      addLast();
      const stored = this.find(testTargetId, id);
      if (stored === undefined) throw new Error(`The report ${id} was stored but cannot be found.`);
      return stored;
    };
  }

  #addResults(id: string, versions: readonly TestCaseVersion[], start: number, createdAt: string): void {
    for (const [index, { versionId, testCase }] of versions.entries()) {
      this.insert('test_results', {
        id: this.#newResultId(versionId),
        testReportId: id,
        testCaseId: testCase.id,
        ...{ versionId, position: start + index, name: testCase.description, status: 'WAITING' },
        ...{ createdAt, updatedAt: createdAt },
      });
    }
  }

  /** For a version's first run, the id that the answer to its draft push announced. */
  #newResultId(versionId: string): string {
    const first = firstResultId(versionId);
    const isTaken = this.findRow(idRow, 'test_results', { id: first }) !== undefined;
    return isTaken ? randomUUID() : first;
  }

  /** `createdAt` is the history's key, so no two reports of a target share one. */
  #newestAfter(testTargetId: string, now: Date): string {
    const sql = 'SELECT max(created_at) AS newest FROM test_reports WHERE test_target_id = ?';
    const newest = this.row(newestRow, sql, testTargetId)?.newest ?? null;
    const floor = newest === null ? 0 : new Date(newest).getTime() + 1;
    return new Date(Math.max(now.getTime(), floor)).toISOString();
  }

  /** The `createdAt` of a waiting result is the moment at which its last attempt began. */
  markStarted(testReportId: string, testCaseId: string, now: Date): void {
    this.updateRows('test_results', { testReportId, testCaseId }, { createdAt: now, updatedAt: now });
  }

  /** Stores a failed attempt of a case that is retried: its result stays WAITING. */
  saveFailedAttempt(testReportId: string, testCaseId: string, attempt: Attempt): void {
    const appended = `json_insert(coalesce(outcome, '{}'), '$.earlierAttempts[#]', json(?))`;
    this.#changeWaiting(testReportId, testCaseId, appended, outcomeText(attempt));
  }

  /** A waiting result names the step that is being run. */
  markStep(testReportId: string, testCaseId: string, failedStep: CaseOutcome['failedStep']): void {
    const changed = `json_patch(coalesce(outcome, '{}'), ?)`;
    this.#changeWaiting(testReportId, testCaseId, changed, outcomeText({ failedStep }));
  }

  /** @param outcome an SQL expression with one parameter. */
  #changeWaiting(testReportId: string, testCaseId: string, outcome: string, parameter: string): void {
    this.run(
      `UPDATE test_results SET outcome = ${outcome}
       WHERE test_report_id = ? AND test_case_id = ? AND status = 'WAITING'`,
      parameter,
      testReportId,
      testCaseId,
    );
  }

  /** The time between `createdAt` and `updatedAt` is that of all attempts, without the wait for a retry. */
  saveOutcome(
    testReportId: string,
    { testCaseId, durationMs = 0, ...outcome }: CaseOutcome,
    now: Date,
  ): void {
    transaction(this.database, () => {
      const createdAt = new Date(now.getTime() - durationMs);
      const values = { status: outcome.status, outcome: outcomeText(outcome), createdAt, updatedAt: now };
      this.updateRows('test_results', { testReportId, testCaseId }, values);
      this.#touch(testReportId, now);
    });
  }

  #touch(testReportId: string, now: Date): void {
    this.updateRows('test_reports', { id: testReportId }, { updatedAt: now });
  }

  /**
   * Ends the results that are still WAITING after the run of a report has ended. They keep what is known of them: their
   * failed attempts, and the step that was being run.
   */
  failWaiting(testReportId: string, errorMessage: string, now: Date): void {
    const sql = `UPDATE test_results
      SET status = 'ERROR', outcome = json_patch(coalesce(outcome, '{}'), ?), updated_at = ?
      WHERE test_report_id = ? AND status = 'WAITING'`;
    transaction(this.database, () => {
      const count = this.run(sql, outcomeText({ errorMessage }), now, testReportId);
      if (count > 0) this.#touch(testReportId, now);
    });
  }

  find(testTargetId: string, id: string): StoredReport | undefined {
    const found = this.findRow(reportRow, 'test_reports', { testTargetId, id });
    return found === undefined ? undefined : this.#withResults(found);
  }

  /** Newest first. */
  list(testTargetId: string, { before, environmentIds, limit }: HistoryRange): StoredReport[] {
    // Conditions are combined with AND: two different environments match no report.
    const environments = environmentIds.map(() => 'AND environment_id = ?').join(' ');
    const sql = `SELECT ${columnsOf(reportRow)} FROM test_reports WHERE test_target_id = ? AND created_at < ? ${environments}
      ORDER BY created_at DESC LIMIT ?`;
    const found = this.rows(reportRow, sql, testTargetId, before ?? '9999', ...environmentIds, limit);
    return found.map((each) => this.#withResults(each));
  }

  /**
   * The ids of the versions that a report has run, in order, followed by those of their dependencies and teardowns;
   * undefined if there is no such report.
   */
  versionIds(testTargetId: string, id: string): string[] | undefined {
    const supporting = this.findRow(supportingRow, 'test_reports', { testTargetId, id });
    if (supporting === undefined) return undefined;
    const sql = `SELECT ${columnsOf(testedRow)} FROM test_results WHERE test_report_id = ? ORDER BY position`;
    const tested = this.rows(testedRow, sql, id);
    return [...tested.map(({ versionId }) => versionId), ...supporting.supportingVersionIds];
  }

  /** Ends the results that an earlier process left WAITING, and deletes those whose report it had not stored yet. */
  failAbandoned(errorMessage: string, now: Date): void {
    this.run('DELETE FROM test_results WHERE test_report_id NOT IN (SELECT id FROM test_reports)');
    const waiting = `SELECT DISTINCT test_report_id AS id FROM test_results WHERE status = 'WAITING'`;
    for (const { id } of this.rows(idRow, waiting)) this.failWaiting(id, errorMessage, now);
  }

  /** The status is read first: results that end meanwhile do not contradict that the report is WAITING. */
  #withResults(report: ReportRow): StoredReport {
    const sql = `SELECT count(*) FILTER (WHERE status = 'WAITING') AS waiting,
        count(*) FILTER (WHERE status <> 'PASSED') AS notPassed
      FROM test_results WHERE test_report_id = ?`;
    const { waiting = 0, notPassed = 0 } = this.row(statusRow, sql, report.id) ?? {};
    // The rule of section 3; a result with ERROR did not succeed.
    const status = waiting > 0 ? 'WAITING' : notPassed > 0 ? 'FAILED' : 'PASSED';
    return { ...report, status, testResults: new Batches(this.#results(report)) };
  }

  *#results(report: ReportRow): Generator<StoredResult[]> {
    const sql = `SELECT ${columnsOf(resultRow)} FROM test_results WHERE test_report_id = ? AND position >= ?
      ORDER BY position LIMIT ${batchSize}`;
    for (let start = 0; ; start += batchSize) {
      const rows = this.rows(resultRow, sql, report.id, start);
      if (rows.length > 0) yield rows.map((row) => storedResult(row, report));
      if (rows.length < batchSize) return;
    }
  }
}

/** The id of the result of a version's first run. It depends on the version only, so it is known before the run. */
export function firstResultId(versionId: string): string {
  return uuidV5('first result', versionId);
}

/** Half a surrogate pair becomes the replacement character, as in all other columns of text. */
function outcomeText(outcome: Partial<CaseOutcome>): string {
  return JSON.stringify(outcome, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}

function storedResult(
  { outcome, ...result }: ResultRow,
  { testTargetId, browser, breakpoint }: ReportRow,
): StoredResult {
  const earlierAttempts = outcome.earlierAttempts.map((each) => ({ ...emptyAttempt, ...each }));
  const flaky = result.status === 'PASSED' && earlierAttempts.length > 0;
  return {
    ...result,
    ...emptyAttempt,
    ...outcome,
    earlierAttempts,
    testTargetId,
    browser,
    breakpoint,
    flaky,
  };
}
