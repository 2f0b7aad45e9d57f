import { expect, it } from 'vitest';
import { startApp } from '../../src/connection/app-process.ts';
import { waitForApp } from '../../src/connection/app-ready.ts';
import { startHttpServer } from '../support/http-server.ts';

it('an app that takes longer for each response than the first requests wait is ready when it answers', async () => {
  let requests = 0;
  await using app = await startHttpServer((_, response) => {
    requests += 1;
    setTimeout(() => response.writeHead(200).end(), 7000);
  });
  await using process = startApp('exec sleep 3600', { cwd: import.meta.dirname, env: {} });
  const starting = { process, timeoutMs: 3_600_000 };
  await waitForApp(app.url, { signal: new AbortController().signal, app: starting });
  expect(requests).toBeGreaterThan(1);
});
