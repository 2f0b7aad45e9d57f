import { randomBytes } from 'node:crypto';
import type { Runner } from '../runner/runner.ts';
import { createApp } from './http/app.ts';
import { type Generate, Planning } from './planning.ts';
import { Runs } from './runs.ts';
import { failAbandonedDiscoveries } from './store/abandoned-discoveries.ts';
import { openDatabase, transaction } from './store/database.ts';
import { EnvironmentStore } from './store/environments.ts';
import { IdempotencyKeyStore } from './store/idempotency-keys.ts';
import { TestCaseVersionStore } from './store/test-case-versions.ts';
import { TestCaseStore } from './store/test-cases.ts';
import { TestPlanStore } from './store/test-plans.ts';
import { TestReportStore } from './store/test-reports.ts';
import { TestTargetStore } from './store/test-targets.ts';

/** The service in this process: no port is open, so nothing but the holder of `fetch` reaches it. */
export interface EmbeddedService extends AsyncDisposable {
  /** A key of this instance alone. */
  readonly apiKey: string;
  /** Answers a request as the network would. */
  fetch(request: Request): Promise<Response>;
  /** Ends runs and generations, each with an error; requests are still answered, also those that wait for a run. */
  stopWork(): Promise<void>;
}

export interface ServiceOptions {
  /** Executes the test cases. */
  readonly runner: Runner;
  readonly now?: () => Date;
  /** File of the database; by default it is in memory, and gone with the service. */
  readonly file?: string;
  /** The key that requests must carry; by default a random one. */
  readonly apiKey?: string;
  /** Makes test cases from prompts; without one, generations end with an error. */
  readonly generate?: Generate;
  /** Told one line, without secrets, for each error that nobody expected; by default it goes to stderr. */
  readonly log?: (line: string) => void;
}

/**
 * Opens the service. Disposing of it stops its runs.
 * @throws UnusableDatabase
 */
export function openEmbeddedService(options: ServiceOptions): EmbeddedService {
  const { runner, now = () => new Date() } = options;
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
  transaction(database, () => {
    stores.reports.failAbandoned('the service ended while this test case was to run', now());
    stores.plans.failUnfinished(now());
    failAbandonedDiscoveries(database, 'the service ended while this test case was to be made', now());
  });
  const runs = new Runs(runner, stores.reports, now);
  const planning = new Planning(stores, options.generate);
  const apiKey = options.apiKey ?? randomBytes(24).toString('base64url');
  const app = createApp({ ...stores, runs, planning }, apiKey, options.log ?? console.error);
  const stopWork = async () => {
    await Promise.all([runs.close(), planning.close()]);
  };
  return {
    apiKey,
    fetch: async (request) => app.fetch(request),
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
