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

const none = z.object({});
const noBody = z.undefined();
/** A request without a query and a body. */
const bare = { query: none, body: noBody } as const;
const testCasesQuery = z.object({
  filter: z
    .string()
    .optional()
    .describe(
      'JSON text: an object with any of id, testTargetId, description, status, runStatus, folderId and externalId, joined by AND; AND, OR and NOT nest.',
    ),
});
const ofTarget = z.object({ testTargetId: uuid });
const ofEnvironment = ofTarget.extend({ environmentId: uuid });
const ofTestCase = ofTarget.extend({ testCaseId: uuid });

/** The operations of `routes.ts` with the schemas of their requests and answers. */
export const endpoints = {
  listTestTargets: endpoint({
    ...routes.listTestTargets,
    params: none,
    ...bare,
    answer: z.array(testTarget),
  }),
  createTestTarget: endpoint({
    ...routes.createTestTarget,
    params: none,
    query: none,
    body: createTestTargetBody,
    answer: testTarget,
  }),
  getTestTarget: endpoint({
    ...routes.getTestTarget,
    params: ofTarget,
    ...bare,
    answer: testTarget,
  }),
  updateTestTarget: endpoint({
    ...routes.updateTestTarget,
    params: ofTarget,
    query: none,
    body: patchTestTargetBody,
    answer: testTarget,
  }),
  deleteTestTarget: endpoint({
    ...routes.deleteTestTarget,
    params: ofTarget,
    ...bare,
    answer: z.unknown(),
  }),
  listEnvironments: endpoint({
    ...routes.listEnvironments,
    params: ofTarget,
    ...bare,
    answer: z.array(environment),
  }),
  createEnvironment: endpoint({
    ...routes.createEnvironment,
    params: ofTarget,
    query: none,
    body: environmentBody,
    answer: environment,
  }),
  updateEnvironment: endpoint({
    ...routes.updateEnvironment,
    params: ofEnvironment,
    query: none,
    body: environmentBody,
    answer: environment,
  }),
  deleteEnvironment: endpoint({
    ...routes.deleteEnvironment,
    params: ofEnvironment,
    ...bare,
    answer: z.unknown(),
  }),
  listTestCases: endpoint({
    ...routes.listTestCases,
    params: ofTarget,
    query: testCasesQuery,
    body: noBody,
    answer: z.array(testCase),
  }),
  getTestCase: endpoint({
    ...routes.getTestCase,
    params: ofTestCase,
    ...bare,
    answer: testCase,
  }),
  updateTestCase: endpoint({
    ...routes.updateTestCase,
    params: ofTestCase,
    query: none,
    body: patchTestCaseBody,
    answer: testCase,
  }),
  deleteTestCase: endpoint({
    ...routes.deleteTestCase,
    params: ofTestCase,
    ...bare,
    answer: z.unknown(),
  }),
  updateTestCaseElement: endpoint({
    ...routes.updateTestCaseElement,
    params: ofTestCase.extend({ elementId: uuid }),
    query: none,
    body: patchElementBody,
    answer: testCaseElement,
  }),
  getTestCaseCode: endpoint({
    ...routes.getTestCaseCode,
    params: ofTestCase,
    query: caseCodeQuery,
    body: noBody,
    answer: caseCodeAnswer,
  }),
  listTestReports: endpoint({
    ...routes.listTestReports,
    params: ofTarget,
    query: historyQuery,
    body: noBody,
    answer: reportHistory,
  }),
  getTestReport: endpoint({
    ...routes.getTestReport,
    params: ofTarget.extend({ testReportId: uuid }),
    ...bare,
    answer: testReport,
  }),
  execute: endpoint({
    ...routes.execute,
    params: none,
    query: none,
    body: executeBody,
    answer: executeAnswer,
  }),
  createBatchGeneration: endpoint({
    ...routes.createBatchGeneration,
    params: ofTarget,
    query: none,
    body: batchGenerationBody,
    answer: batchGenerationAnswer,
  }),
  createDiscovery: endpoint({
    ...routes.createDiscovery,
    params: ofTarget,
    query: none,
    body: discoveryBody,
    answer: discoveryAnswer,
  }),
  createDiscoveryV3: endpoint({
    ...routes.createDiscoveryV3,
    params: ofTarget,
    query: none,
    body: discoveryBody,
    answer: discoveryAnswer,
  }),
  pull: endpoint({
    ...routes.pull,
    params: ofTarget,
    query: pullQuery,
    body: noBody,
    answer: pullAnswer,
  }),
  push: endpoint({
    ...routes.push,
    params: ofTarget,
    query: pushQuery,
    body: pushBody,
    answer: pushAnswer,
  }),
  draftPush: endpoint({
    ...routes.draftPush,
    params: ofTarget,
    query: none,
    body: pushBody,
    answer: draftPushAnswer,
  }),
  exportCode: endpoint({
    ...routes.exportCode,
    params: ofTarget,
    query: none,
    body: codeExportBody,
    answer: z.instanceof(Uint8Array),
  }),
  getTestCaseVersion: endpoint({
    ...routes.getTestCaseVersion,
    params: ofTestCase.extend({ versionId: uuid }),
    ...bare,
    answer: versionAnswer,
  }),
  getTestPlan: endpoint({
    ...routes.getTestPlan,
    params: ofTarget.extend({ id: uuid }),
    ...bare,
    answer: testPlan,
  }),
  getConfig: endpoint({
    ...routes.getConfig,
    params: ofTarget,
    query: configQuery,
    body: noBody,
    answer: z.string(),
  }),
} as const;

type Endpoints = typeof endpoints;

/** The endpoint of one operation, with the types of its schemas: `z.input<EndpointOf<'execute'>['body']>`. */
export type EndpointOf<O extends Operation> = Endpoints[O];
