import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { closeLocal, launchBrowser, logBrowser } from '../../src/runner/browser/launch.ts';
import { aCase } from '../support/cases.ts';
import { startPages } from '../support/pages.ts';
import { css, sees } from '../support/steps.ts';
import { aPlan, openTestRunner, runPlan, testMachine } from '../support/test-runner.ts';

const fullChrome = '/usr/bin/chromium';

async function aBrowser(CHROME_BIN?: string) {
  const machine = await testMachine();
  const env = {
    ...machine.env,
    ...(CHROME_BIN === undefined ? {} : { CHROME_BIN, HOME: '/none', PATH: '' }),
  };
  const local = await launchBrowser('CHROMIUM', { ...machine, env });
  return { local, [Symbol.asyncDispose]: () => closeLocal(local) };
}

it('disables the features that the driver disables', async () => {
  await using started = await aBrowser();
  const session = await started.local.browser.newBrowserCDPSession();
  const { commandLine } = await session.send('SystemInfo.getInfo');
  const lists = [...commandLine.matchAll(/--disable-features="?([\w,]+)/g)].map(([, list = '']) =>
    list.split(','),
  );
  const [byDriver = [], effective = []] = lists;
  expect(lists).toHaveLength(2);
  expect(byDriver.length).toBeGreaterThan(5);
  expect(effective).toEqual(expect.arrayContaining(byDriver));
});

it('a run logs its browser', async () => {
  await using pages = await startPages();
  const lines: string[] = [];
  await using runner = await openTestRunner({ info: (text) => lines.push(text) });
  const path = pages.add('<p>A page</p>');
  const testCase = aCase({ entryPointUrlPath: path, elements: [sees(css('p'))] });
  expect(await runPlan(runner, aPlan(pages.url, [testCase]))).toMatchObject([{ status: 'PASSED' }]);
  expect(lines).toEqual([expect.stringMatching(/^Browser: \/.+/)]);
});

it('logs a headless shell without advice', async () => {
  await using started = await aBrowser();
  const lines: string[] = [];
  logBrowser(started.local, 1000, (text) => lines.push(text));
  expect(lines).toEqual([expect.stringMatching(/^Browser: \/.+, chromium \d+\.[\d.]+$/)]);
});

it.runIf(existsSync(fullChrome))('full Chrome opens no pages of its own, and is logged', async () => {
  await using started = await aBrowser(fullChrome);
  const { local } = started;
  const session = await local.browser.newBrowserCDPSession();
  const context = await local.browser.newContext();
  const page = await context.newPage();
  await page.goto('data:text/html,<p>A page</p>');
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
  expect(targetInfos.map(({ url }) => url).filter((url) => !url.startsWith('data:'))).toEqual([]);
  const renderers = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer');
  };
  // That of a page before may still be ending.
  await expect.poll(renderers).toHaveLength(1);
  const lines: string[] = [];
  for (const count of [20, 21]) logBrowser(local, count, (text) => lines.push(text));
  const started20 = expect.stringMatching(/^Browser: \/usr\/bin\/chromium, full Chrome \d+\./);
  expect(lines).toEqual([
    started20,
    started20,
    expect.stringContaining('install --with-deps chromium-headless-shell'),
  ]);
});
