import { expect, test } from 'vitest';
import type { Operation } from '../../src/contract/routes.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { createGenerator } from '../support/generators.ts';
import { pathOf } from '../support/path-of.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';
import { until } from '../support/until.ts';

async function openWithGenerator() {
  const generator = createGenerator();
  const it = await openService(undefined, undefined, generator.generate);
  const { testTargetId } = it;
  const start = async (body: Partial<Parameters<ServiceUnderTest['client']['createDiscovery']>[1]> = {}) => {
    const { testCaseId } = await it.client.createDiscovery(
      { testTargetId },
      { name: 'Buy a book', prompt: 'Find a book and buy it', ...body },
    );
    await reaches(it, testCaseId, 'IN_PROGRESS');
    return { testTargetId, testCaseId };
  };
  return { it, generator, start };
}

const reaches = (it: ServiceUnderTest, testCaseId: string, status: string) =>
  until(
    () => it.client.getTestCase({ testTargetId: it.testTargetId, testCaseId }),
    ({ discovery }) => discovery?.status === status,
  );

test.each<Operation>(['createDiscovery', 'createDiscoveryV3'])(
  '%s creates a draft, which does not run, with all fields of the request',
  async (operation) => {
    const { it } = await openWithGenerator();
    await using _ = it;
    const { testTargetId } = it;
    const login = aCase({ description: 'Log in' });
    await it.client.push({ testTargetId }, {}, { testCases: [login] });
    const { status, body } = await it.ask('POST', pathOf(operation, { testTargetId }), {
      body: {
        name: 'Buy a book',
        prompt: 'Find a book and buy it',
        type: 'COOKIE_BANNER',
        entryPointUrlPath: '/books',
        prerequisiteName: 'Log in',
        externalId: 'X-1',
        tagNames: ['smoke'],
        folderName: 'Books',
      },
    });
    expect(status).toBe(200);
    const [draft] = await it.client.listTestCases({ testTargetId }, { filter: '{"status":"DRAFT"}' });
    expect(body).toEqual({ discoveryId: draft?.discovery?.id, testCaseId: draft?.id });
    expect(draft).toMatchObject({
      description: 'Buy a book',
      runStatus: 'OFF',
      type: 'COOKIE_BANNER',
      entryPointUrlPath: '/books',
      prerequisiteId: login.id,
      externalId: 'X-1',
      tags: ['smoke'],
      folderId: expect.any(String),
      elements: [],
      discovery: {
        freePrompt: 'Find a book and buy it',
        status: expect.stringMatching(/^(CREATED|IN_PROGRESS)$/),
        updatedAt: expect.any(String),
      },
    });
  },
);

test('it ends with SUCCESS and the generated steps; the case stays a draft and keeps its name', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const params = await start({ entryPointUrlPath: '/books' });
  expect(generator.latest().request).toMatchObject({
    prompt: 'Find a book and buy it',
    entryPointUrlPath: '/books',
  });
  generator.latest().make(aCase({ description: 'Other', elements: [goTo('/'), seesCss('h1')] }));
  expect(await reaches(it, params.testCaseId, 'SUCCESS')).toMatchObject({
    id: params.testCaseId,
    description: 'Buy a book',
    status: 'DRAFT',
    runStatus: 'OFF',
    elements: [{ interaction: { action: 'GO_TO' } }, { assertion: { expectation: 'VISIBLE' } }],
  });
});

test('it ends with FAILED and the reason', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const { testCaseId } = await start();
  generator.latest().fail('out of tokens');
  expect(await reaches(it, testCaseId, 'FAILED')).toMatchObject({
    elements: [],
    discovery: { message: 'out of tokens' },
  });
});

test.each([[[]], [[aCase()]]])('it ends with FAILED if no steps were generated: %j', async (made) => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const { testCaseId } = await start();
  generator.latest().make(...made);
  expect(await reaches(it, testCaseId, 'FAILED')).toMatchObject({
    discovery: { message: 'the generator returned no steps' },
  });
});

test('without a generator it ends with FAILED and the reason', async () => {
  await using it = await openService();
  const { testCaseId } = await it.client.createDiscovery(
    { testTargetId: it.testTargetId },
    { name: 'a', prompt: 'b' },
  );
  expect(await reaches(it, testCaseId, 'FAILED')).toMatchObject({
    discovery: { message: expect.stringContaining('no generator') },
  });
});

test('concurrent changes of the case are kept', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const params = await start();
  await it.client.updateTestCase(params, { description: 'Renamed', status: 'ENABLED' });
  generator.latest().make(aCase({ elements: [goTo('/')] }));
  expect(await reaches(it, params.testCaseId, 'SUCCESS')).toMatchObject({
    description: 'Renamed',
    status: 'ENABLED',
    elements: [{ interaction: { action: 'GO_TO' } }],
  });
});

