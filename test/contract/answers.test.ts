import { expect, test } from 'vitest';
import { endpoints, type Operation } from '../../src/contract/endpoints.ts';
import { aCase } from '../support/cases.ts';
import { openService } from '../support/service.ts';

/** Calls every operation on a service with a bit of everything in it. */
async function answers(): Promise<Record<Operation, { status: number; body: unknown }>> {
  await using it = await openService();
  const target = `/api/apiKey/v3/test-targets/${it.testTargetId}`;
  const [passing, failing, broken] = [aCase(), aCase(), aCase()];
  const versionIds = await it.push(passing, failing, broken);
  const { testReport } = await it.execute(versionIds, { context: { source: 'github', issueNumber: 7 } });
  const run = it.runner.latest();
  run.onOutcome({ testCaseId: passing.id, status: 'PASSED', errorMessage: null });
  run.onOutcome({
    testCaseId: failing.id,
    status: 'FAILED',
    errorMessage: 'TimeoutError',
    failedStep: { testCaseId: failing.id, elementIndex: 0 },
  });
  run.fail(new Error('crashed'));
  return {
    createTestTarget: await it.ask('POST', '/api/apiKey/v3/test-targets', {
      body: { testTarget: { app: 'shop', discoveryUrl: 'http://app.test' } },
    }),
    createEnvironment: await it.ask('POST', `${target}/environments`, { body: { name: 'staging' } }),
    listEnvironments: await it.ask('GET', `${target}/environments`),
    draftPush: await it.ask('POST', `/api/apiKey/beta/test-targets/${it.testTargetId}/draft/push`, {
      body: { testCases: [passing] },
    }),
    execute: await it.ask('POST', '/api/apiKey/v3/execute', {
      body: {
        testTargetId: it.testTargetId,
        url: 'http://app.test',
        context: {},
        testCaseVersionIds: versionIds,
      },
    }),
    getTestReport: await it.ask('GET', `${target}/test-reports/${testReport.id}`, {
      headers: { prefer: 'wait=50' },
    }),
    listTestReports: await it.ask('GET', `${target}/test-reports`),
  };
}

test("every answer of the service is what the contract promises, with the operation's own status", async () => {
  const given = new Map(Object.entries(await answers()));
  for (const [operation, endpoint] of Object.entries(endpoints)) {
    const answer = given.get(operation);
    expect(answer?.status, operation).toBe(endpoint.status);
    expect(endpoint.answer.safeParse(answer?.body).error, operation).toBeUndefined();
  }
});

test('the answers say something: a report with each kind of result, and lists with entries', async () => {
  const { getTestReport, listTestReports, listEnvironments } = await answers();
  expect(getTestReport.body).toMatchObject({
    status: 'FAILED',
    testResults: [{ status: 'PASSED' }, { status: 'FAILED' }, { status: 'ERROR' }],
  });
  expect(listTestReports.body).toMatchObject({ data: [{}, {}] });
  expect(listEnvironments.body).toMatchObject([{}, {}]);
});
