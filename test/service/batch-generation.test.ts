import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCase, goTo } from '../support/cases.ts';
import { createGenerator } from '../support/generators.ts';
import { pathOf } from '../support/path-of.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';
import { until } from '../support/until.ts';

type Body = Parameters<ServiceUnderTest['client']['createBatchGeneration']>[1];

async function openWithGenerator() {
  const generator = createGenerator();
  const it = await openService(undefined, undefined, generator.generate);
  const { testTargetId } = it;
  return {
    it,
    generator,
    async start(body: Body = { prompt: 'Test the cart' }) {
      const { batchGenerationId: id } = await it.client.createBatchGeneration({ testTargetId }, body);
      const plan = () => it.client.getTestPlan({ testTargetId, id });
      const reaches = (status: string) => until(plan, (answer) => answer.status === status);
      await reaches('IN_PROGRESS');
      return { id, plan, reaches };
    },
  };
}

test('a batch is a test plan with the context of its request: first IN_PROGRESS, then DONE with its cases', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const context = { source: 'github', owner: 'acme', repo: 'shop', issueNumber: 7 } as const;
  const { id, plan, reaches } = await start({ prompt: 'Test the cart', context });
  expect(await plan()).toMatchObject({ id, testTargetId: it.testTargetId, status: 'IN_PROGRESS', context });
  generator.latest().make(aCase());
  await reaches('DONE');
});

test('the cases of a batch are drafts, are pulled by its plan, and run only once they are enabled', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const { testTargetId } = it;
  const enabled = aCase();
  await it.client.push({ testTargetId }, {}, { testCases: [enabled] });
  const [a, b] = [aCase({ elements: [goTo('/a')] }), aCase()];
  const { id, reaches } = await start();
  generator.latest().make(a, b);
  await reaches('DONE');
  expect((await it.client.pull({ testTargetId }, { testPlanId: id })).testCases).toEqual([a, b]);
  expect((await it.client.pull({ testTargetId }, {})).testCases).toEqual([enabled, a, b]);
  const drafts = await it.client.listTestCases({ testTargetId }, { filter: '{"status":"DRAFT"}' });
  expect(drafts.map((each) => each.id)).toEqual([a.id, b.id]);
  await it.execute([], { testCaseVersionIds: undefined });
  expect(it.runner.latest().plan.cases).toEqual([enabled]);
  await it.client.updateTestCase({ testTargetId, testCaseId: a.id }, { status: 'ENABLED' });
  await it.execute([], { testCaseVersionIds: undefined });
  expect(it.runner.latest().plan.cases).toEqual([enabled, a]);
});

test.each(['entryPointUrlPath', 'entrypointUrlPath'])(
  'the generator gets the fields of the request: %s',
  async (name) => {
    const { it, generator, start } = await openWithGenerator();
    await using _ = it;
    await start({
      prompt: 'Test the cart',
      imageUrls: ['https://img.test/a.png'],
      [name]: '/cart',
      baseUrl: 'http://branch.test',
    });
    expect(generator.latest().request).toMatchObject({
      prompt: 'Test the cart',
      imageUrls: ['https://img.test/a.png'],
      entryPointUrlPath: '/cart',
      baseUrl: 'http://branch.test',
    });
  },
);

test('without a base URL that of the environment is used: the named one, else the DEFAULT one', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const { testTargetId } = it;
  const [first] = await it.client.listEnvironments({ testTargetId });
  await it.client.updateEnvironment(
    { testTargetId, environmentId: first?.id ?? '' },
    { discoveryUrl: 'http://live.test' },
  );
  const { id: environmentId } = await it.client.createEnvironment(
    { testTargetId },
    { name: 'staging', discoveryUrl: 'http://staging.test' },
  );
  await start({
    prompt: 'x',
    environmentId: null,
    baseUrl: null,
    entryPointUrlPath: null,
    prerequisiteId: null,
  });
  expect(generator.latest().request).toMatchObject({ prompt: 'x', baseUrl: 'http://live.test' });
  await start({ prompt: 'x', environmentId });
  expect(generator.latest().request).toMatchObject({ prompt: 'x', baseUrl: 'http://staging.test' });
});

test('without any other URL, that of an entry point which is a whole URL is used', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const entryPointUrlPath = 'http://branch.test/cart';
  await start({ prompt: 'x', entryPointUrlPath });
  expect(generator.latest().request).toMatchObject({ entryPointUrlPath, baseUrl: entryPointUrlPath });
});

