import { setImmediate as turn } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OpenRequests } from '../../src/runner/documents/open-requests.ts';
import { UnexpectedResult } from '../../src/runner/failure/reason.ts';
import { openPage } from '../../src/runner/open-page.ts';
import { type SetState, Tally } from '../../src/runner/run-scope.ts';
import { aCase, seesCss } from '../support/cases.ts';
import { startHttpServer, type TestServer } from '../support/http-server.ts';
import { chromiumOptions } from '../support/test-runner.ts';

let browser: Browser;
let app: TestServer;
beforeAll(async () => {
  browser = await chromium.launch(await chromiumOptions());
  app = await startHttpServer(({ url }, response) => {
    if (url.startsWith('/never')) return;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<link rel="icon" href="data:,"><link rel="stylesheet" href="/never.css"><p>Hi</p>');
  });
});
afterAll(() => Promise.all([browser?.close(), app?.[Symbol.asyncDispose]()]));

/** Opens a page that hangs. @returns why that failed, and the states that were set meanwhile. */
async function openHanging(path: string, remainingMs: number, tally: Tally) {
  const page = await browser.newPage();
  const states: Parameters<SetState>[0][] = [];
  const options = {
    remainingMs: () => remainingMs,
    hangingLimitMs: 1,
    tally,
    setState: (state: 'idle' | 'running') => void states.push(state),
    requests: new OpenRequests(page.context(), tally.silent),
    untilUsable: () => new Promise<never>(() => {}),
  };
  const error: unknown = await openPage(page, app.url + path, options).catch((error: unknown) => error);
  await page.close();
  if (!(error instanceof UnexpectedResult)) throw error;
  return { reason: error.reason(String), message: error.message, states };
}

const after = (pages: number) => {
  const tally = new Tally(600_000);
  for (let count = 0; count < pages; count += 1) tally.addPage('hanging');
  return tally;
};

it('names what a page is still loading', async () => {
  const { reason } = await openHanging('/', 5000, new Tally(600_000));
  expect(reason).toEqual({
    clause: 'the page did not finish loading in time',
    advice: `Still loading: ${app.url}/never.css. Check that this machine can reach it.`,
  });
});

it('says that the app did not respond', async () => {
  const { reason } = await openHanging('/never', 2000, new Tally(600_000));
  expect(reason.advice).toBe(`No response came from ${app.url}/never. Check the log of the app.`);
});

it('frees its worker while a page hangs, and gives the page up early if earlier pages hung as well', async () => {
  const { message, states } = await openHanging('/never', 600_000, after(3));
  expect(message).toMatch(
    /^TimeoutError: Timeout 1ms exceeded\. The step did not wait longer, because the pages/,
  );
  expect(states).toContain('idle');
  expect(states.at(-1)).toBe('running');
});

it('gives up a page early that did not respond before', async () => {
  const tally = new Tally(600_000);
  tally.silent.requests.add(`GET ${app.url}/never`);
  for (let count = 0; count < 5; count += 1) tally.add({ status: 'FAILED' }, aCase({ elements: [] }));
  const { message, reason } = await openHanging('/never', 600_000, tally);
  expect(message).toMatch(
    /^TimeoutError: Timeout 1ms exceeded\. The step did not wait longer, because no response came/,
  );
  expect(reason.advice).toBe(`No response came from ${app.url}/never. Check the log of the app.`);
});

it('remembers requests that were waited for as long as a step may take, until one is answered', async () => {
  const { silent } = new Tally(1);
  silent.requests.add(`GET ${app.url}/`);
  const context = await browser.newContext();
  const requests = new OpenRequests(context, silent);
  const page = await context.newPage();
  await page.goto(app.url, { waitUntil: 'domcontentloaded' });
  expect([...silent.requests]).toEqual([]);
  const sent = page.waitForRequest(`${app.url}/never`);
  await page.evaluate(() => void fetch('/never'));
  await sent;
  while (![...requests.all.keys()].every((request) => requests.isSilent(request))) await turn();
  await context.close();
  expect([...silent.requests]).toContain(`GET ${app.url}/never`);
});

class SilentTally extends Tally {
  override get silentMs(): number {
    return Number.POSITIVE_INFINITY;
  }
}

it.each([
  ['is running while other requests are answered', new Tally(600_000), 'running'],
  ['is idle while the app answers nothing', new SilentTally(600_000), 'idle'],
] as const)('a page that hangs %s', async (_, tally, expected) => {
  const page = await browser.newPage();
  const states = new Set<string>();
  let count = 0;
  const setState: SetState = (state) => {
    states.add(state);
    count += 1;
    // After more than two seconds.
    if (count === 12) void page.close();
  };
  const untilUsable = () => new Promise<never>(() => {});
  const requests = new OpenRequests(page.context(), tally.silent);
  const options = { remainingMs: () => 600_000, hangingLimitMs: 1, tally, setState, requests, untilUsable };
  await expect(openPage(page, `${app.url}/never`, options)).rejects.toThrow('page.goto');
  expect(states.has('idle')).toBe(expected === 'idle');
});

it('waits for a page twice as long as for the slowest that has loaded, although those before it hung', async () => {
  const tally = after(3);
  tally.addPage('loaded', 700);
  for (let count = 0; count < 3; count += 1) tally.addPage('hanging');
  const { message } = await openHanging('/never', 600_000, tally);
  expect(message).toMatch(/^TimeoutError: Timeout 1400ms exceeded\./);
});

it('takes an app for one that hangs after the first page if no other request was answered meanwhile', async () => {
  const [silent, answering] = [new Tally(600_000), new Tally(600_000)];
  await openHanging('/never', 2000, silent);
  expect(silent.showsHangingApp).toBe(true);
  const answers = setInterval(() => answering.addAnswer(), 10);
  await openHanging('/never', 2000, answering);
  clearInterval(answers);
  expect(answering.showsHangingApp).toBe(false);
});

it('waits for a page as long as usual once one has loaded again', () => {
  const tally = after(3);
  expect(tally.showsHangingApp).toBe(true);
  tally.addPage('loaded');
  expect(tally.showsHangingApp).toBe(false);
});

it('an app is broken although test cases pass that only expect that something is missing', () => {
  const tally = new Tally(600_000);
  const [seen, unseen] = [
    seesCss('p'),
    { selectors: seesCss('p').selectors, assertion: { expectation: 'NOT_VISIBLE' as const } },
  ];
  for (let count = 0; count < 5; count += 1) tally.add({ status: 'FAILED' }, aCase({ elements: [seen] }));
  tally.add({ status: 'PASSED' }, aCase({ elements: [unseen] }));
  expect(tally.showsBrokenApp).toBe(true);
  tally.add({ status: 'PASSED' }, aCase({ elements: [unseen, seen] }));
  expect(tally.showsBrokenApp).toBe(false);
});
