import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Operation } from '../../src/contract/routes.ts';
import { openFullService } from '../support/full-service.ts';
import { validateAnswer } from '../support/openapi-validator.ts';
import { allOperations, pathOf } from '../support/path-of.ts';

const id = '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10';
const report = {
  id,
  testTargetId: id,
  createdAt: '2026-03-01T12:00:00.000Z',
  status: 'PASSED',
  testResults: [{ id, testCaseId: id, status: 'PASSED' }],
};
const json = 'application/json';

test('a documented response has no problems', () => {
  expect(validateAnswer('getTestReport', 200, json, report)).toEqual([]);
  expect(validateAnswer('getTestReport', 200, 'Application/JSON; charset=utf-8', report)).toEqual([]);
  expect(validateAnswer('deleteTestTarget', 204, undefined, undefined)).toEqual([]);
  expect(validateAnswer('exportCode', 200, 'application/zip', undefined)).toEqual([]);
  expect(validateAnswer('getConfig', 200, 'text/plain', 'export default {}')).toEqual([]);
});

test('a field and a value that are not known yet are no problem', () => {
  expect(validateAnswer('getTestReport', 200, json, { ...report, status: 'PAUSED', pages: 3 })).toEqual([]);
});

test('refusals have their own forms', () => {
  const issue = { code: 'invalid_type', expected: 'string', path: ['name', 0], message: 'must be a text' };
  expect(validateAnswer('createDiscovery', 400, json, [issue])).toEqual([]);
  expect(validateAnswer('createDiscovery', 400, json, { message: 'no' })).not.toEqual([]);
  expect(validateAnswer('createDiscovery', 415, json, { message: 'no' })).toEqual([]);
  expect(validateAnswer('deleteTestCase', 400, json, [issue])).toEqual([]);
  const dependencies = { status: 'has dependencies', dependencyIds: [id] };
  expect(validateAnswer('deleteTestCase', 400, json, dependencies)).toEqual([]);
});

test.each([
  [{ ...report, id: 'seven' }, '/id'],
  [{ ...report, createdAt: 'yesterday' }, '/createdAt'],
  [{ ...report, testResults: [{ ...report.testResults[0], status: 7 }] }, '/testResults/0/status'],
  [{ ...report, testResults: undefined }, 'testResults'],
  [[], 'the body must be object'],
  [undefined, 'the body must be object'],
])('%j is reported as wrong, with its path', (body, place) => {
  expect(validateAnswer('getTestReport', 200, json, body).join('\n')).toContain(place);
});

test('undocumented statuses and media types are reported', () => {
  expect(validateAnswer('getTestReport', 418, json, report)).toEqual(['getTestReport does not answer 418']);
  expect(validateAnswer('exportCode', 200, json, [])).toEqual([
    'exportCode 200 is application/zip, not application/json',
  ]);
  expect(validateAnswer('getTestReport', 200, undefined, report)).toEqual([
    'getTestReport 200 is application/json, not nothing',
  ]);
  expect(validateAnswer('deleteTestTarget', 204, json, {})).toEqual(['deleteTestTarget 204 has no body']);
});

test.each(allOperations)(
  '%s is answered as the contract and the OpenAPI document promise',
  async (operation) => {
    await using it = await openFullService();
    const { params, query, body } = it.requests[operation];
    const endpoint = endpoints[operation];
    const answer = await it.ask(endpoint.method, pathOf(operation, params, query), { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(endpoint.status);
    expect(endpoint.answer.safeParse(answer.body).error).toBeUndefined();
    const mediaType = answer.headers.get('content-type') ?? undefined;
    expect(validateAnswer(operation, answer.status, mediaType, answer.body)).toEqual([]);
  },
);

test('the answers say something: a report with each kind of result, lists with entries, cases with steps', async () => {
  await using it = await openFullService();
  const bodyOf = async (operation: Operation) => {
    const { params, query } = it.requests[operation];
    return (await it.ask('GET', pathOf(operation, params, query))).body;
  };
  expect(await bodyOf('getTestReport')).toMatchObject({
    status: 'FAILED',
    testResults: [{ status: 'PASSED' }, { status: 'FAILED' }, { status: 'ERROR' }],
  });
  expect(await bodyOf('listTestReports')).toMatchObject({ data: [{}] });
  expect(await bodyOf('listEnvironments')).toMatchObject([{}, { testAccount: {}, basicAuth: {} }]);
  expect(await bodyOf('listTestCases')).toHaveLength(4);
  expect(await bodyOf('getTestCase')).toMatchObject({ elements: [{}, { selectors: [{}] }] });
  expect(await bodyOf('pull')).toMatchObject({ testCases: [{}, {}, {}, {}] });
});
