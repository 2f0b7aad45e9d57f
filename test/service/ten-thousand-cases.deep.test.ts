import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { apiKey, openOnPort } from '../support/served-service.ts';

test('ten thousand test cases are pushed in one request in a few seconds, and pulled back as they were', async () => {
  await using it = await openOnPort();
  const client = createClient({ baseUrl: it.url, apiKey });
  const { id: testTargetId } = await client.createTestTarget({});
  const testCases = Array.from({ length: 10_000 }, (_, index) =>
    aCase({
      description: `case ${index} `.padEnd(200, 'é'),
      elements: [
        goTo('/'),
        ...Array.from({ length: 5 }, (_each, step) => seesCss(`#element-${index}-${step}`)),
      ],
    }),
  );
  const startedAt = performance.now();
  const { versionIds } = await client.push({ testTargetId }, {}, { testCases });
  const pushedAt = performance.now();
  const pulled = await client.pull({ testTargetId }, {});
  const pulledAt = performance.now();
  expect(new Set(versionIds).size).toBe(10_000);
  expect(pulled.testCases).toEqual(testCases);
  // It takes a fraction of that, also on a machine that is busy with other tests.
  expect([pushedAt - startedAt, pulledAt - pushedAt].filter((ms) => ms > 200_000)).toEqual([]);
});
