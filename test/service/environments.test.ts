import { expect, test } from 'vitest';
import { openService } from '../support/service.ts';

test('a new test target has one environment: DEFAULT, named default, with the URL of the app', async () => {
  await using it = await openService();
  const target = await it.client.createTestTarget({
    testTarget: { app: 'shop', discoveryUrl: 'http://app.test/' },
  });
  expect(target).toMatchObject({
    app: 'shop',
    environments: [{ type: 'DEFAULT', discoveryUrl: 'http://app.test/' }],
  });
  expect(await it.client.listEnvironments({ testTargetId: target.id })).toMatchObject([
    { name: 'default', type: 'DEFAULT', testTargetId: target.id, discoveryUrl: 'http://app.test/' },
  ]);
});

test('a test target may be created without any field', async () => {
  await using it = await openService();
  const target = await it.client.createTestTarget({});
  expect(target.environments).toHaveLength(1);
});

test('a new environment is answered with 201, is ADDITIONAL, and is listed after the default one', async () => {
  await using it = await openService();
  const path = `/api/apiKey/v3/test-targets/${it.testTargetId}/environments`;
  const made = await it.ask('POST', path, {
    body: { name: 'a-staging', discoveryUrl: 'http://staging.test' },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'a-staging', type: 'ADDITIONAL', discoveryUrl: 'http://staging.test' },
  });
  const listed = await it.client.listEnvironments({ testTargetId: it.testTargetId });
  expect(listed.map(({ name }) => name)).toEqual(['default', 'a-staging']);
});

test('a name must be unique within a target, not across targets', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const other = await it.client.createTestTarget({});
  await it.client.createEnvironment({ testTargetId }, { name: 'staging' });
  await it.client.createEnvironment({ testTargetId: other.id }, { name: 'staging' });
  for (const name of ['staging', 'default']) {
    const path = `/api/apiKey/v3/test-targets/${testTargetId}/environments`;
    expect(await it.ask('POST', path, { body: { name } })).toMatchObject({
      status: 400,
      body: [{ path: ['name'] }],
    });
  }
  expect(await it.client.listEnvironments({ testTargetId })).toHaveLength(2);
});

test('an environment without a name gets an unused one', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  await it.client.createEnvironment({ testTargetId }, { name: 'environment 3' });
  await it.client.createEnvironment({ testTargetId }, {});
  await it.client.createEnvironment({ testTargetId }, {});
  const names = (await it.client.listEnvironments({ testTargetId })).map(({ name }) => name);
  expect(new Set(names).size).toBe(4);
});
