import { expect, it } from 'vitest';
import { replayAll } from '../../src/generation/replay.ts';
import { aCase, seesCss } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { aPlan, sharedTestRunner } from '../support/test-runner.ts';

it('runs new test cases until each has passed three times, with the times that it has passed already', async () => {
  await using app = await startHttpServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
  });
  const testCase = aCase({ elements: [seesCss('h1')] });
  const plan = { ...aPlan(app.url, []), prerequisites: [] };
  for (const passes of [0, 1]) {
    const before = app.requests.length;
    const runner = await sharedTestRunner();
    const { signal } = new AbortController();
    const { stable } = await replayAll(runner, { cases: [testCase], passes }, plan, signal);
    expect(stable).toEqual([testCase]);
    const opened = app.requests.slice(before).filter(({ url }) => url === '/');
    expect(opened).toHaveLength(3 - passes);
  }
});
