import { startHttpServer, type TestServer } from '../test/support/http-server.ts';

/** Each kind of case has a check that one of these makes fail; signing in still works. */
const spoilt: readonly (readonly [string, string])[] = [
  ['Your account', 'Your profile'],
  ['Thank you', 'Sorry'],
  ['€35', '€53'],
];

/** Serves the shop with other texts: who checks what the cases check passes none of them. */
export function startSpoiltShop(shopUrl: string): Promise<TestServer> {
  return startHttpServer(async ({ method, url, headers, body }, response) => {
    const { cookie = '', 'content-type': contentType = 'text/plain' } = headers;
    const answer = await fetch(shopUrl + url, {
      method,
      headers: { cookie, 'content-type': contentType },
      redirect: 'manual',
      ...(method === 'POST' ? { body } : {}),
    });
    const text = spoilt.reduce((html, [right, wrong]) => html.replaceAll(right, wrong), await answer.text());
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
  });
}
