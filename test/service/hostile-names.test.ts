import { expect, test } from 'vitest';
import { aCase } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';

/** Names that are easily cut, changed or refused on the way through a database. */
const names = ['a\u0000b', '\ud800', '\udc00 half', "'; DROP TABLE test_cases; --", '%_', '😀', '__proto__'];

test.each(names)('the name %j is returned unchanged', async (name) => {
  // Only half of a surrogate pair does not, outside of test cases: it becomes the replacement character.
  const kept = name.toWellFormed();
  await using it = await openService();
  const ofTarget = { testTargetId: it.testTargetId };
  const testCase = aCase({
    description: name,
    prompt: name,
    folderName: name,
    externalId: name,
    tagNames: [name],
    entryPointUrlPath: name,
  });
  const { versionIds } = await it.client.push(ofTarget, {}, { testCases: [testCase] });
  expect((await it.client.pull(ofTarget, {})).testCases).toEqual([testCase]);
  const [listed] = await it.client.listTestCases(ofTarget, {
    filter: JSON.stringify({ description: name, externalId: name }),
  });
  expect(listed).toMatchObject({ description: name, externalId: name, tags: [name] });
  expect(await it.client.updateTestTarget(ofTarget, { app: name, testIdAttribute: name })).toMatchObject({
    app: kept,
    testIdAttribute: kept,
    tags: [name],
  });
  const environment = await it.client.createEnvironment(ofTarget, {
    name,
    privateLocationName: name,
    testAccount: { username: name },
  });
  expect(environment).toMatchObject({
    name: kept,
    privateLocation: { name },
    testAccount: { username: name },
  });
  expect((await it.client.listEnvironments(ofTarget))[1]).toEqual(environment);
  const { testReport } = await it.execute(versionIds, {
    environmentName: kept,
    context: { source: 'manual', description: name },
  });
  it.runner.latest().onOutcome({ testCaseId: testCase.id, status: 'FAILED', errorMessage: name });
  expect(await it.client.getTestReport({ ...ofTarget, testReportId: testReport.id })).toMatchObject({
    context: { description: name },
    testResults: [{ name: kept, errorMessage: kept }],
  });
});

test('two names that are stored as the same text are duplicates', async () => {
  await using it = await openService();
  const path = pathOf('createEnvironment', { testTargetId: it.testTargetId });
  expect((await it.ask('POST', path, { body: { name: 'a\ud800' } })).status).toBe(201);
  const second = await it.ask('POST', path, { body: { name: 'a\ud801' } });
  expect(second).toMatchObject({ status: 400, body: [{ path: ['name'] }] });
});
