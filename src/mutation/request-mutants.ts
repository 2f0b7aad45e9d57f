import type { PageAnswer, PageRequest } from '../runner/page-changes.ts';
import { type Mutant, pagePath, type RequestChange } from './mutant.ts';

/** An answer with its body, as far as that is known. */
export type SeenAnswer = PageAnswer & { readonly request: PageRequest };

/** Larger bodies are not kept. */
const maxBodyBytes = 200_000;

/** Whether a body may be needed to answer in place of the server. */
export function isBodyNeeded(
  { method, isDocument }: PageRequest,
  { status }: Omit<PageAnswer, 'body'>,
): boolean {
  return method !== 'GET' && !(isDocument && isRedirect(status));
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * The mutants of an answer of the app's server.
 * @param pages the paths of all pages, in order.
 */
export function requestMutants(seen: SeenAnswer, pages: readonly string[]): Mutant[] {
  return [serverError(seen), requestIgnored(seen), wrongRedirect(seen, pages)].filter(
    (each) => each !== undefined,
  );
}

/** What a page shows after a form, or the data that its scripts show. */
function serverError(seen: SeenAnswer): Mutant | undefined {
  const { request, status, headers } = seen;
  const isForm = request.isDocument && request.method !== 'GET';
  const isData = request.isFromScript && /\b(?:json|html|xml)\b/.test(headers['content-type'] ?? '');
  if (status >= 400 || !(isForm || isData)) return undefined;
  const type = isForm ? 'text/html' : 'application/json';
  const body = isForm ? '<h1>Internal Server Error</h1>' : '{"error":"Internal Server Error"}';
  return mutant('server-error', seen, 'fails with the status 500.', {
    status: 500,
    headers: { 'content-type': type },
    body,
    isSent: false,
  });
}

/**
 * The page goes on as if the server had stored something. A search or a refused login stores nothing: only an answer
 * that says otherwise counts, by a redirect, a cookie, a method or a status.
 */
function requestIgnored(seen: SeenAnswer): Mutant | undefined {
  const { request, status, headers, body } = seen;
  if (status >= 400 || request.method === 'GET' || Buffer.byteLength(body) > maxBodyBytes) return undefined;
  const isStored =
    (request.isDocument && isRedirect(status)) ||
    headers['set-cookie'] !== undefined ||
    /^(?:PUT|PATCH|DELETE)$/.test(request.method) ||
    status === 201 ||
    status === 204;
  if (!isStored || !(request.isDocument || request.isFromScript)) return undefined;
  const kept = ['content-type', 'location'].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return mutant('request-ignored', seen, 'changes nothing on the server.', {
    status,
    headers: Object.fromEntries(kept),
    body,
    isSent: false,
  });
}

function wrongRedirect(seen: SeenAnswer, pages: readonly string[]): Mutant | undefined {
  const { request, status, headers } = seen;
  const right = URL.parse(headers.location ?? '', request.url);
  if (!request.isDocument || !isRedirect(status) || right === null) return undefined;
  const wrong = pages.find((page) => page !== pagePath(right.href) && !/:id|[#]/.test(page));
  if (wrong === undefined) return undefined;
  return mutant('wrong-redirect', seen, `leads to ${wrong} instead of ${right.pathname}.`, {
    status,
    headers: { location: wrong },
    body: '',
    isSent: true,
  });
}

function mutant(
  operator: string,
  { request }: SeenAnswer,
  what: string,
  change: Omit<RequestChange, 'kind' | 'method' | 'path'>,
): Mutant {
  const { method, url, pageUrl } = request;
  const path = pagePath(url);
  return {
    operator,
    page: URL.canParse(pageUrl) ? pagePath(pageUrl) : path,
    description: `${method} ${path} ${what}`,
    change: { kind: 'request', method, path, ...change },
  };
}
