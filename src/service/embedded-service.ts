import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { openApiDocument } from '../contract/openapi.ts';
import type { Runner } from '../runner/runner.ts';
import type { Dependencies } from './dependencies.ts';
import { type Generate, GenerationJobs } from './generation-jobs.ts';
import { exchangeHandlers } from './handlers/exchange.ts';
import { executeHandlers } from './handlers/execute.ts';
import { generationHandlers } from './handlers/generations.ts';
import { playwrightCodeHandlers } from './handlers/playwright-code.ts';
import { testCaseHandlers } from './handlers/test-cases.ts';
import { testReportHandlers } from './handlers/test-reports.ts';
import { environmentHandlers, testTargetHandlers } from './handlers/test-targets.ts';
import { describeInternalError, HttpProblem } from './http/http-problem.ts';
import { type Handlers, Routes } from './http/route.ts';
import { Runs, serviceStopped } from './runs.ts';
import { openDatabase, transaction } from './store/database.ts';
import { IdempotencyKeyStore } from './store/idempotency-key-store.ts';
import { TestCaseStore, TestCaseVersionStore, TestPlanStore } from './store/test-case-store.ts';
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
  reports.failAbandoned(serviceStopped, now);
  plans.failUnfinished('the service stopped while test cases were being generated', now);
  testCases.failUnfinishedDiscoveries('the service stopped while this test case was being generated', now);
}

/**
 * The service's HTTP side: every operation of the contract, behind the API key (section 5), and the contract itself
 * as `GET /openapi.json`, without a key. A request without a valid key is refused before anything else is checked.
 * @param log gets one line, without secrets, for each unexpected internal error.
 */
function createApp(deps: Dependencies, apiKey: string, log: (line: string) => void): Hono {
  const app = new Hono();
  app.get('/openapi.json', (context) => context.json(openApiDocument()));
  app.use(async (context, next) => {
    if (!sameText(context.req.header('x-api-key') ?? '', apiKey)) {
      throw new HttpProblem(401, { message: 'X-API-Key is missing or not valid' });
    }
    await next();
  });
  new Routes(app, deps).add(handlers);
  answerOtherMethods(app);
  app.notFound((context) => context.json({ message: `${context.req.path} does not exist` }, 404));
  app.onError((error, context) => {
    if (error instanceof HttpProblem) {
      const { status, body, headers } = error;
      return Response.json(body, { status, headers });
    }
    log(`internal error at ${context.req.method} ${context.req.path}: ${describeInternalError(error)}`);
    return context.json({ message: 'internal error' }, 500);
  });
  return app;
}

/**
 * Answers the methods that a known path lacks: OPTIONS with the list of its methods, others with 405 and the same list
 * (RFC 9110). Call it after the routes have been added, because it matches what they leave.
 */
function answerOtherMethods(app: Hono): void {
  for (const [path, methods] of methodsByPath(app)) {
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    app.all(path, (context) => {
      if (context.req.raw.method === 'OPTIONS')
        return new Response(null, { status: 204, headers: { allow } });
      throw new HttpProblem(405, { message: `${context.req.path} supports only ${allow}` }, { allow });
    });
  }
}

function methodsByPath(app: Hono): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    // Hono's name for middleware.
    if (method !== 'ALL') found.set(path, (found.get(path) ?? new Set()).add(method));
  }
  return found;
}

/** Compares in constant time, so that a key cannot be guessed byte by byte. An empty key is never equal. */
function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return b.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}

const handlers: Handlers = {
  ...testTargetHandlers,
  ...environmentHandlers,
  ...testCaseHandlers,
  ...testReportHandlers,
  ...executeHandlers,
  ...generationHandlers,
  ...exchangeHandlers,
  ...playwrightCodeHandlers,
};
