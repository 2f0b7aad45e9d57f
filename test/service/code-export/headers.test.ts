import { expect, it } from 'vitest';
import { exportTestFiles } from '../../../src/service/code-export/export-test-files.ts';
import { playwrightConfig } from '../../../src/service/code-export/playwright-config.ts';
import { zipFiles } from '../../../src/service/code-export/zip-files.ts';
import { aCase, seesCss } from '../../support/cases.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { exportFolder, runPlaywright } from './playwright-process.ts';

it('headers of the environment go to the app, and to no other origin', async () => {
  await using other = await startHttpServer((_, response) => void response.end());
  await using app = await startHttpServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>Shop</h1><img src="${other.url}/pixel.png"><script src="/app.js"></script>`);
  });
  const files = exportTestFiles({
    testCases: [aCase({ elements: [seesCss('h1')] })],
    executionUrl: app.url,
    timeoutPerStepMs: 5000,
    environment: { headers: { 'X-Bypass': 'the-secret' } },
  });
  const config = playwrightConfig({ url: app.url, outputDir: 'out' });
  await using folder = await exportFolder(zipFiles(files), config);
  expect(await runPlaywright(folder)).toMatchObject([{ error: undefined }]);
  const bypass = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => headers['x-bypass'];
  expect(app.requests.length).toBeGreaterThan(1);
  expect(new Set(app.requests.map(bypass))).toEqual(new Set(['the-secret']));
  expect(other.requests.map(bypass)).toEqual([undefined]);
});