test('an invalid base URL is rejected', async () => {
  const { it } = await openWithGenerator();
  await using _ = it;
  const path = pathOf('createBatchGeneration', { testTargetId: it.testTargetId });
  expect(await it.ask('POST', path, { body: { baseUrl: 'branch.test' } })).toMatchObject({
    status: 400,
    body: [{ path: ['baseUrl'], message: 'must be an http or https URL' }],
  });
});

test('the cases of a batch depend on its prerequisite unless they name another dependency', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const { testTargetId } = it;
  const login = aCase();
  await it.client.push({ testTargetId }, {}, { testCases: [login] });
  const a = aCase();
  const b = aCase({ dependencyId: a.id });
  const { id, reaches } = await start({ prompt: 'x', prerequisiteId: login.id });
  generator.latest().make(a, b);
  await reaches('DONE');
  expect((await it.client.pull({ testTargetId }, { testPlanId: id })).testCases).toEqual([
    login,
    { ...a, dependencyId: login.id },
    b,
  ]);
});

test('a failed generation is a plan with ERROR and the reason, and adds nothing', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const { id, plan, reaches } = await start();
  expect((await plan()).message).toBe(null);
  generator.latest().fail('out of tokens');
  await reaches('ERROR');
  expect((await plan()).message).toBe('out of tokens');
  expect(await it.client.pull({ testTargetId: it.testTargetId }, { testPlanId: id })).toEqual({
    testCases: [],
  });
});

test('a batch is added completely or not at all', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const { testTargetId } = it;
  const existing = aCase();
  await it.client.push({ testTargetId }, {}, { testCases: [existing] });
  const { reaches } = await start();
  generator.latest().make(aCase(), { ...existing, description: 'Overwritten' });
  await reaches('ERROR');
  expect((await it.client.pull({ testTargetId }, {})).testCases).toEqual([existing]);
});

test('an invalid test case is not stored', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const { reaches } = await start();
  generator.latest().make(aCase({ id: 'no-uuid' }));
  await reaches('ERROR');
  expect((await it.client.pull({ testTargetId: it.testTargetId }, {})).testCases).toEqual([]);
});

test('without a generator a batch ends with ERROR, and says so', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const { batchGenerationId: id } = await it.client.createBatchGeneration({ testTargetId }, {});
  const plan = () => it.client.getTestPlan({ testTargetId, id });
  await until(plan, ({ status }) => status === 'ERROR');
  expect((await plan()).message).toContain('this service has no generator');
});

test('two batches do not mix their cases', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const [a, b] = [aCase(), aCase()];
  const [first, second] = [await start(), await start()];
  generator.at(1).make(b);
  await second.reaches('DONE');
  expect(await first.plan()).toMatchObject({ status: 'IN_PROGRESS' });
  generator.at(0).make(a);
  await first.reaches('DONE');
  for (const [plan, testCase] of [
    [first, a],
    [second, b],
  ] as const) {
    const pulled = await it.client.pull({ testTargetId: it.testTargetId }, { testPlanId: plan.id });
    expect(pulled.testCases).toEqual([testCase]);
  }
});

test.each(['environmentId', 'prerequisiteId'])(
  'an unknown %s is refused, and nothing is started',
  async (name) => {
    const { it, generator } = await openWithGenerator();
    await using _ = it;
    for (const value of [randomUUID(), 'staging']) {
      const path = pathOf('createBatchGeneration', { testTargetId: it.testTargetId });
      const answer = await it.ask('POST', path, { body: { prompt: 'x', [name]: value } });
      expect(answer).toMatchObject({ status: 400, body: [{ path: [name] }] });
    }
    expect(() => generator.latest()).toThrow('no generation');
  },
);

test('closing the service aborts the generator and does not wait for one that ignores the signal', async () => {
  const { it, generator, start } = await openWithGenerator();
  await start();
  const { signal } = generator.latest();
  await it[Symbol.asyncDispose]();
  expect(signal.aborted).toBe(true);
});

test('a target can be deleted during its batch generation', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  await start();
  await it.client.deleteTestTarget({ testTargetId: it.testTargetId });
  generator.latest().make(aCase());
  await new Promise(setImmediate);
  expect(await it.client.listTestTargets()).toEqual([]);
});
