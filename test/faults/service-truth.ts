import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Answer, WireRequest } from './wire.ts';

/** How the tests of a run really end. */
export type Truth = 'passed' | 'failed' | 'error';

export interface Result {
  readonly id: string;
  readonly testCaseId: string;
  readonly name: string;
  readonly status: string;
  readonly errorMessage: string | null;
  readonly [more: string]: unknown;
}

export interface Report {
  readonly id: string;
  readonly createdAt: string;
  readonly status: string;
  readonly context: object;
  readonly testResults: readonly Result[];
  readonly [more: string]: unknown;
}

export interface HistoryPage {
  readonly data: readonly Report[];
  readonly key: { readonly createdAt: string } | null;
  readonly hasNextPage: boolean;
}

/** Changes the answers of the service. */
export interface AnswerOverrides {
  /** The report of the run; undefined if it is missing. `poll`: the number of the request, from 1. */
  readonly report?: (report: Report, poll: number) => Report | undefined;
  /** The reports of the history, newest first. */
  readonly history?: (reports: readonly Report[], own: Report | undefined) => readonly Report[];
  readonly page?: (page: HistoryPage) => HistoryPage;
  readonly pageSize?: number;
  /** The run never ends. */
  readonly endless?: boolean;
  /** How far the service's clock is from ours, in ms. */
  readonly skewMs?: number;
  /** No Date in the answers. */
  readonly noDate?: boolean;
}

export interface ServiceOptions {
  readonly truth: Truth;
  /** The status of the answer to execute, if the service does not have it. */
  readonly lacksExecute: number | undefined;
  /** How long a run takes, in ms. */
  readonly runMs: number;
  readonly overrides: AnswerOverrides;
}

/** The report context of the action: see test/support/run-action.ts. */
export const context = {
  source: 'github',
  sha: 'a'.repeat(40),
  ref: 'feature',
  repo: 'shop',
  owner: 'acme',
  issueNumber: 7,
};

const pushed = z.object({ testCases: z.array(z.object({ id: z.string(), description: z.string() })) });
type Case = z.infer<typeof pushed>['testCases'][number];

/** A hosted service without faults. It knows the runs that were started, and how they really end. */
export class ServiceTruth {
  readonly apiKey = `key-${randomUUID()}`;
  readonly testTargetId = randomUUID();
  /** Runs that were really started. */
  readonly runs: Report[] = [];
  readonly #options: ServiceOptions;
  #cases: readonly Case[] = [];
  #polls = 0;
  readonly #older: Report;

