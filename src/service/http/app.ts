import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { openApiDocument } from '../../contract/openapi.ts';
import type { Dependencies } from '../dependencies.ts';
import { answerOtherMethods } from './allowed-methods.ts';
import { HttpProblem } from './http-problem.ts';
import { inOneLine } from './internal-error.ts';
import { addRoutes } from './routes.ts';

/**
 * The service's HTTP side: every operation of the contract, behind the API key (section 5), and the contract itself
 * as `GET /openapi.json`, without a key. A request without a valid key is refused before anything else is looked at.
 * @param log told one line for each error that nobody expected; it holds no secrets.
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
  addRoutes(app, deps);
  answerOtherMethods(app);
  app.notFound((context) => context.json({ message: `${context.req.path} does not exist` }, 404));
  app.onError((error, context) => {
    if (error instanceof HttpProblem) return toResponse(error);
    log(`internal error at ${context.req.method} ${context.req.path}: ${inOneLine(error)}`);
    return context.json({ message: 'internal error' }, 500);
  });
  return app;
}

function toResponse({ status, body, headers }: HttpProblem): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Compares in constant time, so that a key can't be guessed byte by byte. Nothing is the same as an empty key. */
function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return b.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}
