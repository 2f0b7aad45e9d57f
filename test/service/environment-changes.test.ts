import { expect, test } from 'vitest';
import { pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';

async function openWithEnvironment() {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  const it = await openService(() => new Date(time));
  const made = await it.client.createEnvironment(
    { testTargetId: it.testTargetId },
    {
      name: 'staging',
      discoveryUrl: 'http://staging.test',
      testAccount: { username: 'ann', password: 'one', otpInitializerKey: 'KEY' },
      basicAuth: { username: 'bob', password: 'two' },
      additionalHeaderFields: { 'x-test': '1' },
      privateLocationName: 'office',
    },
  );
  const params = { testTargetId: it.testTargetId, environmentId: made.id };
  const later = () => {
    time += 1000;
  };
  return { it, made, params, later };
}

test('a new environment echoes its credentials with their time', async () => {
  const { it, made } = await openWithEnvironment();
  await using _ = it;
  const updatedAt = '2026-03-01T12:00:00.000Z';
  expect(made).toEqual({
    id: made.id,
    name: 'staging',
    testTargetId: it.testTargetId,
    type: 'ADDITIONAL',
    updatedAt,
    discoveryUrl: 'http://staging.test',
    testAccount: { username: 'ann', password: 'one', otpInitializerKey: 'KEY', updatedAt },
    basicAuth: { username: 'bob', password: 'two', updatedAt },
    additionalHeaderFields: { 'x-test': '1' },
    privateLocation: { id: expect.any(String), name: 'office', status: 'ONLINE', type: 'PRIVATE' },
  });
  expect((await it.client.listEnvironments({ testTargetId: it.testTargetId }))[1]).toEqual(made);
});

test('a patch changes only its fields, down to single credentials', async () => {
  const { it, made, params, later } = await openWithEnvironment();
  await using _ = it;
  later();
  const changed = await it.client.updateEnvironment(params, {
    name: 'stage',
    testAccount: { password: 'new' },
  });
  expect(changed).toEqual({
    ...made,
    name: 'stage',
    updatedAt: '2026-03-01T12:00:01.000Z',
    testAccount: {
      username: 'ann',
      password: 'new',
      otpInitializerKey: 'KEY',
      updatedAt: '2026-03-01T12:00:01.000Z',
    },
  });
  expect((await it.client.listEnvironments({ testTargetId: it.testTargetId }))[1]).toEqual(changed);
});

test.each(['testAccountOtpInitializerKey', 'otpInitializerKey'])(
  'the one-time-password key can be given as %s beside the account',
  async (name) => {
    const { it, params } = await openWithEnvironment();
    await using _ = it;
    const account = { username: 'ann', password: 'one' };
    const made = await it.client.createEnvironment(params, {
      name: 'live',
      testAccount: account,
      [name]: 'CREATED',
    });
    expect(made.testAccount).toMatchObject({ ...account, otpInitializerKey: 'CREATED' });
    expect(made).not.toHaveProperty(name);
    const change = (body: object) => it.client.updateEnvironment({ ...params, environmentId: made.id }, body);
    expect((await change({ [name]: 'CHANGED' })).testAccount).toMatchObject({
      ...account,
      otpInitializerKey: 'CHANGED',
    });
    expect((await change({ [name]: null })).testAccount?.otpInitializerKey).toBe('CHANGED');
    const both = await change({ [name]: 'beside', testAccount: { otpInitializerKey: 'inside' } });
    expect(both.testAccount?.otpInitializerKey).toBe('inside');
    const alone = await change({ testAccount: {}, [name]: 'ALONE' });
    expect(alone.testAccount).toEqual({ otpInitializerKey: 'ALONE', updatedAt: expect.any(String) });
  },
);

test('an empty account and an empty authentication remove the stored ones', async () => {
  const { it, params } = await openWithEnvironment();
  await using _ = it;
  const changed = await it.client.updateEnvironment(params, { testAccount: {}, basicAuth: {} });
  expect(changed).not.toHaveProperty('testAccount');
  expect(changed).not.toHaveProperty('basicAuth');
  const made = await it.client.createEnvironment(
    { testTargetId: it.testTargetId },
    { name: 'live', testAccount: {}, basicAuth: {} },
  );
  expect(made).not.toHaveProperty('testAccount');
  expect(made).not.toHaveProperty('basicAuth');
});

test('header fields are replaced as a whole', async () => {
  const { it, params } = await openWithEnvironment();
  await using _ = it;
  const changed = await it.client.updateEnvironment(params, { additionalHeaderFields: { 'x-other': '2' } });
  expect(changed.additionalHeaderFields).toEqual({ 'x-other': '2' });
});

test("a patch may repeat the environment's own name but not use that of another one", async () => {
  const { it, params } = await openWithEnvironment();
  await using _ = it;
  expect(await it.client.updateEnvironment(params, { name: 'staging' })).toMatchObject({ name: 'staging' });
  const path = pathOf('updateEnvironment', params);
  expect(await it.ask('PATCH', path, { body: { name: 'default' } })).toMatchObject({
    status: 400,
    body: [{ path: ['name'] }],
  });
});

test('an ADDITIONAL environment can be deleted; its name can be used again', async () => {
  const { it, params } = await openWithEnvironment();
  await using _ = it;
  expect((await it.ask('DELETE', pathOf('deleteEnvironment', params))).status).toBe(200);
  expect((await it.ask('DELETE', pathOf('deleteEnvironment', params))).status).toBe(404);
  expect((await it.ask('PATCH', pathOf('updateEnvironment', params), { body: {} })).status).toBe(404);
  expect(await it.client.listEnvironments({ testTargetId: it.testTargetId })).toHaveLength(1);
  await it.client.createEnvironment({ testTargetId: it.testTargetId }, { name: 'staging' });
});

test('the DEFAULT environment can be changed but not deleted', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const [first] = await it.client.listEnvironments({ testTargetId });
  const params = { testTargetId, environmentId: first?.id ?? '' };
  const changed = await it.client.updateEnvironment(params, { discoveryUrl: 'http://new.test/' });
  expect(changed).toMatchObject({ type: 'DEFAULT', name: 'default', discoveryUrl: 'http://new.test/' });
  expect(await it.ask('DELETE', pathOf('deleteEnvironment', params))).toMatchObject({
    status: 400,
    body: [{ path: ['params', 'environmentId'] }],
  });
  expect(await it.client.listEnvironments({ testTargetId })).toEqual([changed]);
  expect((await it.client.getTestTarget({ testTargetId })).environments).toMatchObject([
    { type: 'DEFAULT', discoveryUrl: 'http://new.test/' },
  ]);
});

