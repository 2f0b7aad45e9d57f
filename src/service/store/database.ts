import { DatabaseSync } from 'node:sqlite';

const tables = `
  CREATE TABLE test_targets (id TEXT PRIMARY KEY, app TEXT NOT NULL) STRICT;
  CREATE TABLE environments (
    id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    discovery_url TEXT,
    updated_at TEXT NOT NULL,
    UNIQUE (test_target_id, name)
  ) STRICT;
  CREATE TABLE test_case_versions (
    version_id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    test_case_id TEXT NOT NULL,
    test_case TEXT NOT NULL
  ) STRICT;
  CREATE TABLE test_reports (
    id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
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
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    status TEXT NOT NULL,
    error_message TEXT,
    failed_step TEXT,
    UNIQUE (test_report_id, test_case_id)
  ) STRICT;
`;

/** Opens an empty database in memory. */
export function openDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA foreign_keys = ON');
  database.exec(tables);
  return database;
}

/** Runs `work` as one transaction: all of it is stored, or nothing. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
