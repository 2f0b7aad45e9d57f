import { expect, test } from 'vitest';
import { apiKey, runServe, startServe } from './support/served-service.ts';

test.concurrent('with a given key, the service prints one line when it listens', async () => {
  await using served = await startServe(['--api-key', apiKey]);
  expect(served.printed).toEqual([expect.stringMatching(/^listening on http:\/\/127\.0\.0\.1:\d+$/)]);
  expect((await fetch(`${served.url}/openapi.json`)).status).toBe(200);
});

test.concurrent('an unknown option is refused with exit code 2', async () => {
  const { code, stdout, stderr } = await runServe(['--colour', 'red']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--colour');
  expect(stderr).toContain('--help');
});
