import { expect, test } from 'vitest';
import { openRunner } from '../../src/runner/open-runner.ts';
import { startDebuggedChromium } from '../support/browser-servers.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { startPages } from '../support/pages.ts';
import { aPlan, passed, runPlan, testMachine } from '../support/test-runner.ts';

/** A stand-in for a Selenium Grid below a path: it hands out one browser, or none. */
async function startGrid(path: string, cdpUrl: string | undefined) {
  return startHttpServer(({ method, url }, response) => {
    const { pathname } = new URL(url, 'http://grid');
    if (pathname === `${path}/status`) {
      return sendJson(response, 200, { value: { ready: true, message: 'Selenium Grid ready.' } });
    }
    if (method === 'DELETE') return sendJson(response, 200, { value: null });
    if (pathname !== `${path}/session`) return sendJson(response, 404, {});
    if (cdpUrl === undefined) {
      const message = 'Could not start a new session. No node supports it\nHost info: host';
      return sendJson(response, 500, { value: { error: 'session not created', message } });
    }
    const value = { sessionId: 'a/b', capabilities: { browserName: 'chrome', 'se:cdp': cdpUrl } };
    sendJson(response, 200, { value });
  });
}

test.each(['', '/wd/hub'])('a Selenium Grid at "%s" lends a browser, and gets it back', async (path) => {
  await using pages = await startPages();
  await using chromium = await startDebuggedChromium();
  // A Grid that knows itself as localhost means its own machine.
  await using grid = await startGrid(path, chromium.url.replace('127.0.0.1', 'localhost'));
  const { host } = new URL(grid.url);
  await using runner = openRunner(await testMachine(), {
    endpoints: [`http://me:pass-word@${host}${path}?token=abc`],
  });
  const testCase = aCase({ elements: [goTo(pages.add('<p>Hi</p>')), seesCss('p')] });
  expect(await runPlan(runner, aPlan(pages.url, [testCase]))).toEqual([passed(testCase.id)]);
  expect(grid.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET ${path}/status?token=abc`,
    `POST ${path}/session?token=abc`,
    `DELETE ${path}/session/a%2Fb?token=abc`,
  ]);
  const authorization = `Basic ${Buffer.from('me:pass-word').toString('base64')}`;
  expect(grid.requests.every(({ headers }) => headers.authorization === authorization)).toBe(true);
});

test('a session is ended if its browser cannot be reached', async () => {
  await using grid = await startGrid('', 'ws://127.0.0.1:1/devtools/browser/x');
  await using runner = openRunner(await testMachine(), { endpoints: [grid.url] });
  await expect(runner.prepare('CHROMIUM')).rejects.toThrow('ECONNREFUSED');
  expect(grid.requests.at(-1)).toMatchObject({ method: 'DELETE', url: '/session/a%2Fb' });
});

test('a Grid that creates no session is reported with its reason', async () => {
  await using grid = await startGrid('', undefined);
  await using runner = openRunner(await testMachine(), { endpoints: [grid.url] });
  await expect(runner.prepare('CHROMIUM')).rejects.toThrow(
    /the Selenium Grid created no session \(500\): Could not start a new session\. No node supports it$/m,
  );
});

test('a Grid is used for CHROMIUM only', async () => {
  await using grid = await startGrid('', undefined);
  await using runner = openRunner(await testMachine(), { endpoints: [grid.url] });
  await expect(runner.prepare('FIREFOX')).rejects.toThrow('which supports only CHROMIUM');
  expect(grid.requests.map(({ method }) => method)).toEqual(['GET']);
});
