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
/** Defaults of an endpoint. */
const get = { method: 'GET', query: none, body: noBody, status: 200 } as const;
const remove = { method: 'DELETE', query: none, body: noBody, answer: z.unknown() } as const;
const post = { method: 'POST', query: none, status: 200 } as const;
const patch = { method: 'PATCH', query: none, status: 200 } as const;
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

/** Every operation of section 4, and the operations that public clients call beyond it, marked as extensions. */
export const endpoints = {
  listTestTargets: endpoint({
    ...get,
    section: '4.1',
    path: '/api/apiKey/v3/test-targets',
    params: none,
    answer: z.array(testTarget),
  }),
  createTestTarget: endpoint({
    ...post,
    section: '4.1',
    path: '/api/apiKey/v3/test-targets',
    params: none,
    body: createTestTargetBody,
    answer: testTarget,
  }),
  getTestTarget: endpoint({
    ...get,
    section: '4.1',
    path: '/api/apiKey/v3/test-targets/{testTargetId}',
    params: ofTarget,
    answer: testTarget,
  }),
  updateTestTarget: endpoint({
    ...patch,
    section: '4.1',
    path: '/api/apiKey/v3/test-targets/{testTargetId}',
    params: ofTarget,
    body: patchTestTargetBody,
    answer: testTarget,
  }),
  deleteTestTarget: endpoint({
    ...remove,
    section: 'extension',
    path: '/api/apiKey/v3/test-targets/{testTargetId}',
    params: ofTarget,
    status: 204,
  }),
  listEnvironments: endpoint({
    ...get,
    section: '4.2',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/environments',
    params: ofTarget,
    answer: z.array(environment),
  }),
  createEnvironment: endpoint({
    ...post,
    section: '4.2',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/environments',
    params: ofTarget,
    body: environmentBody,
    answer: environment,
    status: 201,
  }),
  updateEnvironment: endpoint({
    ...patch,
    section: 'extension',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/environments/{environmentId}',
    params: ofEnvironment,
    body: environmentBody,
    answer: environment,
  }),
  deleteEnvironment: endpoint({
    ...remove,
    section: 'extension',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/environments/{environmentId}',
    params: ofEnvironment,
    status: 200,
  }),
  listTestCases: endpoint({
    ...get,
    section: '4.3',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/test-cases',
    params: ofTarget,
    query: testCasesQuery,
    answer: z.array(testCase),
  }),
  getTestCase: endpoint({
    ...get,
    section: '4.3',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/test-cases/{testCaseId}',
    params: ofTestCase,
    answer: testCase,
  }),
  updateTestCase: endpoint({
    ...patch,
    section: '4.3',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/test-cases/{testCaseId}',
    params: ofTestCase,
    body: patchTestCaseBody,
    answer: testCase,
  }),
  deleteTestCase: endpoint({
    ...remove,
    section: 'extension',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/test-cases/{testCaseId}',
    params: ofTestCase,
    status: 200,
  }),
  updateTestCaseElement: endpoint({
    ...patch,
    section: '4.3',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/test-cases/{testCaseId}/elements/{elementId}',
    params: ofTestCase.extend({ elementId: uuid }),
    body: patchElementBody,
    answer: testCaseElement,
  }),
  getTestCaseCode: endpoint({
    ...get,
    section: 'extension',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/test-cases/{testCaseId}/code',
    params: ofTestCase,
    query: caseCodeQuery,
    answer: caseCodeAnswer,
  }),
  listTestReports: endpoint({
    ...get,
    section: '4.4',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/test-reports',
    params: ofTarget,
    query: historyQuery,
    answer: reportHistory,
  }),
  getTestReport: endpoint({
    ...get,
    section: '4.4',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/test-reports/{testReportId}',
    params: ofTarget.extend({ testReportId: uuid }),
    answer: testReport,
  }),
  execute: endpoint({
    ...post,
    section: 'extension',
    path: '/api/apiKey/v3/execute',
    params: none,
    body: executeBody,
    answer: executeAnswer,
  }),
  createBatchGeneration: endpoint({
    ...post,
    section: '4.5',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/batch-generations',
    params: ofTarget,
    body: batchGenerationBody,
    answer: batchGenerationAnswer,
  }),
  createDiscovery: endpoint({
    ...post,
    section: '4.5',
    path: '/api/apiKey/v2/test-targets/{testTargetId}/discoveries',
    params: ofTarget,
    body: discoveryBody,
    answer: discoveryAnswer,
  }),
  createDiscoveryV3: endpoint({
    ...post,
    section: 'extension',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/discoveries',
    params: ofTarget,
    body: discoveryBody,
    answer: discoveryAnswer,
  }),
  pull: endpoint({
    ...get,
    section: '4.6',
    path: '/api/apiKey/beta/test-targets/{testTargetId}/pull',
    params: ofTarget,
    query: pullQuery,
    answer: pullAnswer,
  }),
  push: endpoint({
    ...post,
    section: '4.6',
    path: '/api/apiKey/beta/test-targets/{testTargetId}/push',
    params: ofTarget,
    query: pushQuery,
    body: pushBody,
    answer: pushAnswer,
  }),
  draftPush: endpoint({
    ...post,
    section: '4.6',
    path: '/api/apiKey/beta/test-targets/{testTargetId}/draft/push',
    params: ofTarget,
    body: pushBody,
    answer: draftPushAnswer,
  }),
  exportCode: endpoint({
    ...post,
    section: '4.6',
    path: '/api/apiKey/beta/test-targets/{testTargetId}/code',
    params: ofTarget,
    body: codeExportBody,
    answer: z.instanceof(Uint8Array),
    mediaType: 'application/zip',
  }),
  getTestCaseVersion: endpoint({
    ...get,
    section: '4.6',
    path: '/api/apiKey/beta/test-targets/{testTargetId}/test-cases/{testCaseId}/versions/{versionId}',
    params: ofTestCase.extend({ versionId: uuid }),
    answer: versionAnswer,
  }),
  getTestPlan: endpoint({
    ...get,
    section: '4.7',
    path: '/api/apiKey/beta/test-targets/{testTargetId}/test-plans/{id}',
    params: ofTarget.extend({ id: uuid }),
    answer: testPlan,
  }),
  getConfig: endpoint({
    ...get,
    section: 'extension',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/config',
    params: ofTarget,
    query: configQuery,
    answer: z.string(),
    mediaType: 'text/plain',
  }),
} as const;

type Endpoints = typeof endpoints;

/** Name of an operation: the client's method, the service's handler and the `operationId` in the OpenAPI document. */
export type Operation = keyof Endpoints;

/** The endpoint of one operation, with the types of its schemas: `z.input<EndpointOf<'execute'>['body']>`. */
export type EndpointOf<O extends Operation> = Endpoints[O];

/** The names of all operations, in the order of the table. */
export const operations: readonly Operation[] = Object.keys(endpoints).filter((name): name is Operation =>
  Object.hasOwn(endpoints, name),
);
