import { sendJson, startHttpServer, type TestServer } from './http-server.ts';
import { aReport, aResult, targetId } from './reports.ts';

/** A hosted service whose only report stays as it is, and the inputs that name it. */
export interface HostedStandIn extends TestServer {
  readonly inputs: Readonly<Record<string, string>>;
}

/** Starts one. `silent`: it takes requests, and never answers. */
export async function startHosted(answer: 'passed' | 'waiting' | 'silent'): Promise<HostedStandIn> {
  const report =
    answer === 'passed' ? aReport({ status: 'PASSED', testResults: [aResult({ name: 'A' })] }) : aReport();
  const server = await startHttpServer(({ url }, response) => {
    if (answer === 'silent') return;
    if (url.endsWith('/draft/push')) return sendJson(response, 200, { success: true, versionIds: [] });
    if (url.endsWith('/execute')) return sendJson(response, 200, { testReport: report });
    return sendJson(response, 200, report);
  });
  const inputs = { 'service-url': server.url, 'api-key': 'the-key', 'test-target-id': targetId };
  return { ...server, inputs, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
