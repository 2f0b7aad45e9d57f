import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import type { RunnerOptions } from '../../src/runner/open-runner.ts';
import type { CaseOutcome, Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { aPlan, openTestRunner } from '../support/test-runner.ts';

export interface PlayedRun {
  /** The paths in the order of their requests. */
  readonly paths: readonly string[];
  /** In the order in which they were reported. */
  readonly outcomes: readonly CaseOutcome[];
  readonly elapsedMs: number;
}

/** Runs on an app whose pages fail at once if they are `/broken…`, and at their first visit if they are `/flaky…`. */
export async function runOn(runner: Runner, cases: readonly ExchangeTestCase[]): Promise<PlayedRun> {
  const paths: string[] = [];
  await using app = await startHttpServer(({ url }, response) => {
    const isFirst = !paths.includes(url);
    paths.push(url);
    const fails = url.startsWith('/broken') || (isFirst && url.startsWith('/flaky'));
    response.writeHead(fails ? 500 : 200, { 'content-type': 'text/html' });
    response.end('<link rel="icon" href="data:,"><p>Hello</p>');
  });
  const outcomes: CaseOutcome[] = [];
  const onOutcome = (outcome: CaseOutcome) => void outcomes.push(outcome);
  const startedAt = performance.now();
  await runner.run(aPlan(app.url, cases), { onStart: () => {}, onOutcome }, new AbortController().signal);
  return { paths, outcomes, elapsedMs: performance.now() - startedAt };
}

export async function runWith(
  options: RunnerOptions,
  cases: readonly ExchangeTestCase[],
): Promise<PlayedRun> {
  await using runner = await openTestRunner({ workers: 1, retries: 1, ...options });
  return await runOn(runner, cases);
}

export const visit = (path: string) => aCase({ elements: [goTo(path)] });
export const many = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => visit(`/${kind}-${index}`));
export const statuses = (outcomes: readonly CaseOutcome[]) => outcomes.map(({ status }) => status);
