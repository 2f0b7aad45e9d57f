import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt } from '../../src/contract/attempt.ts';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { aCase } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { clicks, css, entersText, sees } from '../support/steps.ts';
import { aPlan, chromiumPath, openTestRunner, runToFail } from '../support/test-runner.ts';

const viewer = join(
  dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'lib/vite/traceViewer',
);
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

function tracePath({ traceUrl }: Attempt): string {
  return fileURLToPath(traceUrl ?? 'file:///no-trace');
}

/** Serves the driver's own trace viewer, and traces under `/trace/`. */
function startViewer(traces: readonly string[]) {
  return startHttpServer(async ({ url }, response) => {
    const { pathname } = new URL(url, 'http://viewer');
    const trace = /^\/trace\/(\d)\.zip$/.exec(pathname)?.[1];
    const file =
      trace === undefined ? join(viewer, pathname === '/' ? 'index.html' : pathname) : traces[Number(trace)];
    const content = await readFile(file ?? '').catch(() => undefined);
    const type = types[extname(file ?? '')] ?? 'application/octet-stream';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content);
  });
}

describe('the traces of a case that failed twice', () => {
  let folder: string;
  let pages: Pages;
  let outcome: CaseOutcome;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'traces-'));
    pages = await startPages();
    await using runner = await openTestRunner({
      retries: 1,
      evidenceFolder: folder,
      redactor: createRedactor,
    });
    const teardown = aCase({ description: 'Leave', elements: [sees(css('h1'))] });
    const testCase = aCase({
      description: 'Pay',
      entryPointUrlPath: pages.add(
        '<h1>Cart</h1><input><button onclick="console.error(`No price`)">Pay</button>',
      ),
      elements: [entersText('hunter2000', css('input')), clicks(css('button')), sees(css('#paid'))],
      teardownId: teardown.id,
    });
    const environment = { headers: {}, testAccount: { password: 'hunter2000' } };
    outcome = await runToFail(runner, aPlan(pages.url, [testCase], { environment, others: [teardown] }));
  });
  afterAll(async () => {
    await pages[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const attempts = (): Attempt[] => [...(outcome.earlierAttempts ?? []), outcome];

  it.each([
    ['of the first attempt, which is of steps and console', 0, 'expect(locator).toBeVisible() failed'],
    ['of the last attempt, which is of the pages too', 1, 'expect(locator).toBeVisible() failed'],
  ])('%s, open in the viewer, with steps, error, console and the page', async (_, index, error) => {
    await using server = await startViewer(attempts().map(tracePath));
    await using browser = await chromium.launch({ executablePath: await chromiumPath() });
    // The viewer needs a service worker, which only a secure context has: loopback by its name is one.
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    const base = server.url.replace('127.0.0.1', 'localhost');
    await page.goto(`${base}/?trace=${encodeURIComponent(`${base}/trace/${index}.zip`)}`);
    await page
      .getByRole('treeitem', { name: 'Pay, step 3: expect the element "#paid" to be visible' })
      .click();
    await page.getByRole('treeitem', { name: 'Pay, step 1: enter "***" into the element "input"' }).waitFor();
    await page.getByRole('tab', { name: /^Errors.*1$/ }).click();
    await page.getByText(error).first().waitFor();
    await page.getByRole('tab', { name: 'Console' }).click();
    await page.getByText('No price').first().waitFor();
    // The viewer keeps two frames, and shows one.
    const shown = page.locator('iframe[name="snapshot"].snapshot-visible').contentFrame();
    await shown
      .locator(index === 0 ? 'img' : 'h1')
      .first()
      .waitFor();
  });

  it('show the screenshot of the step that failed, before the teardown', async () => {
    const entries = unzipSync(await readFile(tracePath(outcome.earlierAttempts?.[0] ?? outcome)));
    const events = Buffer.from(entries['trace.trace'] ?? '')
      .toString()
      .trim()
      .split('\n');
    const ofPicture = events.map((event): unknown => JSON.parse(event)).slice(-2);
    expect(ofPicture).toMatchObject([
      { type: 'screencast-frame', sha1: 'failure.png' },
      { type: 'frame-snapshot', snapshot: { callId: 'step@4', snapshotName: 'failure' } },
    ]);
  });

  it('contain no secret, and the first one neither pages nor requests', async () => {
    const [first, last] = await Promise.all(
      attempts().map(async (each) => unzipSync(await readFile(tracePath(each)))),
    );
    for (const entries of [first, last]) {
      for (const bytes of Object.values(entries ?? {}))
        expect(Buffer.from(bytes).includes('hunter2000')).toBe(false);
    }
    expect(Object.keys(first ?? {}).sort()).toEqual([
      'resources/failure.png',
      'trace.network',
      'trace.trace',
    ]);
  });
});
