import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { endpoints } from '../contract/endpoints.ts';
import type { Dependencies } from './dependencies.ts';
import { createEnvironment } from './handlers/create-environment.ts';
import { createTestTarget } from './handlers/create-test-target.ts';
import { draftPush } from './handlers/draft-push.ts';
import { execute } from './handlers/execute.ts';
import { getTestReport } from './handlers/get-test-report.ts';
import { listEnvironments } from './handlers/list-environments.ts';
import { listTestReports } from './handlers/list-test-reports.ts';
import { HttpProblem } from './http-problem.ts';
import { route } from './route.ts';

/** The service's HTTP side: every operation of the contract, behind the API key (section 5). */
export function createApp(deps: Dependencies, apiKey: string): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    if (!sameText(context.req.header('x-api-key') ?? '', apiKey)) {
      throw new HttpProblem(401, { message: 'X-API-Key is missing or not valid' });
    }
    await next();
  });
  route(app, endpoints.createTestTarget, createTestTarget(deps));
  route(app, endpoints.listEnvironments, listEnvironments(deps));
  route(app, endpoints.createEnvironment, createEnvironment(deps));
  route(app, endpoints.listTestReports, listTestReports(deps));
  route(app, endpoints.getTestReport, getTestReport(deps));
  route(app, endpoints.draftPush, draftPush(deps));
  route(app, endpoints.execute, execute(deps));
  app.notFound((context) => context.json({ message: `${context.req.path} does not exist` }, 404));
  app.onError((error, context) =>
    error instanceof HttpProblem
      ? new Response(JSON.stringify(error.body), {
          status: error.status,
          headers: { 'content-type': 'application/json' },
        })
      : context.json({ message: 'internal error' }, 500),
  );
  return app;
}

/** Compares in constant time, so that a key can't be guessed byte by byte. */
function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
