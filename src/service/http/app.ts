import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { openApiDocument } from '../../contract/openapi.ts';
import type { Dependencies } from '../dependencies.ts';
import { exchangeHandlers } from '../handlers/exchange.ts';
import { executeHandlers } from '../handlers/execute.ts';
import { generationHandlers } from '../handlers/generations.ts';
import { playwrightCodeHandlers } from '../handlers/playwright-code.ts';
import { testCaseHandlers } from '../handlers/test-cases.ts';
import { testReportHandlers } from '../handlers/test-reports.ts';
import { environmentHandlers, testTargetHandlers } from '../handlers/test-targets.ts';
import { describeInternalError, HttpProblem } from './http-problem.ts';
import { type Handlers, Routes } from './route.ts';

/**
 * The service's HTTP side: every operation of the contract, behind the API key (section 5), and the contract itself
 * as `GET /openapi.json`, without a key. A request without a valid key is refused before anything else is checked.
 * @param log gets one line, without secrets, for each unexpected internal error.
 */
export function createApp(deps: Dependencies, apiKey: string, log: (line: string) => void): Hono {
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
