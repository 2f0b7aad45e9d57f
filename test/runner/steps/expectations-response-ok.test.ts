import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { CaseOutcome, Runner, RunPlan } from '../../../src/runner/runner.ts';
import { aCase, goTo } from '../../support/cases.ts';
import { startHttpServer, type TestServer } from '../../support/http-server.ts';
import { aPlan, runFirst, runToFail, sharedTestRunner } from '../../support/test-runner.ts';

vi.setConfig({ maxConcurrency: 12 });

let runner: Runner;
let app: TestServer;
let elsewhere: TestServer;
beforeAll(async () => {
  elsewhere = await startHttpServer(({ url }, response) => {
    response.writeHead(url.startsWith('/missing') ? 404 : 200).end();
  });
  const answers: Record<string, readonly [number, Record<string, string>]> = {
    '/app/': [200, { 'content-type': 'text/html', 'set-cookie': 'user=ann; Path=/' }],
    '/app/empty': [204, {}],
    '/app/moved': [302, { location: 'empty' }],
    '/app/away': [307, { location: `${elsewhere.url}/seen` }],
    '/app/away-missing': [307, { location: `${elsewhere.url}/missing` }],
    '/app/private': [302, { location: 'login?next=private' }],
    '/app/login?next=private': [200, {}],
    '/app/round': [301, { location: 'round' }],
    '/app/nowhere': [302, {}],
    '/app/broken': [503, {}],
    '/app/api/orders': [200, { 'content-type': 'text/html; charset=utf-8' }],
    '/app/api/docs': [200, { 'content-type': 'text/html' }],
    '/app/api/users': [200, { 'content-type': 'application/json' }],
    '/app/orders': [200, { 'content-type': 'text/html' }],
    '/app/terms.pdf': [200, { 'content-type': 'text/html' }],
  };
  app = await startHttpServer(async ({ url, headers }, response) => {
    if (url === '/app/endless') {
      response.writeHead(200);
      while (!response.destroyed && response.write('more')) await setImmediate();
      return;
    }
    if (url === '/app/locked') {
      const open = headers.authorization === `Basic ${btoa('ann:pass')}`;
      response.writeHead(open ? 200 : 401, { 'www-authenticate': 'Basic realm="app"' }).end();
      return;
    }
    if (url === '/app/mine') {
      response.writeHead(headers.cookie === 'user=ann' ? 200 : 401).end();
      return;
    }
    const [status, fields] = answers[url] ?? [404, {}];
    response.writeHead(status, fields).end();
  });
  runner = await sharedTestRunner();
});
afterAll(() => Promise.all([app, elsewhere].map((each) => each?.[Symbol.asyncDispose]())));

/** Asks for a URL from a page of the app; the step's index is 1. */
function ask(
  calledWith: string,
  overrides: Partial<RunPlan> = {},
  playing: typeof runFirst = runFirst,
): Promise<CaseOutcome> {
  const step: ExchangeElement = { selectors: [], assertion: { expectation: 'RESPONSE_OK', calledWith } };
  const testCase = aCase({ elements: [goTo('/'), step] });
  return playing(runner, aPlan(`${app.url}/app/`, [testCase], overrides));
}

