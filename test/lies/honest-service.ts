import { z } from 'zod';
import type { Fetch, HttpAnswer, HttpRequest } from '../../src/client/transport.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { targetId } from '../support/reports.ts';

/** An operation that the stand-in answers. */
type ServiceOperation = Exclude<Operation, 'needs' | 'event' | 'artifacts' | 'results'>;
/** What is answered: by the service, or to `mode: publish` by GitHub and in the files of other jobs. */
export type Operation = keyof typeof answerSchemas;

/** How the client reads the answers. */
export const answerSchemas = {
  environments: endpoints.listEnvironments.answer,
  push: endpoints.draftPush.answer,
  execute: endpoints.execute.answer,
  history: endpoints.listTestReports.answer,
  report: endpoints.getTestReport.answer,
  generation: endpoints.createBatchGeneration.answer,
  plan: endpoints.getTestPlan.answer,
  needs: z.unknown(),
  event: z.unknown(),
  artifacts: z.unknown(),
  results: z.unknown(),
} as const;

/** An answer before it is sent: what a lie changes. */
export interface Answer {
  readonly operation: Operation;
  readonly status: number;
  /** By the service's clock. */
  readonly date: Date | undefined;
  readonly body: unknown;
}

/** A test case as the service knows it, with fixed ids: a lie finds its field again in every run. */
export interface KnownCase {
  readonly id: string;
  readonly name: string;
}

export const idOf = (kind: number, number: number) =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const cases: readonly KnownCase[] = ['Pay', 'Search', 'Mail'].map((name, index) => ({
  id: idOf(1, index),
  name,
}));
export const context = { source: 'github', owner: 'acme', repo: 'shop', sha: 'a'.repeat(40), ref: 'main' };
export const appUrl = 'http://app.test';
const [reportId, generationId, environmentId] = [idOf(4, 0), idOf(5, 0), idOf(6, 0)];

/** What the service of a run is like. */
export interface ServiceOptions {
  readonly hasExecute: boolean;
  /** The service's time, in ms. */
  readonly now: () => number;
  /** The cases that have a result. */
  readonly finished: readonly KnownCase[];
}

/** An honest service, in this process: its run ends with the third request for its report. */
export function honestService({ hasExecute, now, finished }: ServiceOptions): (path: string) => Answer {
  let startedAt: number | undefined;
  let polls = 0;
  let looks = 0;
  let plans = 0;

  const time = (offsetMs: number) => new Date((startedAt ?? now()) + offsetMs).toISOString();

  /** The state of the run: two of its cases wait at first. */
  function report(done: number) {
    const shared = {
      testTargetId: targetId,
      browser: 'CHROMIUM',
      breakpoint: 'DESKTOP',
      environmentId,
      environmentName: 'Main',
    };
    return {
      ...shared,
      id: reportId,
      createdAt: time(200),
      updatedAt: time(300),
      executionUrl: appUrl,
      status: done < finished.length ? 'WAITING' : 'PASSED',
      context,
      testResults: finished.map(({ id, name }, index) => ({
        ...shared,
        id: idOf(3, index),
        testCaseId: id,
        testCaseVersionId: idOf(2, index),
        testReportId: reportId,
        name,
        createdAt: time(250),
        updatedAt: time(300),
        status: index < done ? 'PASSED' : 'WAITING',
        errorMessage: null,
        failedStep: null,
        traceUrl: index < done ? 'https://service.test/trace' : null,
        steps: index < done ? [0, 1].map((elementIndex) => ({ elementIndex, status: 'PASSED' })) : [],
        earlierAttempts: [],
        flaky: false,
      })),
    };
  }

  function history() {
    looks += 1;
    const other = {
      ...report(finished.length),
      id: idOf(7, 0),
      createdAt: time(190),
      context: { ...context, sha: 'b'.repeat(40) },
      testResults: [],
    };
    const older = { ...other, id: idOf(7, 1), createdAt: time(-7_200_000), context };
    const data = looks > 1 ? [report(1), other, older] : [other, older];
    return { data, key: { createdAt: older.createdAt }, hasNextPage: false };
  }

  function push() {
    startedAt = now();
    return {
      success: true,
      versionIds: cases.map((_, index) => idOf(2, index)),
      syncDataByStableId: Object.fromEntries(
        cases.map(({ id }, index) => [id, { versionId: idOf(2, index), testResultId: idOf(3, index) }]),
      ),
    };
  }

  function plan() {
    plans += 1;
    const status = plans > 2 ? 'DONE' : 'IN_PROGRESS';
    const times = { createdAt: time(100), updatedAt: time(150) };
    return { id: generationId, ...times, status, testTargetId: targetId, context };
  }

  const bodies: Readonly<Record<ServiceOperation, () => unknown>> = {
    environments: () => [
      { id: environmentId, name: 'Main', testTargetId: targetId, type: 'DEFAULT', discoveryUrl: appUrl },
    ],
    push,
    execute() {
      if (hasExecute) looks += 2;
      return hasExecute ? { testReportUrl: `https://service.test/${reportId}`, testReport: report(0) } : {};
    },
    generation() {
      startedAt = now();
      return { batchGenerationId: generationId };
    },
    plan,
    history,
    report() {
      polls += 1;
      return report(Math.min(polls, finished.length));
    },
  };

  return (path) => {
    const operation = operationOf(path);
    const status = operation === 'execute' && !hasExecute ? 404 : 200;
    return { operation, status, body: bodies[operation](), date: new Date(now()) };
  };
}

/** The operation of a request of the gate, by the path. */
export function operationOf(path: string): ServiceOperation {
  if (path.endsWith('/environments')) return 'environments';
  if (path.endsWith('/draft/push')) return 'push';
  if (path.endsWith('/execute')) return 'execute';
  if (path.endsWith('/batch-generations')) return 'generation';
  if (path.includes('/test-plans/')) return 'plan';
  return path.endsWith('/test-reports') ? 'history' : 'report';
}

/** An answer as HTTP. */
function toHttp({ status, date, body }: Answer): HttpAnswer {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (date !== undefined) headers.set('date', date.toUTCString());
  return { status, headers, body: bytesOf(JSON.stringify(body) ?? '') };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** A `fetch` that answers by a function. */
export function fetchFrom(
  answer: (path: string, url: string, request: HttpRequest) => Promise<Answer>,
): Fetch {
  return async (url, request) => toHttp(await answer(new URL(url).pathname, url, request));
}
