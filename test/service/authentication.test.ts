import { expect, test } from 'vitest';
import { openService } from '../support/service.ts';

const paths = ['/api/apiKey/v3/test-targets', '/api/apiKey/v3/nothing-here', '/'];

test.each(paths)('%s is answered with 401 without a key', async (path) => {
  await using it = await openService();
  expect(await it.ask('POST', path, { body: {}, headers: { 'x-api-key': '' } })).toMatchObject({
    status: 401,
  });
});

test('a wrong key is answered with 401, whether it has the right length or not', async () => {
  await using it = await openService();
  const { apiKey } = it.service;
  for (const wrong of [`${apiKey}x`, apiKey.slice(1), 'x'.repeat(apiKey.length), 'ß']) {
    const answer = await it.ask('POST', '/api/apiKey/v3/test-targets', {
      body: {},
      headers: { 'x-api-key': wrong },
    });
    expect(answer.status).toBe(401);
    expect(JSON.stringify(answer.body)).not.toContain(apiKey);
  }
});

test('a refused request has no effect', async () => {
  await using it = await openService();
  const path = `/api/apiKey/v3/test-targets/${it.testTargetId}/environments`;
  await it.ask('POST', path, { body: { name: 'staging' }, headers: { 'x-api-key': 'wrong' } });
  expect(await it.client.listEnvironments({ testTargetId: it.testTargetId })).toHaveLength(1);
});

test('the key of another instance is not valid', async () => {
  await using it = await openService();
  await using other = await openService();
  const answer = await it.ask('POST', '/api/apiKey/v3/test-targets', {
    body: {},
    headers: { 'x-api-key': other.service.apiKey },
  });
  expect(answer.status).toBe(401);
});
