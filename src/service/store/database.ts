import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { messageOf } from '../../common/errors.ts';

/** Raised whenever the tables change: a file of another version is refused rather than misread. */
const schemaVersion = 6;

/** Identifies the databases of this service (SQLite's `application_id`): "BTGS". */
const applicationId = 0x42544753;

/** Time to wait for another process that is just ending. */
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
    message TEXT,
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
  CREATE TABLE test_case_tags (
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    test_case_id TEXT NOT NULL,
    PRIMARY KEY (test_target_id, tag, test_case_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tags_of_test_case ON test_case_tags (test_target_id, test_case_id);
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
    supporting_version_ids TEXT NOT NULL,
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
    outcome TEXT NOT NULL DEFAULT '{}',
    UNIQUE (test_report_id, test_case_id)
  ) STRICT;
  CREATE INDEX results_of_report ON test_results (test_report_id, position);
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

/** The message says which file and why. */
export class UnusableDatabase extends Error {}

/**
 * Opens the service's database, and creates its tables if the file is new or empty. A write that has returned survives
 * the end of the process. The file is locked until it is closed: at its start a service ends the runs that it finds
 * unfinished, and those must not belong to another running process.
 * @param file its path. Default: in memory.
 * @throws UnusableDatabase if the file is not a database of this version, in use or not accessible. It stays unchanged.
 */
export function openDatabase(file = ':memory:'): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') createPrivate(file);
    database = new Database(file);
    prepare(database);
    return database;
  } catch (error) {
    database?.close();
    throw new UnusableDatabase(`Cannot use the database ${file}: ${reasonOf(error)}. Choose another file.`);
  }
}

/** More than the service has, unless tags are combined in ever new numbers. */
const maxStatements = 200;

/** Compiles each statement once, which takes longer than most of them run. */
class Database extends DatabaseSync {
  readonly #statements = new Map<string, StatementSync>();

  override prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    const statement = super.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Only its owner may read a new file, because it contains passwords of test accounts. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Writes nothing before the file is known to belong to this service. */
function prepare(database: DatabaseSync): void {
  database.exec(
    `PRAGMA busy_timeout = ${lockWaitMs}; PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = ON`,
  );
  transaction(
    database,
    () => {
      if (isNew(database)) database.exec(tables);
    },
    'EXCLUSIVE',
  );
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
}

/** @throws if it is the database of another program or version. */
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
  if (application !== applicationId) throw new Error('it belongs to another program');
  if (version !== schemaVersion) {
    throw new Error(`it has version ${version}, but this service needs version ${schemaVersion}`);
  }
  return false;
}

/** By SQLite's result code or the system's error code. */
const reasons: Readonly<Record<string, string>> = {
  5: 'another process uses it',
  8: 'it is read-only',
  14: 'it is not a file that can be opened',
  26: 'it is not a database',
  ENOENT: 'its folder does not exist',
};

function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return reasons[codeOf(error)] ?? message;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // The low byte is the primary code, the others are details.
  if ('errcode' in error && typeof error.errcode === 'number') return String(error.errcode & 0xff);
  return 'code' in error ? String(error.code) : '';
}

/** The databases with an open transaction: `isTransaction` is missing in Node 22.13. */
const inTransaction = new WeakSet<DatabaseSync>();

/**
 * Runs `work` as one transaction: all of it is stored, or nothing. Inside another transaction it is a savepoint: its
 * writes are rolled back if it fails, and stored with the outer transaction.
 * @param mode EXCLUSIVE locks readers out, too; inside another transaction it has no effect.
 * @throws what `work` throws, or SQLite's error.
 */
export function transaction<T>(
  database: DatabaseSync,
  work: () => T,
  mode: 'IMMEDIATE' | 'EXCLUSIVE' = 'IMMEDIATE',
): T {
  const isInner = inTransaction.has(database);
  const [begin, commit, rollback] = isInner
    ? ['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part']
    : [`BEGIN ${mode}`, 'COMMIT', 'ROLLBACK'];
  database.exec(begin);
  inTransaction.add(database);
  try {
    const result = work();
    database.exec(commit);
    return result;
  } catch (error) {
    try {
      database.exec(rollback);
    } catch {
      // Some errors, such as a full disk, have rolled back all open transactions already.
    }
    throw error;
  } finally {
    if (!isInner) inTransaction.delete(database);
  }
}

/** Runs `work` in a transaction that may store rows before those that they refer to. Not inside another transaction. */
export function withoutForeignKeys(database: DatabaseSync, work: () => void): void {
  database.exec('PRAGMA foreign_keys = OFF');
  try {
    transaction(database, work);
  } finally {
    database.exec('PRAGMA foreign_keys = ON');
  }
}

export function jsonColumn<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
}

/** The columns of a row, each under the name of its field: `test_target_id AS testTargetId, …`. */
export function columnsOf({ shape }: z.ZodObject): string {
  return Object.keys(shape)
    .map((field) => `${columnName(field)} AS ${field}`)
    .join(', ');
}

function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function conditions(where: Values): string {
  return Object.keys(where)
    .map((field) => `${columnName(field)} = ?`)
    .join(' AND ');
}

/** A value of a column. Dates are stored as ISO 8601 text. */
type Value = SQLInputValue | Date;

/** Values by the names of their fields: `testTargetId` is the column `test_target_id`. */
type Values = Readonly<Record<string, Value>>;

/** Rows of some tables. */
export abstract class Store {
  protected readonly database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  protected insert(table: string, values: Values): void {
    const columns = Object.keys(values).map(columnName);
    const places = columns.map(() => '?').join(', ');
    this.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, ...Object.values(values));
  }

  /**
   * Changes the rows that have some values.
   * @param values of the fields to change.
   * @returns how many rows were changed.
   */
  protected updateRows(table: string, where: Values, values: Values): number {
    const changes = Object.keys(values).map((field) => `${columnName(field)} = ?`);
    const sql = `UPDATE ${table} SET ${changes.join(', ')} WHERE ${conditions(where)}`;
    return this.run(sql, ...Object.values(values), ...Object.values(where));
  }

  protected deleteRows(table: string, where: Values): void {
    this.run(`DELETE FROM ${table} WHERE ${conditions(where)}`, ...Object.values(where));
  }

  /** @returns the first row with the values of `where`, or undefined if no row has them. */
  protected findRow<T>(schema: z.ZodObject & z.ZodType<T>, table: string, where: Values): T | undefined {
    const sql = `SELECT ${columnsOf(schema)} FROM ${table} WHERE ${conditions(where)}`;
    return this.row(schema, sql, ...Object.values(where));
  }

  /** @returns how many rows were changed. */
  protected run(sql: string, ...values: readonly Value[]): number {
    return Number(this.database.prepare(sql).run(...values.map(stored)).changes);
  }

  /** The first row of a query; undefined if there is none. */
  protected row<T>(schema: z.ZodType<T>, sql: string, ...values: readonly Value[]): T | undefined {
    const found = this.database.prepare(sql).get(...values.map(stored));
    return found === undefined ? undefined : schema.parse(found);
  }

  protected rows<T>(schema: z.ZodType<T>, sql: string, ...values: readonly Value[]): T[] {
    return this.database
      .prepare(sql)
      .all(...values.map(stored))
      .map((row) => schema.parse(row));
  }
}

function stored(value: Value): SQLInputValue {
  return value instanceof Date ? value.toISOString() : value;
}
