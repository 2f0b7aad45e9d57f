import { expect } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { openNetwork } from '../../src/client/network.ts';
import type { Fetch } from '../../src/client/transport.ts';
import { aCase, goTo, seesCss } from './cases.ts';
import { clientErrorOf } from './failure-of.ts';
import { validateAnswer } from './openapi-validator.ts';
import { allOperations, operationAt } from './path-of.ts';
import { by, css } from './steps.ts';
import { until } from './until.ts';

/** How a service is reached, and what it runs cases on. */
export interface ReachedService {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The network by default. */
  readonly fetch?: Fetch;
  /** An app that has a heading at `/`; a runner that starts no browser needs none. */
  readonly appUrl: string;
  /** Lets the run that was just started pass, where its runner does not do so by itself. */
  readonly passRun?: () => void;
}

/** Goes through the operations in the order of real life, with the real client, and looks at each answer. */
export async function walkThrough(service: ReachedService): Promise<void> {
  const { appUrl } = service;
  const { fetch, problems, called } = checkingFetch(service.fetch ?? openNetwork().fetch);
  const client = createClient({ baseUrl: service.baseUrl, apiKey: service.apiKey, fetch });

  // A target with a second environment.
  const target = await client.createTestTarget({ testTarget: { app: 'shop', discoveryUrl: appUrl } });
  const ofTarget = { testTargetId: target.id };
  expect((await client.listTestTargets()).map(({ id }) => id)).toContain(target.id);
  await client.updateTestTarget(ofTarget, { timeoutPerStep: 10_000, testIdAttribute: 'data-qa' });
  expect(await client.getTestTarget(ofTarget)).toMatchObject({ app: 'shop', timeoutPerStep: 10_000 });
  const staging = await client.createEnvironment(ofTarget, {
    name: 'staging',
    discoveryUrl: appUrl,
    testAccount: { username: 'ann', password: 'secret' },
  });
  expect(await client.listEnvironments(ofTarget)).toMatchObject([{ name: 'default' }, { name: 'staging' }]);

  // The default branch pushes its cases.
  const open = aCase({
    description: 'Open the shop',
    elements: [goTo('/'), seesCss('h1')],
    tagNames: ['smoke'],
  });
  const openAgain = aCase({ description: 'Open it again', elements: [goTo('/')], dependencyId: open.id });
  const pushed = await client.push(ofTarget, {}, { testCases: [open, openAgain] });
  expect(pushed).toMatchObject({ success: true, versionIds: [expect.any(String), expect.any(String)] });
  expect(await client.listTestCases(ofTarget, { filter: '{"status":"ENABLED"}' })).toMatchObject([
    { id: open.id, tags: ['smoke'] },
    { id: openAgain.id, prerequisiteId: open.id },
  ]);

  // Somebody edits a case at the service.
  const ofOpen = { ...ofTarget, testCaseId: open.id };
  const { elements = [] } = await client.getTestCase(ofOpen);
  await client.updateTestCase(ofOpen, { description: 'Visit the shop', elements, folderName: 'Basics' });
  const shown = elements[1]?.id ?? '';
  const title = await client.updateTestCaseElement(
    { ...ofOpen, elementId: shown },
    { locatorLine: "page.locator('h1').first()" },
  );
  expect(title.selectors).toMatchObject([{ selectorType: 'CSS', selector: 'h1' }, { selectorType: 'FIRST' }]);
  const steps = [goTo('/'), { ...seesCss('h1'), selectors: [css('h1'), by('FIRST')] }];
  const visit = { ...open, description: 'Visit the shop', folderName: 'Basics', elements: steps };
  expect(await client.pull(ofTarget, {})).toEqual({ testCases: [visit, openAgain] });

  // Another branch pushes a draft of it, and runs it.
  const draft = { ...visit, description: 'Visit it on a branch', localEditingStatus: 'DONE' as const };
  const drafted = await client.draftPush(ofTarget, { testCases: [draft, openAgain] });
  expect(await client.pull(ofTarget, {})).toEqual({ testCases: [visit, openAgain] });
  const run = {
    ...ofTarget,
    url: appUrl,
    context: { source: 'github', sha: 'abc', issueNumber: 7 } as const,
  };
  const { testReport } = await client.execute({ ...run, testCaseVersionIds: drafted.versionIds });
  expect(testReport).toMatchObject({ status: 'WAITING', context: { sha: 'abc' } });
  service.passRun?.();
  const ofReport = { ...ofTarget, testReportId: testReport.id };
  const ended = await until(
    () => client.getTestReport(ofReport, { waitSeconds: 30 }),
    ({ status }) => status !== 'WAITING',
  );
  expect(ended).toMatchObject({
    status: 'PASSED',
    testResults: [
      { testCaseId: open.id, name: 'Visit it on a branch', status: 'PASSED', errorMessage: null },
      { testCaseId: openAgain.id, status: 'PASSED' },
    ],
  });

  // The enabled cases run on the other environment; the history has both runs.
  const second = await client.execute({ ...run, environmentName: 'staging', tags: ['smoke'] });
  expect(second.testReport.testResults).toMatchObject([{ testCaseId: open.id, name: 'Visit the shop' }]);
  service.passRun?.();
  await client.getTestReport({ ...ofTarget, testReportId: second.testReport.id }, { waitSeconds: 30 });
  const history = await client.listTestReports(ofTarget, {});
  expect(history.data.map(({ id }) => id)).toEqual([second.testReport.id, testReport.id]);
  const older = JSON.stringify({ createdAt: second.testReport.createdAt });
  expect(await client.listTestReports(ofTarget, { key: older })).toMatchObject({
    data: [{ id: testReport.id }],
  });
  const onStaging = JSON.stringify([{ key: 'environmentId', operator: 'EQUALS', value: staging.id }]);
  expect((await client.listTestReports(ofTarget, { filter: onStaging })).data).toHaveLength(1);

  // What was run can be had again, as a whole and one by one.
  expect(await client.pull(ofTarget, { testReportId: testReport.id })).toEqual({
    testCases: [draft, openAgain],
  });
  const versionId = drafted.versionIds[0] ?? '';
  expect(await client.getTestCaseVersion({ ...ofOpen, versionId })).toEqual({ ...draft, versionId });

  // Whoever wants to run the cases without the service takes them along as code.
  const executionUrl = { executionUrl: appUrl };
  const zip = await client.exportCode(ofTarget, { ...executionUrl, testCases: [visit, openAgain] });
  expect(Buffer.from(zip.subarray(0, 2)).toString()).toBe('PK');
  expect((await client.getTestCaseCode(ofOpen, executionUrl)).testCode).toContain('h1');
  expect(await client.getConfig(ofTarget, { url: appUrl })).toContain('defineConfig');

  // Cases from prompts: this service has no generator, and says so.
  const { batchGenerationId } = await client.createBatchGeneration(ofTarget, {
    prompt: 'Test the cart',
    context: { source: 'manual', description: 'a walk' },
  });
  await until(
    () => client.getTestPlan({ ...ofTarget, id: batchGenerationId }),
    ({ status }) => status === 'ERROR',
  );
  expect(await client.pull(ofTarget, { testPlanId: batchGenerationId })).toEqual({ testCases: [] });
  const discovery = { name: 'Buy a book', prompt: 'Find a book and buy it' };
  const { testCaseId } = await client.createDiscovery(ofTarget, {
    ...discovery,
    prerequisiteName: openAgain.description,
  });
  await client.createDiscoveryV3(ofTarget, { ...discovery, type: 'LOGIN' });
  await until(
    () => client.getTestCase({ ...ofTarget, testCaseId }),
    (found) => found.discovery?.status === 'FAILED',
  );

  // And all of it goes again.
  const refused = await clientErrorOf(client.deleteTestCase({ ...ofTarget, testCaseId: openAgain.id }));
  expect(refused.message).toContain(testCaseId);
  await client.deleteTestCase({ ...ofTarget, testCaseId });
  await client.deleteTestCase({ ...ofTarget, testCaseId: openAgain.id });
  const ofStaging = { ...ofTarget, environmentId: staging.id };
  expect(await client.updateEnvironment(ofStaging, { testAccount: {} })).not.toHaveProperty('testAccount');
  await client.deleteEnvironment(ofStaging);
  await client.deleteTestTarget(ofTarget);
  expect((await clientErrorOf(client.getTestTarget(ofTarget))).message).toContain('answered 404');

  expect(problems).toEqual([]);
  expect(allOperations.filter((operation) => !called.has(operation))).toEqual([]);
}

/** Holds every answer against the OpenAPI document, before the client reads it. */
function checkingFetch(fetch: Fetch) {
  const problems: string[] = [];
  const called = new Set<string>();
  const checking: Fetch = async (url, request) => {
    const answer = await fetch(url, request);
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body ?? []) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const operation = operationAt(request.method, url);
    if (operation === undefined) throw new Error(`${request.method} ${url} is no operation`);
    called.add(operation);
    const mediaType = answer.headers.get('content-type') ?? undefined;
    const body: unknown = text === '' ? undefined : mediaType?.includes('json') ? JSON.parse(text) : text;
    problems.push(
      ...validateAnswer(operation, answer.status, mediaType, body).map((each) => `${operation}: ${each}`),
    );
    return { status: answer.status, headers: answer.headers, body: inPieces(chunks) };
  };
  return { fetch: checking, problems, called };
}

async function* inPieces(chunks: readonly Uint8Array[]) {
  yield* chunks;
}
