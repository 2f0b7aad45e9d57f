import { beforeAll, expect, it } from 'vitest';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { startHttpServer, type TestServer } from '../support/http-server.ts';
import { containsText, css } from '../support/steps.ts';
import { aPlan, runFirst, sharedTestRunner } from '../support/test-runner.ts';

let runner: Runner;
beforeAll(async () => {
  runner = await sharedTestRunner();
});

const credentials = { username: 'ann', password: 'pässword:1' };
const expected = `Basic ${Buffer.from('ann:pässword:1').toString('base64')}`;

/** A server that lets in who knows the password, and has the header fields to show. */
async function startGuarded(page = ''): Promise<TestServer> {
  return startHttpServer(({ headers }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (headers.authorization === expected) return void response.end(`<h1>Inside</h1>${page}`);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="staging"' }).end('<h1>Keep out</h1>');
  });
}

async function sees(
  app: TestServer,
  text: string,
  basicAuth = credentials,
  headers = {},
): Promise<string | null> {
  const elements = [goTo('/'), containsText(text, css('h1'))];
  const plan = aPlan(app.url, [aCase({ elements })], { environment: { basicAuth, headers } });
  return (await runFirst(runner, plan)).errorMessage ?? null;
}

it('credentials of the environment answer the challenge of the app', async () => {
  await using app = await startGuarded();
  expect(await sees(app, 'Inside')).toBeNull();
});

it('credentials go along with header fields', async () => {
  await using app = await startGuarded();
  expect(await sees(app, 'Inside', credentials, { 'x-bypass': 'yes' })).toBeNull();
  expect(app.requests.every(({ headers }) => headers['x-bypass'] === 'yes')).toBe(true);
});

it('credentials do not answer the challenge of another origin', async () => {
  await using stranger = await startGuarded();
  await using app = await startGuarded(`<iframe src="${stranger.url}"></iframe>`);
  expect(await sees(app, 'Inside')).toBeNull();
  expect(stranger.requests.length).toBeGreaterThan(0);
  expect(stranger.requests.map(({ headers }) => headers.authorization)).toEqual(
    stranger.requests.map(() => undefined),
  );
});

it.each([
  ['wrong', { username: 'ann', password: 'wrong' }],
  ['no', undefined],
])('a test case that would pass on any page fails with %s credentials', async (_, basicAuth) => {
  await using app = await startGuarded();
  const plan = aPlan(app.url, [aCase({ elements: [goTo('/'), seesCss('h1')] })], {
    environment: { ...(basicAuth && { basicAuth }), headers: {} },
  });
  expect(await runFirst(runner, plan)).toMatchObject({
    status: 'FAILED',
    errorMessage: expect.stringContaining('which asks for a user name and a password (status 401). Set'),
  });
});

it('a page that asks for a password and is left has a warning', async () => {
  await using app = await startGuarded();
  const url = app.url.replace('//', `//ann:${encodeURIComponent(credentials.password)}@`);
  const elements = [goTo('/'), goTo(url), containsText('Inside', css('h1'))];
  expect(await runFirst(runner, aPlan(app.url, [aCase({ elements })]))).toMatchObject({
    status: 'PASSED',
    warnings: [expect.stringContaining('which asks for a user name and a password')],
  });
});

it('wrong credentials leave the page that the app shows then', async () => {
  await using app = await startGuarded();
  expect(await sees(app, 'Keep out', { username: 'ann', password: 'wrong' })).toBeNull();
});
