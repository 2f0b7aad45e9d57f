import { type SeenRequest, startHttpServer, type TestServer } from '../test/support/http-server.ts';

/** What is wrong with a shop. */
export interface Fault {
  /** Texts of its pages that are replaced. */
  readonly replace?: readonly (readonly [string, string])[];
  /** Requests such as `POST /order` that get a status instead, or no response. */
  readonly fail?: Readonly<Record<string, number | 'no response'>>;
  /** The shop sets no cookies. */
  readonly withoutCookies?: boolean;
}

/** Replacements of texts, so that a check of each kind of case fails; signing in still works. */
const replace = [
  ['Your account', 'Your profile'],
  ['Thank you', 'Sorry'],
  ['€35', '€53'],
] as const;

/** Serves the shop with other texts, on which every case must fail. */
export function startBrokenShop(shopUrl: string): Promise<TestServer> {
  return startFaultyShop(shopUrl, { replace });
}

/** Serves the shop with a fault. */
export function startFaultyShop(shopUrl: string, fault: Fault): Promise<TestServer> {
  return startHttpServer(async (request, response) => {
    const failure = fault.fail?.[`${request.method} ${new URL(request.url, shopUrl).pathname}`];
    if (failure === 'no response') return void response.destroy();
    const answer = await forward(shopUrl, request);
    const text = (fault.replace ?? []).reduce(
      (html, [right, wrong]) => html.replaceAll(right, wrong),
      await answer.text(),
    );
    const sent = [...answer.headers].filter(([name]) => name !== 'set-cookie');
    if (!fault.withoutCookies) response.setHeader('set-cookie', answer.headers.getSetCookie());
    if (failure === undefined) {
      response.writeHead(answer.status, Object.fromEntries(sent)).end(text);
    } else {
      response.writeHead(failure, { 'content-type': 'text/html' }).end('<h1>Something went wrong</h1>');
    }
  });
}

/** Sends a request on to a shop. Redirects are not followed. */
export function forward(shopUrl: string, { method, url, headers, body }: SeenRequest): Promise<Response> {
  const { cookie = '', accept = '*/*', 'content-type': contentType = 'text/plain' } = headers;
  return fetch(shopUrl + url, {
    method,
    headers: { cookie, accept, 'content-type': contentType },
    redirect: 'manual',
    ...(method === 'POST' ? { body } : {}),
  });
}
