import { setImmediate as turn } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenRequests } from '../../src/runner/documents/open-requests.ts';
import { PageActivity } from '../../src/runner/page-activity.ts';
import { Tally } from '../../src/runner/run-scope.ts';
import { startHttpServer, type TestServer } from '../support/http-server.ts';
import { chromiumOptions } from '../support/test-runner.ts';

let browser: Browser;
let app: TestServer;
beforeAll(async () => {
  browser = await chromium.launch(await chromiumOptions());
  app = await startHttpServer(({ url }, response) => {
    if (url.startsWith('/?')) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<link rel="icon" href="data:,">${decodeURIComponent(url.slice(2))}`);
    } else if (url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    } else if (url.startsWith('/polling') || url === '/endless') {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>');
    } else if (url !== '/silent') response.end('{}');
  });
});
afterAll(() => Promise.all([browser?.close(), app?.[Symbol.asyncDispose]()]));

const activityOf = (context: BrowserContext) =>
  new PageActivity(context, new OpenRequests(context, new Tally(600_000).silent));

/** @param limitMs far more than a page that gets quiet needs, or as little as it takes to see that another one does not. */
async function getsQuiet(html: string, limitMs: number, waitsForRequests = true): Promise<boolean> {
  const context = await browser.newContext();
  const activity = activityOf(context);
  const page = await context.newPage();
  await page.goto(`${app.url}/?${encodeURIComponent(html)}`, { waitUntil: 'domcontentloaded' });
  const requestLimitMs = waitsForRequests ? undefined : () => activity.requestLimitMs;
  const isQuiet = await activity.untilQuiet(
    () => page,
    new AbortController().signal,
    limitMs,
    requestLimitMs,
  );
  await context.close();
  return isQuiet;
}

const every = (ms: number, code: string) => `<p></p><script>setInterval(() => { ${code} }, ${ms})</script>`;

describe.concurrent('a page is quiet although it', () => {
  it.each([
    ['polls', every(100, "fetch('/news')")],
    ['polls with the time in the address', every(100, "fetch('/news?at=' + Date.now())")],
    [
      'polls with a query that has a counter',
      every(100, "fetch('/q', { method: 'POST', body: performance.now() })"),
    ],
    ['polls without a pause', `<script>const poll = () => fetch('/news').then(poll); poll()</script>`],
    ['waits for news', `<script>fetch('/polling')</script>`],
    ['reads a stream', `<script>fetch('/stream')</script>`],
    ['has a clock of elements', every(50, "document.querySelector('p').innerHTML = '<b></b><i></i>'")],
    [
      'has a ticker whose lines come and go',
      every(
        50,
        "const p = document.querySelector('p'); p.prepend(document.createElement('i')); if (p.children.length > 3) p.lastChild.remove()",
      ),
    ],
    [
      'builds the content of what it replaces step by step',
      every(
        100,
        "document.querySelector('p').innerHTML = '<b></b>'; setTimeout(() => { document.querySelector('b').innerHTML = '<i></i>' }, 20)",
      ),
    ],
    [
      'has slides that are added, and removed a moment later',
      every(
        400,
        "const p = document.querySelector('p'); p.append(document.createElement('i')); setTimeout(() => p.firstChild.remove(), 200)",
      ),
    ],
    ['has a frame whose document has no end', `<iframe src="/endless"></iframe>`],
  ])('%s', async (_, html) => {
    expect(await getsQuiet(html, 600_000)).toBe(true);
  });
});

describe.concurrent('a page is quiet for what does not wait for ever although it', () => {
  it.each([
    ['has sent a beacon', "<script>fetch('/endless', { method: 'POST', keepalive: true })</script>"],
    ['has a pixel', "<script>new Image().src = '/silent'</script>"],
    ['waits for news', "<script>fetch('/silent')</script>"],
    ['reads lines without an end', "<script>fetch('/endless').then((answer) => answer.text())</script>"],
  ])('%s', async (_, html) => {
    expect(await getsQuiet(html, 600_000, false)).toBe(true);
  });
});

describe.concurrent('a page is not quiet while it', () => {
  it.each([
    ['adds more and more', every(50, "document.querySelector('p').append(document.createElement('i'))")],
    [
      'removes one after the other what it has added at once',
      `<script>document.querySelector('link').outerHTML += '<i></i>'.repeat(9999)</script>${every(50, "document.querySelector('i').remove()")}`,
    ],
    ['waits for an answer for the first time', `<script>fetch('/endless')</script>`],
  ])('%s', async (_, html) => {
    expect(await getsQuiet(html, 3000)).toBe(false);
  });
});

it('a page is quiet although it waits for what was not answered before', async () => {
  const context = await browser.newContext();
  const { silent } = new Tally(600_000);
  silent.requests.add(`GET ${app.url}/silent`);
  const activity = new PageActivity(context, new OpenRequests(context, silent));
  const page = await context.newPage();
  await page.goto(`${app.url}/?${encodeURIComponent("<script>fetch('/silent')</script>")}`);
  expect(await activity.untilQuiet(() => page, new AbortController().signal, 600_000)).toBe(true);
  expect(activity.hasRequests).toBe(false);
  await context.close();
});

it('does not count a request as repeated if an earlier wait saw it', async () => {
  const context = await browser.newContext();
  const activity = activityOf(context);
  const page = await context.newPage();
  await page.goto(`${app.url}/?${encodeURIComponent(every(100, "fetch('/news')"))}`);
  const { signal } = new AbortController();
  expect(await activity.untilQuiet(() => page, signal, 600_000)).toBe(true);
  while (!activity.hasRequests) await turn();
  await context.close();
});

it('remembers repeated requests when an earlier wait ends', async () => {
  const context = await browser.newContext();
  const activity = activityOf(context);
  const page = await context.newPage();
  const polls = "<script>const poll = () => fetch('/news').then(poll); poll()</script>";
  await page.goto(`${app.url}/?${encodeURIComponent(polls)}`, { waitUntil: 'domcontentloaded' });
  const stop = new AbortController();
  const earlier = activity.untilQuiet(() => page, stop.signal).catch(() => {});
  const later = activity.untilQuiet(() => page, new AbortController().signal, 30_000);
  stop.abort();
  await earlier;
  expect(await later).toBe(true);
  await context.close();
});

it('takes a request that is sent again after an answer of 2 s for long polling', async () => {
  const waiting = Promise.withResolvers<void>();
  let requests = 0;
  await using slow = await startHttpServer(({ url }, response) => {
    if (url === '/') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<link rel="icon" href="data:,"><script>const next = () => fetch('/next').then(next); next()</script>`,
      );
    } else if (++requests === 1) {
      void waiting.promise.then(() => setTimeout(() => response.end('{}'), 2000));
    }
  });
  const context = await browser.newContext();
  const activity = activityOf(context);
  const page = await context.newPage();
  await page.goto(slow.url, { waitUntil: 'domcontentloaded' });
  const quiet = activity.untilQuiet(() => page, new AbortController().signal, 600_000);
  waiting.resolve();
  expect(await quiet).toBe(true);
  while (requests < 2) await turn();
  await context.close();
});
