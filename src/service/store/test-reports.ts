import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { v5 as uuidV5 } from 'uuid';
import { z } from 'zod';
import { reportContext } from '../../contract/report-context.ts';
import type { Breakpoint, Browser } from '../../contract/values.ts';
import type { CaseOutcome } from '../../runner/runner.ts';
import { transaction } from './database.ts';
import { attemptAnswer, evidenceAnswer, failedStep, storedAttempts, storedEvidence } from './evidence.ts';
import { jsonColumn } from './json-column.ts';
import type { TestCaseVersion } from './test-case-versions.ts';

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

const resultRow = z.object({
  id: z.string(),
  testCaseId: z.string(),
  testReportId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  status: z.enum(['WAITING', 'PASSED', 'FAILED', 'ERROR']),
  errorMessage: z.string().nullable(),
  failedStep: jsonColumn(failedStep).nullable(),
  evidence: jsonColumn(storedEvidence),
  earlierAttempts: jsonColumn(storedAttempts),
});
type ResultRow = z.infer<typeof resultRow>;

export interface NewReport {
  readonly testTargetId: string;
  readonly executionUrl: string;
  readonly browser: Browser;
  readonly breakpoint: Breakpoint;
  readonly context: z.output<typeof reportContext>;
  readonly environmentId: string;
  /** One result, WAITING at first, for each of them. */
  readonly versions: readonly TestCaseVersion[];
}

/** A page of the history. */
export interface HistoryRange {
  /** Only reports that are strictly older. */
  readonly before: string | undefined;
  /** Only reports of these environments; with none, of all. */
  readonly environmentIds: readonly string[];
  readonly limit: number;
}

type StoredResult = Omit<ResultRow, 'evidence'> &
  ResultRow['evidence'] & {
    readonly testTargetId: string;
    readonly browser: string;
    readonly breakpoint: string;
    readonly flaky: boolean;
  };

export type StoredReport = z.infer<typeof reportRow> & {
  readonly status: 'WAITING' | 'PASSED' | 'FAILED';
  readonly testResults: readonly StoredResult[];
};

const reportColumns = `id, test_target_id AS testTargetId, created_at AS createdAt, updated_at AS updatedAt,
  execution_url AS executionUrl, browser, breakpoint, context`;
const resultColumns = `id, test_case_id AS testCaseId, test_report_id AS testReportId, name,
  created_at AS createdAt, updated_at AS updatedAt, status, error_message AS errorMessage, failed_step AS failedStep,
  evidence, earlier_attempts AS earlierAttempts`;

