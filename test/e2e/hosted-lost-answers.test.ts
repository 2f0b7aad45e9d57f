import { describe, expect, it } from 'vitest';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('A customer pays', 'Pay', 'Thank you') };
const target = '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10';
const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;

/** A service whose answers to both POSTs are lost after it has done what was asked. */
async function startService() {
  const runs: object[] = [];
  let pushes = 0;
  const server = await startHttpServer(({ method, url, body }, response) => {
    if (url.endsWith('/draft/push')) {
      pushes += 1;
      if (pushes === 1) return void response.destroy();
      return sendJson(response, 200, { success: true, versionIds: [id(8)] });
    }
    if (url.endsWith('/execute')) {
      const { context, browser, breakpoint, url: executionUrl } = JSON.parse(body);
      const result = { id: id(3), testCaseId: id(9), name: 'A customer pays', status: 'PASSED' };
      const createdAt = new Date().toISOString();
      const more = { context, browser, breakpoint, executionUrl, testResults: [result] };
      runs.push({ id: id(2), testTargetId: target, createdAt, status: 'PASSED', ...more });
      return void response.destroy();
    }
    if (method === 'GET' && url.endsWith('/test-reports')) {
      return sendJson(response, 200, { data: runs, hasNextPage: false });
    }
    return sendJson(response, 404, {});
  });
  return { url: server.url, runs, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('a hosted service whose responses are lost', () => {
  it('starts one run, and the action follows it', async () => {
    await using service = await startService();
    await using scenario = await makeScenario({ files });
    const { exitCode, outputs, log } = await scenario.runInProcess({
      inputs: { 'service-url': service.url, 'api-key': 'the-key', 'test-target-id': target },
    });
    expect(log).toContain('The run was started.');
    expect(exitCode).toBe(0);
    expect(outputs).toMatchObject({ status: 'passed', 'report-id': id(2) });
    expect(service.runs).toHaveLength(1);
  });
});
