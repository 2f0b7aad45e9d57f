import { z } from 'zod';
import {
  draftPushAnswer,
  pullAnswer,
  pullQuery,
  pushAnswer,
  pushBody,
  pushQuery,
  versionAnswer,
} from './exchange/exchange-test-case.ts';
import {
  batchGenerationAnswer,
  batchGenerationBody,
  caseCodeAnswer,
  caseCodeQuery,
  codeExportBody,
  configQuery,
  discoveryAnswer,
  discoveryBody,
} from './generation.ts';
import { type Endpoint, type Operation, operations, type Route, routes } from './routes.ts';
import { patchElementBody, patchTestCaseBody, testCase, testCaseElement } from './test-case.ts';
import {
  executeAnswer,
  executeBody,
  historyQuery,
  reportHistory,
  testPlan,
  testReport,
} from './test-report.ts';
import {
  createTestTargetBody,
  environment,
  environmentBody,
  patchTestTargetBody,
  testTarget,
} from './test-target.ts';
import { uuid } from './values.ts';

/** What the requests of most operations have: their parameters, without a query and a body. */
const bare = { params: z.object({}), query: z.object({}), body: z.undefined() };
const ofTarget = { ...bare, params: z.object({ testTargetId: uuid }) };
const ofEnvironment = { ...bare, params: ofTarget.params.extend({ environmentId: uuid }) };
const ofTestCase = { ...bare, params: ofTarget.params.extend({ testCaseId: uuid }) };
const ofElement = { ...bare, params: ofTestCase.params.extend({ elementId: uuid }) };
const ofVersion = { ...bare, params: ofTestCase.params.extend({ versionId: uuid }) };
const ofReport = { ...bare, params: ofTarget.params.extend({ testReportId: uuid }) };
const ofPlan = { ...bare, params: ofTarget.params.extend({ id: uuid }) };
const testCasesQuery = z.object({
  filter: z
    .string()
    .optional()
    .describe(
      'JSON text: an object with any of id, testTargetId, description, status, runStatus, folderId and externalId, joined by AND; AND, OR and NOT nest.',
    ),
});

const schemas = {
  listTestTargets: { ...bare, answer: z.array(testTarget) },
  createTestTarget: { ...bare, body: createTestTargetBody, answer: testTarget },
  getTestTarget: { ...ofTarget, answer: testTarget },
  updateTestTarget: { ...ofTarget, body: patchTestTargetBody, answer: testTarget },
  deleteTestTarget: { ...ofTarget, answer: z.unknown() },
  listEnvironments: { ...ofTarget, answer: z.array(environment) },
  createEnvironment: { ...ofTarget, body: environmentBody, answer: environment },
  updateEnvironment: { ...ofEnvironment, body: environmentBody, answer: environment },
  deleteEnvironment: { ...ofEnvironment, answer: z.unknown() },
  listTestCases: { ...ofTarget, query: testCasesQuery, answer: z.array(testCase) },
  getTestCase: { ...ofTestCase, answer: testCase },
  updateTestCase: { ...ofTestCase, body: patchTestCaseBody, answer: testCase },
  deleteTestCase: { ...ofTestCase, answer: z.unknown() },
  updateTestCaseElement: { ...ofElement, body: patchElementBody, answer: testCaseElement },
  getTestCaseCode: { ...ofTestCase, query: caseCodeQuery, answer: caseCodeAnswer },
  listTestReports: { ...ofTarget, query: historyQuery, answer: reportHistory },
  getTestReport: { ...ofReport, answer: testReport },
  execute: { ...bare, body: executeBody, answer: executeAnswer },
  createBatchGeneration: { ...ofTarget, body: batchGenerationBody, answer: batchGenerationAnswer },
  createDiscovery: { ...ofTarget, body: discoveryBody, answer: discoveryAnswer },
  createDiscoveryV3: { ...ofTarget, body: discoveryBody, answer: discoveryAnswer },
  pull: { ...ofTarget, query: pullQuery, answer: pullAnswer },
  push: { ...ofTarget, query: pushQuery, body: pushBody, answer: pushAnswer },
  draftPush: { ...ofTarget, body: pushBody, answer: draftPushAnswer },
  exportCode: { ...ofTarget, body: codeExportBody, answer: z.instanceof(Uint8Array) },
  getTestCaseVersion: { ...ofVersion, answer: versionAnswer },
  getTestPlan: { ...ofPlan, answer: testPlan },
  getConfig: { ...ofTarget, query: configQuery, answer: z.string() },
} satisfies Record<Operation, Omit<Endpoint, keyof Route>>;

type Endpoints = { readonly [O in Operation]: (typeof routes)[O] & (typeof schemas)[O] };

/** The operations of `routes.ts` with their schemas. */
export const endpoints = joinTables();

function joinTables(): Endpoints;
function joinTables(): Record<string, Endpoint> {
  return Object.fromEntries(operations.map((name) => [name, { ...routes[name], ...schemas[name] }]));
}

/** The endpoint of one operation, with the types of its schemas: `z.input<EndpointOf<'execute'>['body']>`. */
export type EndpointOf<O extends Operation> = Endpoints[O];
