import { once } from 'node:events';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Runner } from '../../../src/runner/runner.ts';
import { aCase, goTo } from '../../support/cases.ts';
import { startConnectProxy } from '../../support/connect-proxy.ts';
import { type Answer, startHttpServer } from '../../support/http-server.ts';
import { containsText, css } from '../../support/steps.ts';
import { aPlan, runFirst, sharedTestRunner } from '../../support/test-runner.ts';

let runner: Runner;
beforeAll(async () => {
  runner = await sharedTestRunner();
});

function responds(calledWith: string): ExchangeElement {
  return { selectors: [], assertion: { expectation: 'RESPONSE_OK', calledWith } };
}

/** A page that shows which cookies its request had. */
const showCookies: Answer = ({ headers }, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<link rel="icon" href="data:,"><p>Cookies: ${headers.cookie ?? 'none'}.</p>`);
};

describe.concurrent('RESPONSE_OK', () => {
  it('cancels an endless body and uses its status', async () => {
    const letGo = Promise.withResolvers<number>();
    const chunk = Buffer.alloc(1024 * 1024);
    await using app = await startHttpServer(async (request, response) => {
      if (request.url !== '/endless') return showCookies(request, response);
      let sent = 0;
      response.once('close', () => letGo.resolve(sent));
      response.writeHead(200);
      while (!response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) await Promise.race([once(response, 'drain'), letGo.promise]);
      }
    });
    const testCase = aCase({ elements: [goTo('/'), responds('/endless')] });
    expect(await runFirst(runner, aPlan(app.url, [testCase]))).toMatchObject({ errorMessage: null });
    // The limit, and what was on its way.
    expect(await letGo.promise).toBeLessThan(80 * 1024 * 1024);
  });

  it('sends the user agent of the page', async () => {
    const ranges: (string | undefined)[] = [];
    await using app = await startHttpServer((request, response) => {
      ranges.push(request.headers['user-agent']);
      showCookies(request, response);
    });
    const testCase = aCase({ elements: [goTo('/'), responds('/fine')] });
    expect(await runFirst(runner, aPlan(app.url, [testCase], { breakpoint: 'MOBILE' }))).toMatchObject({
      errorMessage: null,
    });
    expect(ranges).toEqual([expect.stringContaining('Mobile'), ranges[0]]);
  });

  it('carries cookies from one redirect to the next, and leaves them to the page', async () => {
    await using app = await startHttpServer((request, response) => {
      const { url, headers } = request;
      if (url === '/sign-in') {
        const given = [
          'token=t1; Path=/; HttpOnly; SameSite=Lax; Max-Age=60',
          'old=; Path=/; Max-Age=0',
          'strange=x; Domain=elsewhere.test',
        ];
        return void response.writeHead(302, { location: '/inside', 'set-cookie': given }).end();
      }
      if (url === '/inside') return void response.writeHead(headers.cookie === 'token=t1' ? 200 : 403).end();
      if (url === '/') response.setHeader('set-cookie', 'old=1; Path=/');
      return showCookies(request, response);
    });
    const testCase = aCase({
      elements: [goTo('/'), responds('/sign-in'), goTo('/who'), containsText('Cookies: token=t1.', css('p'))],
    });
    expect(await runFirst(runner, aPlan(app.url, [testCase]))).toMatchObject({ errorMessage: null });
  });

  // Not concurrent: it changes the environment of the process.
  it('uses the proxy for other machines but not for this one', { concurrent: false }, async () => {
    await using proxy = await startConnectProxy(503);
    await using app = await startHttpServer(showCookies);
    vi.stubEnv('HTTP_PROXY', `http://${proxy.host}`);
    const testCase = aCase({ elements: [goTo('/'), responds('/fine'), responds('http://outside.test/x')] });
    const outcome = await runFirst(runner, aPlan(app.url, [testCase]));
    expect(outcome.failedStep?.elementIndex).toBe(2);
    expect(proxy.requests).toEqual([expect.stringContaining('outside.test')]);
  });

  it('refuses a redirect to an address that is not http or https', async () => {
    await using app = await startHttpServer((request, response) => {
      if (request.url !== '/away') return showCookies(request, response);
      response.writeHead(302, { location: 'data:text/plain,fine' }).end();
    });
    const testCase = aCase({ elements: [goTo('/'), responds('/away')] });
    const { errorMessage } = await runFirst(runner, aPlan(app.url, [testCase]));
    expect(errorMessage).toContain(
      `\n\nGET ${app.url}/away failed: it redirects to an address that is not an http or https URL`,
    );
  });
});
