import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended, startHosted } from '../support/hosted-stand-in.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { aReport, aResult, targetId } from '../support/reports.ts';
import { ambiguousPage, buttonPage, clickCase, makeScenario } from '../support/scenario.ts';
import { startScript } from '../support/spawn.ts';

const files = { 'browser-tests/a.yaml': clickCase('A customer pays', 'Pay', 'Thank you') };

const startService = (appUrl: string) =>
  startScript(
    join(import.meta.dirname, '../support/hosted-service.ts'),
    [appUrl],
    /listening on (\S+) key (\S+) target (\S+)/,
  );

describe('a hosted service', () => {
  it('in another process gates the same way, below the path of its base URL', async () => {
    await using scenario = await makeScenario({ pages: { '/': buttonPage('Pay', 'Thank you') }, files });
    await using service = await startService(scenario.app.url);
    const [, baseUrl = '', apiKey = '', target = ''] = service.ready;
    const inputs = { url: '', 'service-url': baseUrl, 'api-key': apiKey, 'test-target-id': target };

    const green = await scenario.run({ inputs });
    expect(green.log).toContain(`Testing ${scenario.app.url}`);
    expect(green.exitCode).toBe(0);
    expect(green.outputs).toMatchObject({ status: 'passed', total: '1' });

    scenario.pages['/'] = ambiguousPage('Pay');
    const red = await scenario.run({ inputs, env: { GITHUB_RUN_ID: '101' } });
    expect(red.exitCode).toBe(1);
    expect(red.outputs.status).toBe('failed');
    expect(scenario.github.comments[0]?.body).toContain(
      'Step 1: click the button \\"Pay\\" · [`browser-tests/a.yaml:3`](<',
    );
    expect(red.log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain(apiKey);
  });

  it('that refuses the key is an error that names the input, not a failed test', async () => {
    await using scenario = await makeScenario({ files });
    await using service = await startService(scenario.app.url);
    const [, baseUrl = '', , target = ''] = service.ready;
    const { exitCode, log, outputs } = await scenario.runInProcess({
      inputs: { 'service-url': baseUrl, 'api-key': 'another-key', 'test-target-id': target },
    });
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('error');
    expect(log).toContain(`POST ${baseUrl}/api/apiKey/beta/test-targets/${target}/draft/push answered 401`);
    expect(log).toContain('Check that `api-key`');
  });

  it('that answers the path of a report is linked with its own host', async () => {
    await using scenario = await makeScenario({ files });
    await using service = await startHosted(ended(), '/testtargets/1/testreports/2');
    const { log } = await scenario.runInProcess({ inputs: service.inputs });
    expect(log).toContain(`Report: ${service.url}/testtargets/1/testreports/2`);
    expect(scenario.github.comments[0]?.body).toContain(
      `[Test report](<${service.url}/testtargets/1/testreports/2>)`,
    );
  });

  it('without execute is asked for the report that its draft push has started', async () => {
    const target = '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10';
    const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
    const report = (number: number, createdAt: Date, status: string) => ({
      id: id(number),
      testTargetId: target,
      createdAt: createdAt.toISOString(),
      status,
      context: {
        source: 'github',
        sha: 'a'.repeat(40),
        ref: 'feature',
        repo: 'shop',
        owner: 'acme',
        issueNumber: 7,
      },
      testResults: [{ id: id(number + 4), testCaseId: id(9), name: 'A customer pays', status }],
    });
    const before = report(1, new Date(Date.now() - 3_600_000), 'PASSED');
    let polls = 0;
    let pushedAt = new Date();
    await using service = await startHttpServer(({ method, url, headers }, response) => {
      if (headers['x-api-key'] !== 'the-key') return sendJson(response, 401, {});
      if (url.endsWith('/draft/push')) {
        pushedAt = new Date();
        return sendJson(response, 200, { success: true, versionIds: [id(8)] });
      }
      const own = report(2, pushedAt, polls > 1 ? 'FAILED' : 'WAITING');
      if (method === 'GET' && url.endsWith('/test-reports')) {
        return sendJson(response, 200, { data: [own, before], hasNextPage: false });
      }
      if (url.endsWith(`/test-reports/${own.id}`)) {
        polls += 1;
        return sendJson(response, 200, report(2, pushedAt, polls > 1 ? 'FAILED' : 'WAITING'));
      }
      return sendJson(response, 404, {});
    });
    await using scenario = await makeScenario({ files });
    const { exitCode, outputs, results } = await scenario.runInProcess({
      inputs: { 'service-url': service.url, 'api-key': 'the-key', 'test-target-id': target },
    });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ status: 'failed', 'report-id': id(2) });
    expect(results).toMatchObject({
      results: [{ name: 'A customer pays', place: { file: 'browser-tests/a.yaml' } }],
    });
  });

  it("has the query and the login of its environment's own URL shown nowhere, but tests there", async () => {
    const address = 'https://ann:pass-of-ann@preview.example/shop?bypass=key-of-the-preview';
    const report = aReport({ status: 'PASSED', testResults: [aResult({ name: 'A customer pays' })] });
    await using service = await startHttpServer(({ url }, response) => {
      if (url.endsWith('/environments')) {
        return sendJson(response, 200, [
          { id: report.id, testTargetId: targetId, name: 'Main', type: 'DEFAULT', discoveryUrl: address },
        ]);
      }
      const isPush = url.endsWith('/draft/push');
      const testReport = { ...report, createdAt: new Date().toISOString() };
      sendJson(response, 200, isPush ? { success: true, versionIds: [report.id] } : { testReport });
    });
    await using scenario = await makeScenario({ files });
    const { exitCode, log, summary } = await scenario.runInProcess({
      inputs: { url: '', 'service-url': service.url, 'api-key': 'the-key', 'test-target-id': targetId },
    });
    expect(exitCode, log).toBe(0);
    expect(log).toContain('Testing https://preview.example/shop\n');
    expect(log + summary + scenario.github.comments[0]?.body).not.toMatch(/pass-of-ann|key-of-the-preview/);
    expect(service.requests.find(({ url }) => url.endsWith('/execute'))?.body).toContain(address);
  });
});
