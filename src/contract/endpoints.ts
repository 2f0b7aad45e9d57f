import { z } from 'zod';
import { caseCodeAnswer, caseCodeQuery, codeExportBody, configQuery } from './code-export.ts';
import { endpoint } from './endpoint.ts';
import { environment, environmentBody } from './environment.ts';
import {
  draftPushAnswer,
  pullAnswer,
  pullQuery,
  pushAnswer,
  pushBody,
  pushQuery,
  versionAnswer,
} from './exchange/test-case.ts';
import { batchGenerationAnswer, batchGenerationBody, discoveryAnswer, discoveryBody } from './generation.ts';
import { type Operation, routes } from './routes.ts';
import { patchElementBody, patchTestCaseBody, testCase, testCaseElement } from './test-case.ts';
import {
  executeAnswer,
  executeBody,
  historyQuery,
  reportHistory,
  testPlan,
  testReport,
} from './test-report.ts';
import { createTestTargetBody, patchTestTargetBody, testTarget } from './test-target.ts';
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

/** The operations of `routes.ts` with the schemas of their requests and answers. */
export const endpoints = {
  listTestTargets: endpoint(routes.listTestTargets, bare, z.array(testTarget)),
  createTestTarget: endpoint(routes.createTestTarget, { ...bare, body: createTestTargetBody }, testTarget),
  getTestTarget: endpoint(routes.getTestTarget, ofTarget, testTarget),
  updateTestTarget: endpoint(routes.updateTestTarget, { ...ofTarget, body: patchTestTargetBody }, testTarget),
  deleteTestTarget: endpoint(routes.deleteTestTarget, ofTarget, z.unknown()),
  listEnvironments: endpoint(routes.listEnvironments, ofTarget, z.array(environment)),
  createEnvironment: endpoint(routes.createEnvironment, { ...ofTarget, body: environmentBody }, environment),
  updateEnvironment: endpoint(
    routes.updateEnvironment,
    { ...ofEnvironment, body: environmentBody },
    environment,
  ),
  deleteEnvironment: endpoint(routes.deleteEnvironment, ofEnvironment, z.unknown()),
  listTestCases: endpoint(routes.listTestCases, { ...ofTarget, query: testCasesQuery }, z.array(testCase)),
  getTestCase: endpoint(routes.getTestCase, ofTestCase, testCase),
  updateTestCase: endpoint(routes.updateTestCase, { ...ofTestCase, body: patchTestCaseBody }, testCase),
  deleteTestCase: endpoint(routes.deleteTestCase, ofTestCase, z.unknown()),
  updateTestCaseElement: endpoint(
    routes.updateTestCaseElement,
    { ...ofElement, body: patchElementBody },
    testCaseElement,
  ),
  getTestCaseCode: endpoint(routes.getTestCaseCode, { ...ofTestCase, query: caseCodeQuery }, caseCodeAnswer),
  listTestReports: endpoint(routes.listTestReports, { ...ofTarget, query: historyQuery }, reportHistory),
  getTestReport: endpoint(routes.getTestReport, ofReport, testReport),
  execute: endpoint(routes.execute, { ...bare, body: executeBody }, executeAnswer),
  createBatchGeneration: endpoint(
    routes.createBatchGeneration,
    { ...ofTarget, body: batchGenerationBody },
    batchGenerationAnswer,
  ),
  createDiscovery: endpoint(routes.createDiscovery, { ...ofTarget, body: discoveryBody }, discoveryAnswer),
  createDiscoveryV3: endpoint(
    routes.createDiscoveryV3,
    { ...ofTarget, body: discoveryBody },
    discoveryAnswer,
  ),
  pull: endpoint(routes.pull, { ...ofTarget, query: pullQuery }, pullAnswer),
  push: endpoint(routes.push, { ...ofTarget, query: pushQuery, body: pushBody }, pushAnswer),
  draftPush: endpoint(routes.draftPush, { ...ofTarget, body: pushBody }, draftPushAnswer),
  exportCode: endpoint(routes.exportCode, { ...ofTarget, body: codeExportBody }, z.instanceof(Uint8Array)),
  getTestCaseVersion: endpoint(routes.getTestCaseVersion, ofVersion, versionAnswer),
  getTestPlan: endpoint(routes.getTestPlan, ofPlan, testPlan),
  getConfig: endpoint(routes.getConfig, { ...ofTarget, query: configQuery }, z.string()),
} as const;

type Endpoints = typeof endpoints;

/** The endpoint of one operation, with the types of its schemas: `z.input<EndpointOf<'execute'>['body']>`. */
export type EndpointOf<O extends Operation> = Endpoints[O];
