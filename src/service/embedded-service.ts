import { randomBytes } from 'node:crypto';
import type { Runner } from '../runner/runner.ts';
import { createApp } from './app.ts';
import { Runs } from './runs.ts';
import { openDatabase } from './store/database.ts';
import { TestCaseVersionStore } from './store/test-case-versions.ts';
import { TestReportStore } from './store/test-reports.ts';
import { TestTargetStore } from './store/test-targets.ts';

/** The service in this process: no port is open, so nothing but the holder of `fetch` reaches it. */
export interface EmbeddedService extends AsyncDisposable {
  /** A key of this instance alone. */
  readonly apiKey: string;
  /** Answers a request as the network would. */
  fetch(request: Request): Promise<Response>;
}

/** Opens an empty service that executes its test cases with `runner`. Disposing of it stops its runs. */
export function openEmbeddedService(runner: Runner, now: () => Date = () => new Date()): EmbeddedService {
  const database = openDatabase();
  const reports = new TestReportStore(database);
  const runs = new Runs(runner, reports, now);
  const apiKey = randomBytes(24).toString('base64url');
  const app = createApp(
    {
      targets: new TestTargetStore(database),
      versions: new TestCaseVersionStore(database),
      reports,
      runs,
      now,
    },
    apiKey,
  );
  return {
    apiKey,
    fetch: async (request) => app.fetch(request),
    async [Symbol.asyncDispose]() {
      await runs.close();
      database.close();
    },
  };
}
