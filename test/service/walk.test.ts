import { test } from 'vitest';
import { apiKey, openOnPort } from '../support/served-service.ts';
import { openService } from '../support/service.ts';
import { walkThrough } from '../support/service-walk.ts';

const appUrl = 'http://app.test';

test('every operation works in a realistic order, in process', async () => {
  await using it = await openService();
  await walkThrough({
    baseUrl: 'http://embedded.invalid',
    apiKey: it.service.apiKey,
    fetch: (url, request) => it.service.fetch(new Request(url, request)),
    appUrl,
    passRun: () => it.runner.latest().pass(),
  });
});

test('every operation works in a realistic order, over a port', async () => {
  await using it = await openOnPort();
  await walkThrough({ baseUrl: it.url, apiKey, appUrl, passRun: () => it.runner.latest().pass() });
});
