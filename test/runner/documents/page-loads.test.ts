import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { OpenRequests } from '../../../src/runner/documents/open-requests.ts';
import { watchPages } from '../../../src/runner/documents/page-guard.ts';
import { Tally } from '../../../src/runner/run-scope.ts';
import type { Runner } from '../../../src/runner/runner.ts';
import { aCase, goTo, seesCss } from '../../support/cases.ts';
import { startHttpServer, type TestServer } from '../../support/http-server.ts';
import { css } from '../../support/steps.ts';
import { aPlan, chromiumOptions, runPlan, runToFail, sharedTestRunner } from '../../support/test-runner.ts';

/** On the same machine, only URLs like those of analytics are of others. */
const other = (file: string) => `http://127.0.0.1:${new URL(app.url).port}/never/pixel/${file}`;
const missing = () =>
  `<img src="${other('a.png')}"><script async src="${other('a.js')}"></script><iframe src="${other('frame')}"></iframe>`;
const pages: Readonly<Record<string, () => string>> = {
  '/others': () => `<h1>Tea</h1>${missing()}`,
  '/style': () => `<h1>Tea</h1>${missing()}<link rel=stylesheet href=/never/own.css>`,
  '/image': () => `<h1>Tea</h1>${missing()}<img src=/never/own.png>`,
  '/blocked': () => `<h1>Tea</h1>${missing()}<script src="${other('own.js')}"></script><p>`,
  '/own-theme': () => `<link rel=stylesheet href=/never/own.css><h1>Tea</h1>${missing()}`,
  '/theme': () => `<link rel=stylesheet href="${other('own.css')}"><h1>Tea</h1>${missing()}`,
  '/unstyled': () => `<h1>Tea</h1>${missing()}<link rel=stylesheet href="${other('own.css')}">`,
};
const noError: ExchangeElement = { selectors: [css('.error')], assertion: { expectation: 'NOT_VISIBLE' } };
const clicksHeading: ExchangeElement = { selectors: [css('h1')], interaction: { action: 'CLICK' } };

let app: TestServer;
let url: string;
let runner: Runner;
beforeAll(async () => {
  app = await startHttpServer(({ url }, response) => {
    if (url.startsWith('/never')) return;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><link rel=icon href=data:,>${pages[url]?.() ?? ''}`);
  });
  url = app.url.replace('127.0.0.1', 'localhost');
  runner = await sharedTestRunner();
});
afterAll(() => app?.[Symbol.asyncDispose]());

const opening = (entryPointUrlPath: string, elements: ExchangeElement[]) =>
  aCase({ entryPointUrlPath, elements });

it('a page is used without what never arrives from other hosts, if a step finds something on it', async () => {
  const cases = [
    opening('/others', [noError, clicksHeading, seesCss('h1')]),
    opening('/others', [noError, clicksHeading]),
  ];
  const [proven, unproven] = await runPlan(runner, aPlan(url, cases));
  const cause = `opened ${url}/others, which did not finish loading, because ${other('a.png')}, ${other('a.js')}, ${other('frame')} did not arrive.`;
  const warnings = [
    `The entry point ${cause} The test case continued without them. Check that this machine can reach them.`,
  ];
  expect(proven).toMatchObject({ status: 'PASSED', warnings });
  expect(unproven).toMatchObject({
    status: 'FAILED',
    warnings,
    errorMessage: expect.stringContaining('did not arrive, and no later step asserts what is on that page.'),
  });
});

it.each([
  ['/style', () => `${url}/never/own.css`],
  ['/image', () => `${url}/never/own.png`],
  ['/blocked', () => other('own.js')],
  ['/unstyled', () => other('own.css')],
])('but not without what it needs: %s', async (path, needed) => {
  const saying = new RegExp(`did not finish loading in time\\. Still loading: .*${needed()}`);
  const { status, errorMessage } = await runToFail(
    runner,
    aPlan(url, [aCase({ elements: [goTo(path)] })]),
    saying,
  );
  expect({ status, errorMessage }).toEqual({ status: 'FAILED', errorMessage: expect.stringMatching(saying) });
});

it('however long nothing arrives', async () => {
  await using browser = await chromium.launch(await chromiumOptions());
  const context = await browser.newContext();
  const entry = { testCase: aCase({ elements: [] }), elementIndex: undefined };
  // A page is used sooner without what a host does not send that did not answer before.
  const { silent } = new Tally(600_000);
  for (const each of [app.url, url]) silent.hosts.add(new URL(each).host);
  const { loads } = watchPages(context, entry, new OpenRequests(context, silent));
  const stop = new AbortController();
  const used: string[] = [];
  const open = async (path: string) => {
    const page = await context.newPage();
    await page.goto(url + path, { waitUntil: 'domcontentloaded' });
    return { usable: loads.usable(page, stop.signal).then(() => used.push(path)) };
  };
  const incomplete: Promise<unknown>[] = [];
  for (const path of ['/image', '/own-theme', '/theme'])
    incomplete.push((await open(path)).usable.catch(() => {}));
  const { usable } = await open('/others');
  await usable;
  expect(used).toEqual(['/others']);
  stop.abort();
  await Promise.all(incomplete);
});