test('concurrent changes of the steps are kept', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const { testTargetId, testCaseId } = await start();
  const pushed = aCase({ id: testCaseId, elements: [goTo('/pushed')] });
  await it.client.push({ testTargetId }, {}, { testCases: [pushed] });
  generator.latest().make(aCase({ elements: [goTo('/')] }));
  await reaches(it, testCaseId, 'FAILED');
  expect((await it.client.pull({ testTargetId }, {})).testCases).toEqual([pushed]);
});

test('a case that is deleted during its discovery stays deleted', async () => {
  const { it, generator, start } = await openWithGenerator();
  await using _ = it;
  const params = await start();
  await it.client.deleteTestCase(params);
  generator.latest().make(aCase({ elements: [goTo('/')] }));
  await new Promise(setImmediate);
  expect(await it.client.listTestCases({ testTargetId: it.testTargetId }, {})).toEqual([]);
});

test.each([
  ['first', [0, 1]],
  ['last', [1, 0]],
])(
  'a patch with a prompt generates the steps again; the later of two wins even if the earlier one ends %s',
  async (_name, order) => {
    const { it, generator } = await openWithGenerator();
    await using _ = it;
    const { testTargetId } = it;
    const testCase = aCase({ elements: [goTo('/old')] });
    await it.client.push({ testTargetId }, {}, { testCases: [testCase] });
    const params = { testTargetId, testCaseId: testCase.id };
    for (const prompt of ['first', 'second']) {
      const answer = await it.client.updateTestCase(params, { createBackendDiscoveryPrompt: prompt });
      expect(answer.discovery).toMatchObject({ freePrompt: prompt });
      await reaches(it, testCase.id, 'IN_PROGRESS');
    }
    for (const index of order) {
      generator.at(index).make(aCase({ elements: [goTo(index === 0 ? '/first' : '/second')] }));
      await new Promise(setImmediate);
    }
    await reaches(it, testCase.id, 'SUCCESS');
    expect((await it.client.pull({ testTargetId }, {})).testCases).toEqual([
      { ...testCase, prompt: 'second', elements: [goTo('/second')] },
    ]);
  },
);

test.each<[object, string]>([
  [{ prompt: 'b' }, 'name'],
  [{ name: 'a' }, 'prompt'],
  [{ name: '', prompt: 'b' }, 'name'],
  [{ name: 'a', prompt: '' }, 'prompt'],
  [{ name: 'a', prompt: ' ' }, 'prompt'],
  [{ name: 'a', prompt: 'b', type: 'LINK' }, 'type'],
  [{ name: 'a', prompt: 'b', prerequisiteName: 'Log out' }, 'prerequisiteName'],
])('%j is refused for its %s, and nothing is created', async (body, field) => {
  const { it } = await openWithGenerator();
  await using _ = it;
  const { testTargetId } = it;
  for (const operation of ['createDiscovery', 'createDiscoveryV3'] as const) {
    const answer = await it.ask('POST', pathOf(operation, { testTargetId }), { body });
    expect(answer).toMatchObject({ status: 400, body: [{ path: [field] }] });
  }
  expect(await it.client.listTestCases({ testTargetId }, {})).toEqual([]);
});

test('a blank prompt in a PATCH is refused, and the steps stay as they are', async () => {
  const { it } = await openWithGenerator();
  await using _ = it;
  const { testTargetId } = it;
  const testCase = aCase({ elements: [goTo('/')] });
  await it.client.push({ testTargetId }, {}, { testCases: [testCase] });
  const path = pathOf('updateTestCase', { testTargetId, testCaseId: testCase.id });
  const body = { createBackendDiscoveryPrompt: ' ' };
  expect(await it.ask('PATCH', path, { body })).toMatchObject({
    status: 400,
    body: [{ path: Object.keys(body) }],
  });
  expect((await it.client.pull({ testTargetId }, {})).testCases).toEqual([testCase]);
});

test('a prerequisite that is deleted is not found by its name', async () => {
  const { it } = await openWithGenerator();
  await using _ = it;
  const { testTargetId } = it;
  const login = aCase({ description: 'Log in' });
  await it.client.push({ testTargetId }, {}, { testCases: [login] });
  await it.client.deleteTestCase({ testTargetId, testCaseId: login.id });
  const body = { name: 'a', prompt: 'b', prerequisiteName: 'Log in' };
  expect(await it.ask('POST', pathOf('createDiscovery', { testTargetId }), { body })).toMatchObject({
    status: 400,
    body: [{ path: ['prerequisiteName'] }],
  });
});
