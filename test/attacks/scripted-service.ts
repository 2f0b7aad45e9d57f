import type { ServerResponse } from 'node:http';
import { type SeenRequest, sendJson, startHttpServer, type TestServer } from '../support/http-server.ts';
import { targetId } from '../support/reports.ts';

/** The operations that a scripted service answers. */
export const operations = [
  'environments',
  'draftPush',
  'push',
  'pull',
  'code',
  'config',
  'execute',
  'history',
  'report',
  'generation',
  'plan',
  'discovery',
  'testCase',
] as const;
export type Operation = (typeof operations)[number];

/** A report of the scripted service. */
export interface Report {
  readonly id: string;
  readonly createdAt: string;
  readonly status: string;
  readonly testResults: readonly Result[];
}

/** A result of such a report. */
export interface Result {
  readonly id: string;
  readonly testCaseId: string;
  readonly testCaseVersionId: string;
  readonly name: string;
  readonly status: string;
}

/** The honest answers, as far as scripts read them. */
type Answers = Readonly<Record<Exclude<Operation, 'execute' | 'history' | 'report'>, object>> & {
  readonly execute: { readonly testReport: Report };
  readonly history: {
    readonly data: readonly [Report];
    readonly key: { readonly createdAt: string };
    readonly hasNextPage: boolean;
  };
  readonly report: Report;
};

/** An answer that is written by hand, in place of JSON with the status 200. */
export type Raw = (response: ServerResponse, request: SeenRequest) => void;

interface Asked {
  /** How often the operation was requested before. */
  readonly nth: number;
  readonly request: SeenRequest;
}

/** Changes the honest answer of an operation, or replaces it. */
export type Script = {
  readonly [O in Operation]?: (honest: Answers[O], request: Asked) => object | Raw;
};

export const id = (kind: number, number = 0) =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const reportId = id(4);
export const generationId = id(5);
export const head = 'a'.repeat(40);

/** The test cases of the repository. */
export const caseNames = ['Pay', 'Search'] as const;
export const files: Readonly<Record<string, string>> = Object.fromEntries(
  caseNames.map((name, index) => [
    `browser-tests/${name.toLowerCase()}.yaml`,
    `id: ${id(1, index)}\ndescription: ${name}\nelements:\n  - interaction: { action: CLICK }\n    selectors: [{ selectorType: CSS, selector: h1 }]\n`,
  ]),
);

export const context = {
  source: 'github',
  owner: 'acme',
  repo: 'shop',
  sha: head,
  ref: 'feature',
  issueNumber: 7,
};

/** A service over HTTP that answers honestly, but for its script. Its run ends with the second request for its report. */
export async function startScriptedService(script: Script, appUrl: string): Promise<TestServer> {
  const counts = new Map<Operation, number>();
  let startedAt = new Date();
  const at = (ms: number) => new Date(startedAt.getTime() + ms).toISOString();

  const report = (status: string) => ({
    id: reportId,
    testTargetId: targetId,
    createdAt: at(20),
    executionUrl: appUrl,
    browser: 'CHROMIUM',
    breakpoint: 'DESKTOP',
    status,
    context,
    testResults: caseNames.map((name, index) => ({
      id: id(3, index),
      testCaseId: id(1, index),
      testCaseVersionId: id(2, index),
      testReportId: reportId,
      name,
      status,
      errorMessage: null,
    })),
  });
  const push = (request: SeenRequest) => {
    startedAt = new Date();
    const pushed: readonly { id: string }[] = JSON.parse(request.body).testCases;
    return {
      success: true,
      versionIds: pushed.map((_, index) => id(2, index)),
      syncDataByStableId: Object.fromEntries(
        pushed.map((each, index) => [each.id, { versionId: id(2, index), testResultId: id(3, index) }]),
      ),
    };
  };
  const honest: { readonly [O in Operation]: (nth: number, request: SeenRequest) => Answers[O] } = {
    environments: () => [{ id: id(6), name: 'Main', testTargetId: targetId, type: 'DEFAULT' }],
    draftPush: (_, request) => push(request),
    push: (_, request) => ({ ...push(request), syncDataByStableId: undefined }),
    pull: () => ({ testCases: [] }),
    code: () => ({}),
    config: () => ({}),
    execute: () => ({ testReportUrl: null, testReport: report('WAITING') }),
    history: () => ({ data: [report('WAITING')], key: { createdAt: at(20) }, hasNextPage: false }),
    report: (nth) => report(nth > 0 ? 'PASSED' : 'WAITING'),
    generation() {
      startedAt = new Date();
      return { batchGenerationId: generationId };
    },
    plan: (nth) => ({
      id: generationId,
      createdAt: at(0),
      updatedAt: at(0),
      status: nth > 0 ? 'DONE' : 'IN_PROGRESS',
      testTargetId: targetId,
      context,
    }),
    discovery() {
      startedAt = new Date();
      return { discoveryId: id(8), testCaseId: id(9) };
    },
    testCase: (nth) => ({
      id: id(9),
      testTargetId: targetId,
      version: '1',
      description: 'New',
      status: 'ENABLED',
      runStatus: 'ON',
      discovery: { status: nth > 0 ? 'SUCCESS' : 'IN_PROGRESS' },
    }),
  };
  const answerTo = <O extends Operation>(operation: O, asked: Asked): object | Raw => {
    const truth = honest[operation](asked.nth, asked.request);
    const change = script[operation];
    return change === undefined ? truth : change(truth, asked);
  };
  return startHttpServer((request, response) => {
    const operation = operationOf(request);
    const nth = counts.get(operation) ?? 0;
    counts.set(operation, nth + 1);
    const answer = answerTo(operation, { nth, request });
    if (typeof answer === 'function') answer(response, request);
    else sendJson(response, 200, answer);
  });
}

function operationOf({ url, method }: SeenRequest): Operation {
  const path = new URL(url, 'http://service').pathname;
  if (path.endsWith('/environments')) return 'environments';
  if (path.endsWith('/draft/push')) return 'draftPush';
  if (path.endsWith('/push')) return 'push';
  if (path.endsWith('/pull')) return 'pull';
  if (path.endsWith('/code')) return 'code';
  if (path.endsWith('/config')) return 'config';
  if (path.endsWith('/execute')) return 'execute';
  if (path.endsWith('/batch-generations')) return 'generation';
  if (path.endsWith('/discoveries')) return 'discovery';
  if (path.includes('/test-plans/')) return 'plan';
  if (path.includes('/test-cases/') && method === 'GET') return 'testCase';
  return path.endsWith('/test-reports') ? 'history' : 'report';
}

export const status =
  (code: number, body = '', headers: Record<string, string> = {}): Raw =>
  (response) =>
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(body);
export const notFound = status(404, '{}');
