import { type SeenRequest, startHttpServer, type TestServer } from '../../support/http-server.ts';

/** An app to generate test cases for, which can be started with one of its behaviours broken. */
export interface App {
  readonly name: string;
  /** The names of the behaviours that can be broken. */
  readonly faults: readonly string[];
  start(fault?: string): Promise<TestServer>;
}

export interface Answer {
  readonly status?: number;
  readonly html?: string;
  readonly location?: string;
  readonly cookie?: string;
}

/** Makes an app of a function that answers its requests; a new one for each start, as it may have a state. */
export function app(
  name: string,
  faults: readonly string[],
  create: (isBroken: (fault: string) => boolean) => (request: AppRequest) => Answer | undefined,
): App {
  return {
    name,
    faults,
    start(fault) {
      if (fault !== undefined && !faults.includes(fault)) throw new Error(`${name} has no fault "${fault}"`);
      const answer = create((each) => each === fault);
      return startHttpServer((request, response) => {
        const {
          status = 200,
          html = 'Not found',
          location,
          cookie,
        } = answer(readRequest(request)) ?? { status: 404 };
        const headers = {
          ...(location && { location }),
          ...(cookie && { 'set-cookie': `${cookie}; Path=/` }),
        };
        response.writeHead(location === undefined ? status : 303, {
          'content-type': 'text/html; charset=utf-8',
          ...headers,
        });
        response.end(html);
      });
    },
  };
}

export interface AppRequest {
  /** Such as `GET /cart`. */
  readonly route: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  cookie(name: string): string;
}

function readRequest({ method, url, body, headers }: SeenRequest): AppRequest {
  const { pathname, searchParams } = new URL(url, 'http://app');
  return {
    route: `${method} ${pathname}`,
    query: searchParams,
    form: new URLSearchParams(body),
    cookie: (name) =>
      decodeURIComponent(new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? ''),
  };
}

/** Escapes a text for HTML. */
export function safe(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function page(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
}