/** Test reports with their results (sections 2.6 and 2.7). */
export class TestReportStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  create(report: NewReport, now: Date): StoredReport {
    const id = randomUUID();
    transaction(this.#database, () => {
      const createdAt = this.#newestAfter(report.testTargetId, now);
      this.#database
        .prepare(
          `INSERT INTO test_reports (id, test_target_id, environment_id, created_at, updated_at, execution_url, browser, breakpoint, context)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          id,
          report.testTargetId,
          report.environmentId,
          createdAt,
          createdAt,
          report.executionUrl,
          report.browser,
          report.breakpoint,
          JSON.stringify(report.context),
        );
      const insert = this.#database.prepare(
        `INSERT INTO test_results (id, test_report_id, test_case_id, version_id, position, name, created_at, updated_at, status)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'WAITING')`,
      );
      for (const [position, { versionId, testCase }] of report.versions.entries()) {
        const { id: testCaseId, description } = testCase;
        const resultId = this.#newResultId(versionId);
        insert.run(resultId, id, testCaseId, versionId, position, description, createdAt, createdAt);
      }
    });
    const stored = this.find(report.testTargetId, id);
    if (stored === undefined) throw new Error(`report ${id} was stored and is not there`);
    return stored;
  }

  /** The id that a draft push has told, for the version's first run. */
  #newResultId(versionId: string): string {
    const first = firstResultId(versionId);
    const isTaken =
      this.#database.prepare('SELECT 1 FROM test_results WHERE id = ?').get(first) !== undefined;
    return isTaken ? randomUUID() : first;
  }

  /** `createdAt` is the history's key, so no two reports of a target share one. */
  #newestAfter(testTargetId: string, now: Date): string {
    const row = this.#database
      .prepare('SELECT max(created_at) AS newest FROM test_reports WHERE test_target_id = ?')
      .get(testTargetId);
    const newest = z.object({ newest: z.string().nullable() }).parse(row).newest;
    const floor = newest === null ? 0 : new Date(newest).getTime() + 1;
    return new Date(Math.max(now.getTime(), floor)).toISOString();
  }

  /** A result's `createdAt` is the moment at which its case began to play. */
  markStarted(testReportId: string, testCaseId: string, now: Date): void {
    this.#database
      .prepare('UPDATE test_results SET created_at = ? WHERE test_report_id = ? AND test_case_id = ?')
      .run(now.toISOString(), testReportId, testCaseId);
  }

  saveOutcome(testReportId: string, outcome: CaseOutcome, now: Date): void {
    transaction(this.#database, () => {
      this.#database
        .prepare(
          `UPDATE test_results SET status = ?, error_message = ?, failed_step = ?, evidence = ?, earlier_attempts = ?,
             updated_at = ?
           WHERE test_report_id = ? AND test_case_id = ?`,
        )
        .run(
          outcome.status,
          outcome.errorMessage,
          outcome.failedStep === undefined ? null : JSON.stringify(outcome.failedStep),
          JSON.stringify(evidenceAnswer(outcome)),
          JSON.stringify((outcome.earlierAttempts ?? []).map(attemptAnswer)),
          now.toISOString(),
          testReportId,
          outcome.testCaseId,
        );
      this.#touch(testReportId, now);
    });
  }

  #touch(testReportId: string, now: Date): void {
    this.#database
      .prepare('UPDATE test_reports SET updated_at = ? WHERE id = ?')
      .run(now.toISOString(), testReportId);
  }

  /** Ends what still waits: the run behind it is over. */
  failWaiting(testReportId: string, errorMessage: string, now: Date): void {
    transaction(this.#database, () => {
      const { changes } = this.#database
        .prepare(
          `UPDATE test_results SET status = 'ERROR', error_message = ?, updated_at = ?
           WHERE test_report_id = ? AND status = 'WAITING'`,
        )
        .run(errorMessage, now.toISOString(), testReportId);
      if (changes > 0) this.#touch(testReportId, now);
    });
  }

  find(testTargetId: string, id: string): StoredReport | undefined {
    const row = this.#database
      .prepare(`SELECT ${reportColumns} FROM test_reports WHERE test_target_id = ? AND id = ?`)
      .get(testTargetId, id);
    return row === undefined ? undefined : this.#withResults(reportRow.parse(row));
  }

  /** Newest first. */
  list(testTargetId: string, { before, environmentIds, limit }: HistoryRange): StoredReport[] {
    // Several conditions on one environment hold together: two different ones fit nothing.
    const environments = environmentIds.map(() => 'AND environment_id = ?').join(' ');
    return this.#database
      .prepare(
        `SELECT ${reportColumns} FROM test_reports WHERE test_target_id = ? AND created_at < ? ${environments}
         ORDER BY created_at DESC LIMIT ?`,
      )
      .all(testTargetId, before ?? '9999', ...environmentIds, limit)
      .map((row) => this.#withResults(reportRow.parse(row)));
  }

  /** The versions that a report has run, in order; undefined where there is no such report. */
  versionIds(testTargetId: string, id: string): string[] | undefined {
    if (this.find(testTargetId, id) === undefined) return undefined;
    return this.#database
      .prepare('SELECT version_id AS versionId FROM test_results WHERE test_report_id = ? ORDER BY position')
      .all(id)
      .map((row) => z.object({ versionId: z.string() }).parse(row).versionId);
  }

  /** Ends what a process has left under way when it ended. */
  failAbandoned(errorMessage: string, now: Date): void {
    this.#database
      .prepare(
        `UPDATE test_reports SET updated_at = ?
         WHERE id IN (SELECT test_report_id FROM test_results WHERE status = 'WAITING')`,
      )
      .run(now.toISOString());
    this.#database
      .prepare(
        "UPDATE test_results SET status = 'ERROR', error_message = ?, updated_at = ? WHERE status = 'WAITING'",
      )
      .run(errorMessage, now.toISOString());
  }

  #withResults(report: z.infer<typeof reportRow>): StoredReport {
    const testResults = this.#database
      .prepare(`SELECT ${resultColumns} FROM test_results WHERE test_report_id = ? ORDER BY position`)
      .all(report.id)
      .map((row) => storedResult(resultRow.parse(row), report));
    return { ...report, status: reportStatus(testResults), testResults };
  }
}

/** The id of the result of a version's first run: it is known before there is one. */
export function firstResultId(versionId: string): string {
  return uuidV5('first result', versionId);
}

function storedResult(
  { evidence, ...result }: ResultRow,
  { testTargetId, browser, breakpoint }: z.infer<typeof reportRow>,
): StoredResult {
  const flaky = result.status === 'PASSED' && result.earlierAttempts.length > 0;
  return { ...result, ...evidence, testTargetId, browser, breakpoint, flaky };
}

/** The rule of section 3; a result with ERROR did not succeed. */
function reportStatus(results: readonly Pick<ResultRow, 'status'>[]): StoredReport['status'] {
  if (results.some(({ status }) => status === 'WAITING')) return 'WAITING';
  return results.every(({ status }) => status === 'PASSED') ? 'PASSED' : 'FAILED';
}
