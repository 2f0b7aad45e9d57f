import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { testResult } from '../../../src/contract/test-report.ts';
import { connectTo } from '../../support/connection.ts';
import { sendJson, startHttpServer } from '../../support/http-server.ts';
import { targetId } from '../../support/reports.ts';
import { makeWorkspace } from '../../support/run-action.ts';
import { runIn } from '../../support/running-service.ts';

const step = 'elements:\n  - interaction: { action: GO_TO, calledWith: / }\n';
const files = {
  'browser-tests/a.yaml': `description: Pay\n${step}`,
  'browser-tests/b.yaml': `description: Search\n${step}`,
};
const pushed = z.object({ testCases: z.array(z.object({ id: z.string(), description: z.string() })) });
const executed = z.object({ context: z.looseObject({}), url: z.string() });

/** Runs two test cases at a service whose results name the version of their case, and not the case. */
async function run(statusOf: (description: string) => string) {
  const versions = new Map<string, { id: string; description: string }>();
  await using server = await startHttpServer(({ url, body }, response) => {
    if (url.endsWith('/draft/push')) {
      const { testCases } = pushed.parse(JSON.parse(body));
      for (const each of testCases) versions.set(randomUUID(), each);
      const entries = [...versions].map(([versionId, { id }]) => [id, { versionId }]);
      return sendJson(response, 200, {
        success: true,
        versionIds: [...versions.keys()],
        syncDataByStableId: Object.fromEntries(entries),
      });
    }
    const { context, url: executionUrl } = executed.parse(JSON.parse(body));
    const testResults = [...versions].map(([testCaseVersionId, { description }]) => ({
      id: randomUUID(),
      testCaseVersionId,
      status: statusOf(description),
    }));
    const status = testResults.every((each) => each.status === 'PASSED') ? 'PASSED' : 'FAILED';
    const createdAt = new Date().toISOString();
    const report = { id: randomUUID(), testTargetId: targetId, createdAt, executionUrl, context };
    sendJson(response, 200, { testReport: { ...report, status, testResults } });
  });
  await using workspace = await makeWorkspace(files);
  const inputs = {
    'service-url': server.url,
    'api-key': 'the-key',
    'test-target-id': targetId,
  };
  const verdict = await runIn(workspace, { inputs, connect: async () => connectTo(server.url) });
  return { verdict, ids: [...versions.values()].map(({ id }) => id) };
}

it('a result belongs to the case whose version it names', async () => {
  const { verdict, ids } = await run((description) => (description === 'Pay' ? 'FAILED' : 'PASSED'));
  expect(verdict.status).toBe('failed');
  expect(verdict.results).toMatchObject([
    { testCaseId: ids[0], name: 'Pay', status: 'failed', place: { file: 'browser-tests/a.yaml' } },
    { testCaseId: ids[1], name: 'Search', status: 'passed', place: { file: 'browser-tests/b.yaml' } },
  ]);
});

it('results that name versions prove a green verdict', async () => {
  const { verdict } = await run(() => 'PASSED');
  expect(verdict).toMatchObject({ status: 'passed', green: true });
});

it('a result without a case and without a version cannot be read', () => {
  const id = randomUUID();
  const result = { id, status: 'PASSED' };
  expect(testResult.safeParse(result).success).toBe(false);
  expect(testResult.safeParse({ ...result, testCaseVersionId: 'x' }).success).toBe(false);
  expect(testResult.parse({ ...result, testCaseId: null, testCaseVersionId: id }).testCaseId).toBe(id);
  expect(testResult.parse({ ...result, testCaseId: targetId, testCaseVersionId: id }).testCaseId).toBe(
    targetId,
  );
});
