import { expect, it } from 'vitest';
import { testFiles, zipInSteps } from '../../../src/service/code-export/export-test-files.ts';
import { playwrightConfig } from '../../../src/service/code-export/playwright-config.ts';
import { allSteps } from '../../../src/service/store/batches.ts';
import { aCase, goTo, seesCss } from '../../support/cases.ts';
import { redirect, sent, startTwoOrigins } from '../../support/two-origins.ts';
import { exportFolder, runPlaywright, typeProblems } from './playwright-process.ts';

const url = 'http://shop.example/app';

it('a configuration says what was asked for', () => {
  const config = playwrightConfig({
    url,
    outputDir: 'out/results',
    headless: false,
    browser: 'SAFARI',
    breakpoint: 'MOBILE',
    testIdAttribute: 'data-qa',
    basicAuth: true,
  });
  for (const line of [
    "outputDir: 'out/results',",
    "browserName: 'webkit',",
    'headless: false,',
    'baseURL,',
    'viewport: { width: 320, height: 640 },',
    'isMobile: true,',
    "testIdAttribute: 'data-qa',",
    "username: fromEnvironment('OCTO_BASIC_AUTH_USERNAME'),",
    "password: fromEnvironment('OCTO_BASIC_AUTH_PASSWORD'),",
    'origin: new URL(baseURL).origin,',
  ]) {
    expect(config).toContain(`  ${line}\n`);
  }
  expect(config).toContain("\nconst baseURL = process.env.OCTO_URL || 'http://shop.example/app';\n");
  expect(config).not.toContain('CHROME_BIN');
});

it('a configuration that was asked for no more is for Chromium on a desktop, without a window', () => {
  const config = playwrightConfig({ url });
  expect(config).toContain("browserName: 'chromium',");
  expect(config).toContain('headless: true,');
  expect(config).toContain('viewport: { width: 1920, height: 1080 },');
  expect(config).toContain('process.env.CHROME_BIN');
  expect(config).not.toMatch(/outputDir|isMobile|hasTouch|httpCredentials|extraHTTPHeaders|fromEnvironment/);
});

it('unsupported options are left out for Firefox', () => {
  const config = playwrightConfig({ url, browser: 'FIREFOX', breakpoint: 'MOBILE' });
  expect(config).toContain('hasTouch: true,');
  expect(config).not.toContain('isMobile');
});

it('headers of the environment go with pages and the requests of steps, to the app alone, also after redirects', async () => {
  await using servers = await startTwoOrigins(
    (_, other) =>
      `<h1>Shop</h1><input type="file"><img src="${other}/pixel.png"><script src="/app.js"></script>`,
  );
  const { app, stranger } = servers;
  const away = redirect(stranger.url + redirect(`${app.url}/back`));
  const input = [{ selectorType: 'CSS', selector: 'input' } as const];
  const files = testFiles({
    testCases: [
      aCase({ elements: [goTo('/'), seesCss('h1'), goTo(away), seesCss('h1')] }),
      aCase({
        elements: [
          goTo('/'),
          { selectors: [], assertion: { expectation: 'RESPONSE_OK', calledWith: away } },
          { selectors: input, interaction: { action: 'UPLOAD', calledWith: '/list.csv' } },
        ],
      }),
    ],
    executionUrl: app.url,
    timeoutPerStepMs: 5000,
    environment: { headers: ['X-Bypass'] },
  });
  await using folder = await exportFolder(
    allSteps(zipInSteps(files)),
    playwrightConfig({ url: app.url, outputDir: 'out' }),
  );
  const executed = await runPlaywright(folder, { OCTO_HEADER_X_BYPASS: 'the-secret' });
  expect(executed.map(({ error }) => error)).toEqual([undefined, undefined]);
  expect(await typeProblems(folder)).toBe('');
  const toApp = sent('x-bypass', app.requests);
  const paths = new Set(toApp.map(([path]) => path));
  expect([...paths]).toEqual(expect.arrayContaining(['/', '/app.js', '/to', '/back', '/list.csv']));
  expect(new Set(toApp.map(([, value]) => value))).toEqual(new Set(['the-secret']));
  const elsewhere = sent('x-bypass', stranger.requests);
  expect(new Set(elsewhere.map(([path]) => path))).toEqual(new Set(['/pixel.png', '/to']));
  expect(new Set(elsewhere.map(([, value]) => value))).toEqual(new Set([undefined]));
});
