import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { TestReport, TestResult } from '../../src/contract/test-report.ts';
import { sendJson, startHttpServer, type TestServer } from './http-server.ts';
import { aReport, aResult, targetId } from './reports.ts';

const pushed = z.object({ testCases: z.array(z.object({ id: z.string(), description: z.string() })) });

/** A test case as it was pushed. */
export type PushedCase = z.infer<typeof pushed>['testCases'][number];

/**
 * The state of a run.
 * @param cases those that were pushed.
 * @param requests how often it was requested before: 0 at its start.
 */
export type HostedAnswer = (cases: readonly PushedCase[], requests: number) => Partial<TestReport>;

/** A hosted service that runs no test case, and the inputs that name it. */
export interface HostedStandIn extends TestServer {
  readonly inputs: Readonly<Record<string, string>>;
  /** The state of its runs from now on. */
  answer: HostedAnswer;
}

const answers: Readonly<Record<'passed' | 'waiting', HostedAnswer>> = {
  passed: () => ({ status: 'PASSED', testResults: [passedResult] }),
  waiting: () => ({}),
};
const passedResult = aResult({ name: 'A' });

/**
 * Starts one. `silent`: it accepts requests, and never answers.
 * @param testReportUrl the page of every report.
 */
export async function startHosted(
  answer: keyof typeof answers | 'silent' | HostedAnswer,
  testReportUrl?: string,
): Promise<HostedStandIn> {
  const runs = new Map<string, { cases: readonly PushedCase[]; requests: number; report: TestReport }>();
  let cases: readonly PushedCase[] = [];
  const standing = {
    answer: typeof answer === 'function' ? answer : answers[answer === 'silent' ? 'waiting' : answer],
  };
  const server = await startHttpServer(({ url, body }, response) => {
    if (answer === 'silent') return;
    if (url.endsWith('/draft/push')) {
      cases = pushed.parse(JSON.parse(body)).testCases;
      return sendJson(response, 200, { success: true, versionIds: cases.map(() => randomUUID()) });
    }
    if (url.endsWith('/execute')) {
      const report = aReport({ createdAt: new Date().toISOString() });
      runs.set(report.id, { cases, requests: 0, report });
      const testReport = { ...report, ...standing.answer(cases, 0) };
      return sendJson(response, 200, { testReportUrl, testReport });
    }
    const run = runs.get(url.split('?')[0]?.split('/').at(-1) ?? '');
    if (run === undefined) return sendJson(response, 404, {});
    run.requests += 1;
    return sendJson(response, 200, { ...run.report, ...standing.answer(run.cases, run.requests) });
  });
  return Object.assign(standing, {
    url: server.url,
    requests: server.requests,
    inputs: { 'service-url': server.url, 'api-key': 'the-key', 'test-target-id': targetId },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  });
}

/** A run that has ended: each case passed, unless `outcome` says something else. */
export function ended(
  outcome: (pushedCase: PushedCase, index: number) => Partial<TestResult> = () => ({}),
): HostedAnswer {
  return (cases) => {
    const testResults = cases.map((each, index) =>
      aResult({ id: each.id, testCaseId: each.id, name: each.description, ...outcome(each, index) }),
    );
    const passed = testResults.every(({ status }) => status === 'PASSED');
    return { status: passed ? 'PASSED' : 'FAILED', testResults };
  };
}

/** A run that ends once this is true: all its cases passed. */
export function endedOnce(isTime: () => boolean): HostedAnswer {
  return (cases, requests) => (isTime() ? ended()(cases, requests) : {});
}

/** The result of a case whose step failed. @param elementIndex which one, from 0. */
export function failedAt(
  { id }: PushedCase,
  elementIndex: number,
  errorMessage: string,
): Partial<TestResult> {
  return { status: 'FAILED', errorMessage, failedStep: { testCaseId: id, elementIndex } };
}
