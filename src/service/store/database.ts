import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** Raised whenever the tables change: a file of another version is refused rather than misread. */
const schemaVersion = 3;

/** Tells a database of this service from any other (SQLite's `application_id`): "BTGS". */
const applicationId = 0x42544753;

/** How long another process that is just ending is waited for. */
const lockWaitMs = 2000;

const tables = `
  CREATE TABLE test_targets (
    id TEXT PRIMARY KEY,
    app TEXT NOT NULL,
    test_id_attribute TEXT,
    timeout_per_step INTEGER NOT NULL,
    test_management_integration TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE environments (
    id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    settings TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (test_target_id, name)
  ) STRICT;
  CREATE TABLE test_case_versions (
    version_id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    test_case_id TEXT NOT NULL,
    test_case TEXT NOT NULL
  ) STRICT;
  CREATE TABLE test_plans (
    id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    status TEXT NOT NULL,
    context TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE test_cases (
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    version_id TEXT NOT NULL REFERENCES test_case_versions (version_id),
    position INTEGER NOT NULL,
    status TEXT NOT NULL,
    interaction_status TEXT,
    discovery TEXT,
    test_plan_id TEXT REFERENCES test_plans (id),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (test_target_id, id)
  ) STRICT;
  CREATE TABLE test_reports (
    id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    environment_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    execution_url TEXT NOT NULL,
    browser TEXT NOT NULL,
    breakpoint TEXT NOT NULL,
    context TEXT NOT NULL,
    UNIQUE (test_target_id, created_at)
  ) STRICT;
  CREATE TABLE test_results (
    id TEXT PRIMARY KEY,
    test_report_id TEXT NOT NULL REFERENCES test_reports (id) ON DELETE CASCADE,
    test_case_id TEXT NOT NULL,
    version_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    status TEXT NOT NULL,
    error_message TEXT,
    failed_step TEXT,
    evidence TEXT NOT NULL DEFAULT '{}',
    earlier_attempts TEXT NOT NULL DEFAULT '[]',
    UNIQUE (test_report_id, test_case_id)
  ) STRICT;
  CREATE TABLE idempotency_keys (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
  CREATE INDEX waiting_results ON test_results (status) WHERE status = 'WAITING';
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

const header = z.object({ application: z.int(), version: z.int(), tables: z.int() });

/** A database file that can't be used. The message says why. */
export class UnusableDatabase extends Error {}

/**
 * Opens the service's database, and makes its tables where the file is new or empty. A write that has returned survives
 * the end of the process. The file is this process's alone until it is closed: at its start a service ends the runs
 * that it finds under way, and they must not be another living process's.
 * @param file its path; by default it is in memory.
 * @throws UnusableDatabase where the file is no database of this version, in use, or out of reach. It is unchanged then.
 */
export function openDatabase(file = ':memory:'): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') createPrivate(file);
    database = new DatabaseSync(file, { timeout: lockWaitMs });
    prepare(database);
    return database;
  } catch (error) {
    database?.close();
    throw new UnusableDatabase(`The database ${file} can't be used: ${reasonOf(error)}. Name another file.`);
  }
}

/** A new file is its owner's alone, because it holds passwords of test accounts. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Nothing is written before it is clear that the file is ours. */
function prepare(database: DatabaseSync): void {
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = ON');
  transaction(
    database,
    () => {
      if (isNew(database)) database.exec(tables);
    },
    'EXCLUSIVE',
  );
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
}

/** @throws where it is the database of something else, or of another version. */
function isNew(database: DatabaseSync): boolean {
  const { application, version, tables } = header.parse(
    database
      .prepare(
        `SELECT (SELECT application_id FROM pragma_application_id) AS application,
           (SELECT user_version FROM pragma_user_version) AS version, (SELECT count(*) FROM sqlite_schema) AS tables`,
      )
      .get(),
  );
  if (application === 0 && version === 0 && tables === 0) return true;
  if (application !== applicationId) throw new Error('it is the database of another program');
  if (version !== schemaVersion) {
    throw new Error(`it has the version ${version}, and this service works with ${schemaVersion}`);
  }
  return false;
}

/** SQLite's result codes, and the system's, in words. */
const reasons: Readonly<Record<string, string>> = {
  5: 'another process uses it',
  8: 'it is read-only',
  14: 'it is no file that can be opened',
  26: 'it is no database',
  ENOENT: 'its folder does not exist',
};

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return reasons[codeOf(error)] ?? message;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // The low byte is the plain code, the others say more of it.
  if ('errcode' in error && typeof error.errcode === 'number') return String(error.errcode & 0xff);
  return 'code' in error ? String(error.code) : '';
}

/**
 * Runs `work` as one transaction: all of it is stored, or nothing. Inside another transaction it is a part of that: what
 * it wrote is taken back where it fails, and stored when the outer one is.
 * @param mode whether readers are kept out, too; the outer one's counts.
 * @throws what `work` throws, or SQLite's error.
 */
export function transaction<T>(
  database: DatabaseSync,
  work: () => T,
  mode: 'IMMEDIATE' | 'EXCLUSIVE' = 'IMMEDIATE',
): T {
  const [begin, commit, rollback] = database.isTransaction
    ? ['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part']
    : [`BEGIN ${mode}`, 'COMMIT', 'ROLLBACK'];
  database.exec(begin);
  try {
    const result = work();
    database.exec(commit);
    return result;
  } catch (error) {
    // Some errors, such as a full disk, have rolled back already, with all transactions around.
    if (database.isTransaction) database.exec(rollback);
    throw error;
  }
}
