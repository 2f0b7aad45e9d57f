import { expect, it } from 'vitest';
import { testFiles, zipInSteps } from '../../../src/service/code-export/export-test-files.ts';
import { playwrightConfig } from '../../../src/service/code-export/playwright-config.ts';
import { allSteps } from '../../../src/service/store/batches.ts';
import { aCase, goTo, seesCss } from '../../support/cases.ts';
import { redirect, sent, startTwoOrigins } from '../../support/two-origins.ts';
import { exportFolder, runPlaywright, typeProblems } from './playwright-process.ts';

it('headers of the environment go with the requests that steps make themselves, to the app alone', async () => {
  await using servers = await startTwoOrigins(() => '<h1>Shop</h1><input type="file">');
  const { app, stranger } = servers;
  const away = redirect(stranger.url + redirect(`${app.url}/back`));
  const input = [{ selectorType: 'CSS', selector: 'input' } as const];
  const files = [
    ...testFiles({
      testCases: [
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
    }),
  ];
  await using folder = await exportFolder(
    allSteps(zipInSteps(files)),
    playwrightConfig({ url: app.url, outputDir: 'out' }),
  );
  expect(await runPlaywright(folder, { OCTO_HEADER_X_BYPASS: 'the-secret' })).toMatchObject([
    { error: undefined },
  ]);
  expect(await typeProblems(folder)).toBe('');
  const own = sent('x-bypass', app.requests).filter(([path]) => path !== '/');
  expect(own).toEqual(['/to', '/back', '/list.csv'].map((path) => [path, 'the-secret']));
  expect(sent('x-bypass', stranger.requests)).toEqual([['/to', undefined]]);
});

it('headers of the environment go to the app, and to no other origin, also after redirects', async () => {
  await using servers = await startTwoOrigins(
    (_, other) => `<h1>Shop</h1><img src="${other}/pixel.png"><script src="/app.js"></script>`,
  );
  const { app, stranger } = servers;
  const away = redirect(stranger.url + redirect(`${app.url}/back`));
  const files = [
    ...testFiles({
      testCases: [aCase({ elements: [goTo('/'), seesCss('h1'), goTo(away), seesCss('h1')] })],
      executionUrl: app.url,
      timeoutPerStepMs: 5000,
      environment: { headers: ['X-Bypass'] },
    }),
  ];
  const config = playwrightConfig({ url: app.url, outputDir: 'out' });
  await using folder = await exportFolder(allSteps(zipInSteps(files)), config);
  expect(await runPlaywright(folder, { OCTO_HEADER_X_BYPASS: 'the-secret' })).toMatchObject([
    { error: undefined },
  ]);
  expect(await typeProblems(folder)).toBe('');
  const toApp = sent('x-bypass', app.requests);
  expect(toApp.map(([path]) => path)).toEqual(expect.arrayContaining(['/', '/app.js', '/to', '/back']));
  expect(new Set(toApp.map(([, value]) => value))).toEqual(new Set(['the-secret']));
  expect(sent('x-bypass', stranger.requests)).toEqual([
    ['/pixel.png', undefined],
    ['/to', undefined],
  ]);
});
