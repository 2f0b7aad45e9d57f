import type { Hono } from 'hono';
import { HttpProblem } from './http-problem.ts';

/**
 * Answers the methods that a known path does not have: OPTIONS with the list of those it has, others with 405 and the
 * same list (RFC 9110). To be called after the routes were added: what they don't answer comes here.
 */
export function answerOtherMethods(app: Hono): void {
  for (const [path, methods] of methodsByPath(app)) {
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    app.all(path, (context) => {
      if (context.req.raw.method === 'OPTIONS')
        return new Response(null, { status: 204, headers: { allow } });
      throw new HttpProblem(405, { message: `${context.req.path} has only ${allow}` }, { allow });
    });
  }
}

function methodsByPath(app: Hono): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    // ALL is what Hono calls middleware.
    if (method !== 'ALL') found.set(path, (found.get(path) ?? new Set()).add(method));
  }
  return found;
}
