import type { Operation } from '../../src/contract/routes.ts';
import { aCase, goTo, seesCss } from './cases.ts';
import { openService, type ServiceUnderTest } from './service.ts';

/** A request as the contract takes it. */
export interface ValidRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface FullService extends ServiceUnderTest {
  /** One request for each operation that succeeds by itself, on what the service holds. */
  readonly requests: Record<Operation, ValidRequest>;
}

/** A service with a bit of everything in it: a report with each kind of result, a plan, a draft, an environment. */
export async function openFullService(): Promise<FullService> {
  const it = await openService();
  const { client, testTargetId } = it;
  const ofTarget = { testTargetId };
  const needed = aCase({ description: 'Log in', type: 'LOGIN', elements: [goTo('/login')] });
  const kept = aCase({ elements: [goTo('/'), seesCss('h1')], dependencyId: needed.id, tagNames: ['smoke'] });
  const spare = aCase({ description: 'Spare', folderName: 'Checkout', externalId: 'X-1' });
  const { versionIds } = await client.push(ofTarget, {}, { testCases: [needed, kept, spare] });
  const environment = await client.createEnvironment(ofTarget, {
    name: 'staging',
    discoveryUrl: 'http://staging.test',
    testAccount: { username: 'ann', password: 'secret', otpInitializerKey: 'KEY' },
    basicAuth: { username: 'ann', password: 'secret' },
    privateLocationName: 'office',
    additionalHeaderFields: { 'x-test': '1' },
  });
  const { testReport } = await it.execute(versionIds, { context: { source: 'github', issueNumber: 7 } });
  const run = it.runner.latest();
  run.onOutcome({ testCaseId: needed.id, status: 'PASSED', errorMessage: null });
  const failedStep = { testCaseId: kept.id, elementIndex: 0 };
  run.onOutcome({ testCaseId: kept.id, status: 'FAILED', errorMessage: 'TimeoutError', failedStep });
  run.fail(new Error('crashed'));
  await client.getTestReport({ testTargetId, testReportId: testReport.id }, { waitSeconds: 50 });
  const { batchGenerationId } = await client.createBatchGeneration(ofTarget, { prompt: 'Test the cart' });
  await client.createDiscovery(ofTarget, { name: 'Draft', prompt: 'Buy a book' });
  const { elements = [] } = await client.getTestCase({ testTargetId, testCaseId: kept.id });

  const ofCase = { testTargetId, testCaseId: kept.id };
  const pushed = { testCases: [needed, kept, aCase()] };
  const ofEnvironment = { testTargetId, environmentId: environment.id };
  const url = 'http://app.test';
  const requests: FullService['requests'] = {
    listTestTargets: { params: {} },
    createTestTarget: { params: {}, body: { testTarget: { app: 'shop', discoveryUrl: url } } },
    getTestTarget: { params: ofTarget },
    updateTestTarget: {
      params: ofTarget,
      body: {
        app: 'store',
        testIdAttribute: 'data-qa',
        timeoutPerStep: 5000,
        testManagementIntegration: { domain: 'https://t.test', username: 'u', projectId: 'p', apiKey: 'k' },
      },
    },
    deleteTestTarget: { params: ofTarget },
    listEnvironments: { params: ofTarget },
    createEnvironment: { params: ofTarget, body: { name: 'live', discoveryUrl: url } },
    updateEnvironment: { params: ofEnvironment, body: { name: 'stage', testAccount: {} } },
    deleteEnvironment: { params: ofEnvironment },
    listTestCases: {
      params: ofTarget,
      query: { filter: '{"OR":[{"status":"ENABLED"},{"status":"DRAFT"}]}' },
    },
    getTestCase: { params: ofCase },
    updateTestCase: {
      params: ofCase,
      body: { description: 'Renamed', elements, status: 'DISABLED', folderName: null },
    },
    deleteTestCase: { params: { testTargetId, testCaseId: spare.id } },
    updateTestCaseElement: {
      params: { ...ofCase, elementId: elements[1]?.id ?? '' },
      body: { locatorLine: "page.getByRole('heading')" },
    },
    getTestCaseCode: { params: ofCase, query: { executionUrl: url } },
    listTestReports: { params: ofTarget, query: { filter: '[]' } },
    getTestReport: { params: { testTargetId, testReportId: testReport.id } },
    execute: { params: {}, body: { testTargetId, url, context: {}, testCaseVersionIds: versionIds } },
    createBatchGeneration: {
      params: ofTarget,
      body: { prompt: 'Test the cart', environmentId: environment.id, prerequisiteId: needed.id },
    },
    createDiscovery: { params: ofTarget, body: { name: 'New', prompt: 'Buy', prerequisiteName: 'Log in' } },
    createDiscoveryV3: { params: ofTarget, body: { name: 'New', prompt: 'Buy', type: 'LOGIN' } },
    pull: { params: ofTarget, query: { testReportId: testReport.id } },
    push: { params: ofTarget, body: pushed },
    draftPush: { params: ofTarget, body: pushed },
    exportCode: { params: ofTarget, body: { executionUrl: url, testCases: [needed, kept] } },
    getTestCaseVersion: { params: { ...ofCase, versionId: versionIds[1] ?? '' } },
    getTestPlan: { params: { testTargetId, id: batchGenerationId } },
    getConfig: { params: ofTarget, query: { url } },
  };
  return { ...it, requests };
}
