import { describe, expect, it, test } from 'vitest';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import { aCase } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';

/** As many as several batches have. */
const many = () => Array.from({ length: 420 }, (_, index) => aCase({ description: String(index) }));

/** Work on many test cases. @returns the status of the answer, and the number of test cases or versions in it. */
type Work = (service: ServiceUnderTest, testCases: readonly ExchangeTestCase[]) => Promise<RawAnswer>;
type RawAnswer = Awaited<ReturnType<ServiceUnderTest['ask']>>;

const execute: Work = ({ ask, testTargetId }) =>
  ask('POST', pathOf('execute', {}), { body: { testTargetId, url: 'http://app.test', context: {} } });
const push: Work = ({ ask, testTargetId }, testCases) =>
  ask('POST', pathOf('push', { testTargetId }), { body: { testCases } });
const draftPush: Work = ({ ask, testTargetId }, testCases) =>
  ask('POST', pathOf('draftPush', { testTargetId }), { body: { testCases } });

const works = { execute, push, 'draft push': draftPush };

async function openWithMany() {
  const service = await openService();
  const testCases = many();
  await service.client.push({ testTargetId: service.testTargetId }, {}, { testCases });
  return { service, testCases };
}

describe.each(Object.entries(works))('%s of many test cases', (_, work) => {
  it('lets other requests be answered meanwhile', async () => {
    const { service, testCases } = await openWithMany();
    await using _service = service;
    const ends: string[] = [];
    const long = work(service, testCases).then(({ status }) => ends.push(`long ${status}`));
    for (let count = 0; count < 2; count += 1) {
      await service.client.listTestTargets();
      ends.push('short');
    }
    await long;
    expect(ends).toEqual(['short', 'short', 'long 200']);
  });

  it('is answered with 404 if the target is deleted meanwhile', async () => {
    const { service, testCases } = await openWithMany();
    await using _service = service;
    const { client, testTargetId } = service;
    const [{ status }] = await Promise.all([
      work(service, testCases),
      client.deleteTestTarget({ testTargetId }),
    ]);
    expect(status).toBe(404);
    expect(service.runner.runs).toEqual([]);
    expect(await client.listTestTargets()).toEqual([]);
  });

  it('is done once for an idempotency key, also if both requests come at once', async () => {
    const { service, testCases } = await openWithMany();
    await using _service = service;
    const ask: ServiceUnderTest['ask'] = (method, path, options) =>
      service.ask(method, path, { ...options, headers: { 'idempotency-key': 'key-of-both-requests' } });
    const [one, other] = await Promise.all([0, 1].map(() => work({ ...service, ask }, testCases)));
    expect(one?.status).toBe(200);
    expect(other?.body).toEqual(one?.body);
  });
});

test('a report has a result for each of many test cases, in their order', async () => {
  const { service, testCases } = await openWithMany();
  await using _service = service;
  const { testReport } = await service.client.execute({
    testTargetId: service.testTargetId,
    url: 'http://app.test',
    context: {},
  });
  const ids = testCases.map(({ id }) => id);
  expect(testReport.testResults.map(({ testCaseId }) => testCaseId)).toEqual(ids);
  const { testTargetId } = service;
  service.runner.latest().pass();
  const address = { testTargetId, testReportId: testReport.id };
  const ended = await service.client.getTestReport(address, { waitSeconds: 60 });
  expect(ended).toMatchObject({ status: 'PASSED', createdAt: testReport.createdAt });
  expect(ended.testResults.map(({ testCaseId }) => testCaseId)).toEqual(ids);
  const { data } = await service.client.listTestReports({ testTargetId }, {});
  expect(data).toEqual([ended]);
});

test('a pull of many test cases has them as they were pushed', async () => {
  const { service, testCases } = await openWithMany();
  await using _service = service;
  const pulled = await service.client.pull({ testTargetId: service.testTargetId }, {});
  expect(pulled.testCases).toEqual(testCases);
});
