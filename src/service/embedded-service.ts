import { randomBytes } from 'node:crypto';
import type { Runner } from '../runner/runner.ts';
import type { Dependencies } from './dependencies.ts';
import { type Generate, GenerationJobs } from './generation-jobs.ts';
import { createApp } from './http/app.ts';
import { Runs } from './runs.ts';
import { openDatabase, transaction } from './store/database.ts';
import { IdempotencyKeyStore } from './store/idempotency-key-store.ts';
import { TestCaseStore, TestCaseVersionStore } from './store/test-case-store.ts';
import { TestPlanStore } from './store/test-plan-store.ts';
import { TestReportStore } from './store/test-report-store.ts';
import { EnvironmentStore, TestTargetStore } from './store/test-target-store.ts';

/** The service in this process. It opens no port: only callers of `fetch` reach it. */
export type EmbeddedService = ReturnType<typeof openEmbeddedService>;

export interface ServiceOptions {
  readonly runner: Runner;
  /** Whether test cases may upload files of the repository. Default: no, those that do are refused. */
  readonly hasRepository?: boolean;
  readonly now?: () => Date;
  /** Path of the database file. Default: in memory, deleted with the service. */
  readonly file?: string;
  /** Key that requests must send. Default: a random one. */
  readonly apiKey?: string;
  /** Generates test cases from prompts. Default: generations end with an error. */
  readonly generate?: Generate;
  /** Gets one line, without secrets, for each unexpected internal error. Default: stderr. */
  readonly log?: (line: string) => void;
}

/**
 * Opens the service. Disposing of it stops its runs.
 * @throws UnusableDatabase
 */
export function openEmbeddedService(options: ServiceOptions) {
  const { runner, hasRepository = false, now = () => new Date() } = options;
  const database = openDatabase(options.file);
  const environments = new EnvironmentStore(database);
  const stores = {
    database,
    environments,
    targets: new TestTargetStore(database, environments),
    testCases: new TestCaseStore(database),
    versions: new TestCaseVersionStore(database),
    reports: new TestReportStore(database),
    plans: new TestPlanStore(database),
    idempotencyKeys: new IdempotencyKeyStore(database),
    now,
  };
  transaction(database, () => endUnfinished(stores, now()));
  const runs = new Runs(runner, stores.reports, now);
  const generations = new GenerationJobs({ ...stores, runs }, options.generate);
  const apiKey = options.apiKey ?? randomBytes(24).toString('base64url');
  const app = createApp(
    { ...stores, runs, generations, hasRepository },
    apiKey,
    options.log ?? console.error,
  );
  /** Ends runs and generations with an error. Requests are still answered, including those that wait for a run. */
  const stopWork = async () => {
    await Promise.all([runs.close(), generations.close()]);
  };
  return {
    apiKey,
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    stopWork,
    async [Symbol.asyncDispose]() {
      try {
        await stopWork();
      } finally {
        if (database.isOpen) database.close();
      }
    },
  };
}

/** Ends what an earlier process has left unfinished. */
function endUnfinished(
  { reports, plans, testCases }: Pick<Dependencies, 'reports' | 'plans' | 'testCases'>,
  now: Date,
): void {
  reports.failAbandoned('the service stopped before this test case ran', now);
  plans.failUnfinished('the service stopped while test cases were being generated', now);
  testCases.failUnfinishedDiscoveries('the service stopped while this test case was being generated', now);
}
