import { startHttpServer, type TestServer } from '../test/support/http-server.ts';

/** Replacements of texts, so that a check of each kind of case fails; signing in still works. */
const replacements: readonly (readonly [string, string])[] = [
  ['Your account', 'Your profile'],
  ['Thank you', 'Sorry'],
  ['€35', '€53'],
];

/** Serves the shop with other texts, on which every case must fail. */
export function startBrokenShop(shopUrl: string): Promise<TestServer> {
  return startHttpServer(async ({ method, url, headers, body }, response) => {
    const { cookie = '', 'content-type': contentType = 'text/plain' } = headers;
    const answer = await fetch(shopUrl + url, {
      method,
      headers: { cookie, 'content-type': contentType },
      redirect: 'manual',
      ...(method === 'POST' ? { body } : {}),
    });
    const text = replacements.reduce(
      (html, [right, wrong]) => html.replaceAll(right, wrong),
      await answer.text(),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
  });
}