test('an empty patch changes nothing, not even the time of the last change', async () => {
  const { it, made, params, later } = await openWithEnvironment();
  await using _ = it;
  later();
  expect(await it.client.updateEnvironment(params, {})).toEqual(made);
});

test.each([
  ['a header name with a space', { additionalHeaderFields: { 'x test': '1' } }, 'additionalHeaderFields'],
  ['an empty header name', { additionalHeaderFields: { '': '1' } }, 'additionalHeaderFields'],
  [
    'a header name with a line break',
    { additionalHeaderFields: { 'x\r\ny': '1' } },
    'additionalHeaderFields',
  ],
  [
    'a header value with a line break',
    { additionalHeaderFields: { x: '1\r\ny: 2' } },
    'additionalHeaderFields',
  ],
  ['a header value beyond Latin-1', { additionalHeaderFields: { x: '😀' } }, 'additionalHeaderFields'],
  ['a blank private location', { privateLocationName: ' ' }, 'privateLocationName'],
  ['a blank name, which no run could request', { name: ' ' }, 'name'],
])('%s is refused', async (_, body, field) => {
  const { it, made, params } = await openWithEnvironment();
  await using _it = it;
  for (const [method, operation] of [
    ['POST', 'createEnvironment'],
    ['PATCH', 'updateEnvironment'],
  ] as const) {
    const answer = await it.ask(method, pathOf(operation, params), { body });
    expect(answer).toMatchObject({ status: 400, body: [{ path: expect.arrayContaining([field]) }] });
  }
  expect(await it.client.listEnvironments(params)).toMatchObject([{ name: 'default' }, made]);
});

test('the refusal of a header name says which characters it may have', async () => {
  await using it = await openService();
  const body = { additionalHeaderFields: { 'x test': '1' } };
  const path = pathOf('createEnvironment', { testTargetId: it.testTargetId });
  expect(await it.ask('POST', path, { body })).toMatchObject({
    status: 400,
    body: [
      {
        path: ['additionalHeaderFields', 'x test'],
        message: "must be a header name: letters, digits and !#$%&'*+-.^_`|~",
      },
    ],
  });
});

test('every valid character of a header name is accepted', async () => {
  await using it = await openService();
  const additionalHeaderFields = { "X-1!#$%&'*+.^_`|~": 'a\tb é' };
  const params = { testTargetId: it.testTargetId };
  expect(await it.client.createEnvironment(params, { additionalHeaderFields })).toMatchObject({
    additionalHeaderFields,
  });
});

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
