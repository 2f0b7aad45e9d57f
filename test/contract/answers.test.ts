import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Operation } from '../../src/contract/routes.ts';
import { openFullService } from '../support/full-service.ts';
import { validateAnswer } from '../support/openapi-validator.ts';
import { allOperations, pathOf } from '../support/path-of.ts';

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