  constructor(options: ServiceOptions) {
    this.#options = options;
    // An earlier report of the same commit with the opposite outcome: taking it for the run's gives a wrong verdict.
    this.#older = this.#report(
      randomUUID(),
      this.#now() - 3_600_000,
      options.truth === 'passed' ? 'failed' : 'passed',
    );
  }

  /** Processes a request. @returns the answer. */
  async handle(request: WireRequest): Promise<Answer> {
    const path = request.path.replace(/\?.*$/, '');
    if (request.headers.get('x-api-key') !== this.apiKey) return this.#json(401, {});
    if (request.method === 'POST' && path.endsWith('/draft/push')) return this.#push(request.body);
    if (request.method === 'POST' && path.endsWith('/execute')) return this.#execute();
    if (request.method === 'GET' && path.endsWith('/test-reports')) return this.#history(request.path);
    const id = /\/test-reports\/([^/]+)$/.exec(path)?.[1];
    if (request.method === 'GET' && id !== undefined) return this.#poll(id, request);
    return this.#json(404, { message: 'Not Found' });
  }

  #push(body: string): Answer {
    this.#cases = pushed.parse(JSON.parse(body)).testCases;
    const synced = this.#cases.map(
      ({ id }) => [id, { versionId: randomUUID(), testResultId: randomUUID() }] as const,
    );
    if (this.#options.lacksExecute !== undefined) {
      this.#start(synced.map(([, { testResultId }]) => testResultId));
    }
    return this.#json(200, {
      success: true,
      versionIds: synced.map(([, { versionId }]) => versionId),
      syncDataByStableId: Object.fromEntries(
        // A service that has execute answers the ids of earlier results here, or none.
        synced.map(([id, { versionId, testResultId }]) => [
          id,
          this.#options.lacksExecute === undefined ? { versionId } : { versionId, testResultId },
        ]),
      ),
    });
  }

  #execute(): Answer {
    if (this.#options.lacksExecute !== undefined) return this.#json(this.#options.lacksExecute, {});
    const started = this.#start(this.#cases.map(() => randomUUID()));
    return this.#json(200, {
      testReport: started,
      testReportUrl: `http://127.0.0.1/testtargets/${this.testTargetId}/testreports/${started.id}`,
    });
  }

  #start(resultIds: readonly string[]): Report {
    const report = this.#report(randomUUID(), this.#now(), undefined, resultIds);
    this.runs.push(report);
    return report;
  }

  /** A report of all cases; without `truth` it is still under way. */
  #report(id: string, at: number, truth: Truth | undefined, resultIds: readonly string[] = []): Report {
    const createdAt = new Date(at).toISOString();
    const cases = this.#cases.length > 0 ? this.#cases : [{ id: randomUUID(), description: 'Earlier' }];
    const status = truth === undefined ? 'WAITING' : truth === 'passed' ? 'PASSED' : 'FAILED';
    const last = { passed: 'PASSED', failed: 'FAILED', error: 'ERROR' };
    return {
      id,
      testTargetId: this.testTargetId,
      createdAt,
      updatedAt: createdAt,
      executionUrl: 'http://app.example',
      status,
      context,
      breakpoint: 'DESKTOP',
      browser: 'CHROMIUM',
      testResults: cases.map((each, index) => {
        const ends = index === cases.length - 1 && truth !== undefined ? last[truth] : 'PASSED';
        return {
          id: resultIds[index] ?? randomUUID(),
          testCaseId: each.id,
          name: each.description,
          status: truth === undefined ? 'WAITING' : ends,
          errorMessage: ends === 'PASSED' ? null : 'The button is not there.',
          traceUrl: null,
        };
      }),
    };
  }

  /** The report of a run as it is now. */
  #currentState(run: Report): Report {
    const ends = Date.parse(run.createdAt) + this.#options.runMs;
    if (this.#options.overrides.endless === true || this.#now() < ends) return run;
    return this.#ended(run);
  }

  #ended(run: Report): Report {
    const resultIds = run.testResults.map(({ id }) => id);
    return this.#report(run.id, Date.parse(run.createdAt), this.#options.truth, resultIds);
  }

  /** As `Prefer: wait` requests, the answer waits until the run has ended. */
  async #poll(id: string, request: WireRequest): Promise<Answer> {
    const run = this.runs.find((each) => each.id === id);
    if (run === undefined) return this.#json(404, {});
    this.#polls += 1;
    const wait = Number(/wait=(\d+)/.exec(request.headers.get('prefer') ?? '')?.[1] ?? 0) * 1000;
    const left = Date.parse(run.createdAt) + this.#options.runMs - this.#now();
    if (left > 0 && wait > 0) await sleep(Math.min(left, wait));
    const { report: overrideReport = (report: Report) => report } = this.#options.overrides;
    const report = overrideReport(this.#currentState(run), this.#polls);
    return report === undefined ? this.#json(404, {}) : this.#json(200, report);
  }

  #history(path: string): Answer {
    const { overrides: story } = this.#options;
    const own = this.runs[0] === undefined ? undefined : this.#currentState(this.runs[0]);
    const others = {
      ...this.#older,
      id: randomUUID(),
      context: { ...context, issueNumber: 8, sha: 'b'.repeat(40) },
    };
    const since = { ...others, createdAt: new Date(this.#now()).toISOString() };
    const all = [since, ...(own === undefined ? [] : [own]), this.#older];
    const reports = (story.history?.(all, own) ?? all).toSorted((a, b) =>
      b.createdAt.localeCompare(a.createdAt),
    );
    const key = keyQuery.safeParse(
      JSON.parse(new URL(path, 'http://service').searchParams.get('key') ?? '{}'),
    );
    const before = key.data?.createdAt;
    const rest = before === undefined ? reports : reports.filter(({ createdAt }) => createdAt < before);
    const data = rest.slice(0, story.pageSize ?? 10);
    const last = data.at(-1);
    const page = {
      data,
      key: last === undefined ? null : { createdAt: last.createdAt },
      hasNextPage: rest.length > data.length,
    };
    return this.#json(200, story.page?.(page) ?? page);
  }

  #now(): number {
    return Date.now() + (this.#options.overrides.skewMs ?? 0);
  }

  #json(status: number, body: unknown): Answer {
    const date: Record<string, string> =
      this.#options.overrides.noDate === true ? {} : { date: new Date(this.#now()).toUTCString() };
    return {
      status,
      headers: { 'content-type': 'application/json', ...date },
      body: Buffer.from(JSON.stringify(body)),
    };
  }
}

const keyQuery = z.object({ createdAt: z.string().optional() });
