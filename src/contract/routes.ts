import { z } from 'zod';
import { uuid } from './values.ts';

/** How an operation of the interface is requested. */
export interface Route {
  /** Section of the specification, or `extension` for what public clients call beyond it. */
  readonly section: `4.${number}` | 'extension';
  /** A POST accepts an idempotency key. */
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path template below the base URL: `{name}` stands for a path parameter. */
  readonly path: `/api/${string}`;
  readonly hasQuery?: true;
  /** What the answer is, if it is not JSON. */
  readonly mediaType?: 'application/zip' | 'text/plain';
  readonly status: 200 | 201 | 204;
}

/**
 * One operation with its schemas. The client reads answers through `answer`; the service checks requests through
 * `params`, `query` and `body`.
 */
export interface Endpoint extends Route {
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  /** `z.undefined()` where the operation takes no body. */
  readonly body: z.ZodType;
  /** With a `mediaType`, the answer is bytes (zip) or text. */
  readonly answer: z.ZodType;
}

/** Request header of a POST: identifies the request, and is the same for every retry. */
export const idempotencyKeyHeader = 'Idempotency-Key';

export const idempotencyKey = z.string().regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters');

/** Answer header: `true` if the answer repeats that of an earlier request with the same key. */
export const idempotencyReplayedHeader = 'Idempotency-Replayed';

/**
 * Body of a 400 or 422: what is wrong with the request, and where. `path` begins with `params`, `query` or `headers`
 * outside the body.
 */
export const issues = z.array(
  z.looseObject({
    code: z.string(),
    expected: z.string().optional(),
    received: z.string().optional(),
    path: z.array(z.union([z.string(), z.int()])),
    message: z.string(),
  }),
);

/** Body of every other error answer. */
export const problem = z.looseObject({ message: z.string() });

/** Body of the 400 of DELETE test case if other cases depend on it (extension). */
export const dependenciesLeft = z.looseObject({
  status: z.literal('has dependencies'),
  dependencyIds: z.array(uuid),
});

const targets = '/api/apiKey/v3/test-targets';
const target = `${targets}/{testTargetId}` as const;
const environment = `${target}/environments/{environmentId}` as const;
const reports = `${target}/test-reports` as const;
const testCase = `${target}/test-cases/{testCaseId}` as const;
const element = `${testCase}/elements/{elementId}` as const;
const caseCode = `${testCase}/code` as const;
const config = `${target}/config` as const;
const discoveriesV2 = '/api/apiKey/v2/test-targets/{testTargetId}/discoveries';
const beta = '/api/apiKey/beta/test-targets/{testTargetId}';
const code = `${beta}/code` as const;
const version = `${beta}/test-cases/{testCaseId}/versions/{versionId}` as const;
const zip = 'application/zip';
const text = 'text/plain';

/**
 * Every operation of section 4, and the operations that public clients call beyond it, marked as extensions. Without their
 * schemas, which take longer to make than a request takes to be sent: `endpoints.ts` has them.
 */
export const routes = {
  listTestTargets: { section: '4.1', method: 'GET', path: targets, status: 200 },
  createTestTarget: { section: '4.1', method: 'POST', path: targets, status: 200 },
  getTestTarget: { section: '4.1', method: 'GET', path: target, status: 200 },
  updateTestTarget: { section: '4.1', method: 'PATCH', path: target, status: 200 },
  deleteTestTarget: { section: 'extension', method: 'DELETE', path: target, status: 204 },
  listEnvironments: { section: '4.2', method: 'GET', path: `${target}/environments`, status: 200 },
  createEnvironment: { section: '4.2', method: 'POST', path: `${target}/environments`, status: 201 },
  updateEnvironment: { section: 'extension', method: 'PATCH', path: environment, status: 200 },
  deleteEnvironment: { section: 'extension', method: 'DELETE', path: environment, status: 200 },
  listTestCases: { section: '4.3', method: 'GET', path: `${target}/test-cases`, hasQuery: true, status: 200 },
  getTestCase: { section: '4.3', method: 'GET', path: testCase, status: 200 },
  updateTestCase: { section: '4.3', method: 'PATCH', path: testCase, status: 200 },
  deleteTestCase: { section: 'extension', method: 'DELETE', path: testCase, status: 200 },
  updateTestCaseElement: { section: '4.3', method: 'PATCH', path: element, status: 200 },
  getTestCaseCode: { section: 'extension', method: 'GET', path: caseCode, hasQuery: true, status: 200 },
  listTestReports: { section: '4.4', method: 'GET', path: reports, hasQuery: true, status: 200 },
  getTestReport: { section: '4.4', method: 'GET', path: `${reports}/{testReportId}`, status: 200 },
  execute: { section: 'extension', method: 'POST', path: '/api/apiKey/v3/execute', status: 200 },
  createBatchGeneration: { section: '4.5', method: 'POST', path: `${target}/batch-generations`, status: 200 },
  createDiscovery: { section: '4.5', method: 'POST', path: discoveriesV2, status: 200 },
  createDiscoveryV3: { section: 'extension', method: 'POST', path: `${target}/discoveries`, status: 200 },
  pull: { section: '4.6', method: 'GET', path: `${beta}/pull`, hasQuery: true, status: 200 },
  push: { section: '4.6', method: 'POST', path: `${beta}/push`, hasQuery: true, status: 200 },
  draftPush: { section: '4.6', method: 'POST', path: `${beta}/draft/push`, status: 200 },
  exportCode: { section: '4.6', method: 'POST', path: code, mediaType: zip, status: 200 },
  getTestCaseVersion: { section: '4.6', method: 'GET', path: version, status: 200 },
  getTestPlan: { section: '4.7', method: 'GET', path: `${beta}/test-plans/{id}`, status: 200 },
  getConfig: {
    section: 'extension',
    method: 'GET',
    path: config,
    hasQuery: true,
    mediaType: text,
    status: 200,
  },
} as const satisfies Record<string, Route>;

/** Name of an operation: the client's method, the service's handler and the `operationId` in the OpenAPI document. */
export type Operation = keyof typeof routes;

/** The names of all operations, in the order of the table. */
export const operations: readonly Operation[] = Object.keys(routes).filter((name): name is Operation =>
  Object.hasOwn(routes, name),
);