describe.concurrent('RESPONSE_OK', () => {
  it('accepts a path below the execution URL, and a URL elsewhere', async () => {
    const paths = ['/empty', 'moved', 'mine', '$PLACE', `${elsewhere.url}/fine`];
    const steps = paths.map((path): ExchangeElement => {
      return { selectors: [], assertion: { expectation: 'RESPONSE_OK', calledWith: path } };
    });
    const testCase = aCase({ elements: [goTo('/'), ...steps] });
    const plan = aPlan(`${app.url}/app/`, [testCase], { variables: { PLACE: ['empty'] } });
    expect(await runFirst(runner, plan)).toMatchObject({ errorMessage: null });
  });

  it.each(['api/orders', 'terms.pdf'])('warns of a page in place of %s', async (path) => {
    expect((await ask(path)).warnings).toEqual([
      expect.stringMatching(new RegExp(`GET \\S+/app/${path} responded with text/html.* instead of data`)),
    ]);
  });

  it.each(['api/users', 'api/docs', 'orders'])('does not warn of %s', async (path) => {
    expect(await ask(path)).not.toHaveProperty('warnings');
  });

  it.each([
    ['an error', '/broken', '503 Service Unavailable'],
    ['a path that is not there', '/none', '404 Not Found'],
    ['a redirect that leads nowhere', '/nowhere', '302 Found'],
  ])('refuses %s, with URL and status', async (_, calledWith, received) => {
    const outcome = await ask(calledWith);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    const status = received.split(' ')[0];
    expect(outcome.errorMessage).toBe(
      [
        `Expected the response of ${calledWith} to be OK, but its status is ${status}.`,
        '',
        'expect(response).toBeOK() failed',
        '',
        `Request:  GET ${app.url}/app${calledWith}`,
        'Expected: a status from 200 to 299',
        `Received: ${received}`,
      ].join('\n'),
    );
  });

  it('fails on an error after a redirect and reports the target', async () => {
    const { errorMessage } = await ask('/away-missing');
    expect(errorMessage).toContain(`Request:  GET ${app.url}/app/away-missing`);
    expect(errorMessage).toContain(`Redirected to: ${elsewhere.url}/missing`);
    expect(errorMessage).toContain('Received: 404 Not Found');
  });

  it('warns of a login in place of what one must log in for', async () => {
    expect(await ask('/private')).toMatchObject({
      status: 'PASSED',
      warnings: [
        `GET ${app.url}/app/private was redirected to a login, ${app.url}/app/login?next=private, whose status is 200. Check that the test case logs in.`,
      ],
    });
    expect(await ask('/login?next=private')).not.toHaveProperty('warnings');
  });

  it('refuses an address whose variable is empty', async () => {
    const { errorMessage } = await ask('$PLACE', { variables: { PLACE: [''] } });
    expect(errorMessage).toContain('RESPONSE_OK has no URL, because a variable in "$PLACE" is empty.');
  });

  it('refuses redirects without an end', async () => {
    const { errorMessage } = await ask('/round');
    expect(errorMessage).toBe(
      `Expected the response of /round to be OK, but it redirects more than 20 times.\n\nGET ${app.url}/app/round failed: it redirects more than 20 times`,
    );
  });

  it('gives up in the time of the step', async () => {
    const { errorMessage } = await ask('/endless', {}, runToFail);
    expect(errorMessage).toMatch(
      /^Expected the response of \/endless to be OK, but it did not arrive in time\.\n\nGET \S+\/endless failed: Timeout \d+ms exceeded/,
    );
  });

  it('reports why there is no response, without anything that was sent', async () => {
    const closed = await startHttpServer(() => {});
    await closed[Symbol.asyncDispose]();
    const { host } = new URL(closed.url);
    const { errorMessage } = await ask(`http://ann:pass@${host}/x`);
    expect(errorMessage).toBe(
      `Expected the response of http://${host}/x to be OK, but the request failed: ECONNREFUSED.\n\nGET http://${host}/x failed: ECONNREFUSED`,
    );
  });

  it('refuses an address that is not http or https', async () => {
    const { errorMessage } = await ask('file:///etc/hosts');
    expect(errorMessage).toContain('Cannot open "file:///etc/hosts"');
  });

  it('answers the challenge of the app', async () => {
    const environment = { headers: {}, basicAuth: { username: 'ann', password: 'pass' } };
    expect(await ask('/locked', { environment })).toMatchObject({ errorMessage: null });
    expect((await ask('/locked')).errorMessage).toContain('Received: 401 Unauthorized');
  });

  it('sends the header fields of the environment to the app only', async () => {
    const environment = { headers: { 'x-key': 'open-sesame' } };
    expect(await ask('/away', { environment })).toMatchObject({ errorMessage: null });
    const keyOf = ({ requests }: TestServer, path: string) =>
      requests.filter(({ url }) => url === path).map(({ headers }) => headers['x-key']);
    expect(keyOf(app, '/app/away')).toEqual(['open-sesame']);
    expect(keyOf(elsewhere, '/seen')).toEqual([undefined]);
  });
});
