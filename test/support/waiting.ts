import type { TestReport } from '../../src/contract/test-report.ts';
import type { ReportSearch, StartedRun } from '../../src/gate/execution/start-run.ts';
import { waitForReport } from '../../src/gate/execution/wait-for-report.ts';
import type { Observed } from '../../src/gate/verdict/observed.ts';
import type { RunEnding } from '../../src/gate/verdict/verdict.ts';
import { connectTo } from './connection.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { type Answer, type SeenRequest, startHttpServer } from './http-server.ts';
import { aLoadedCase } from './loaded-cases.ts';
import { aStartedRun } from './requested-run.ts';

/** What a test can do while its wait goes on. */
export interface WaitControls {
  readonly clock: FakeClock;
  readonly deadline: AbortController;
  readonly cancel: AbortController;
}

export interface Waited {
  /** How it ended, and the last state of the report. */
  readonly outcome: RunEnding & Pick<Observed, 'report'>;
  readonly observed: Observed;
  readonly requests: readonly SeenRequest[];
  /** When each request came, by the fake clock. */
  readonly askedAt: readonly number[];
  /** The statuses that `onReport` was called with. */
  readonly seen: readonly string[];
  readonly warnings: readonly string[];
  readonly clock: FakeClock;
}

/** What is waited for; without a run, any report of the builders matches. */
export type WaitTrigger = Partial<StartedRun> &
  ({ readonly kind: 'report'; readonly report: TestReport } | ReportSearch);

/** Waits with the real client at a local server, on a clock that moves only when the wait sleeps. */
export async function waitAt(
  answer: (controls: WaitControls) => Answer,
  trigger: WaitTrigger,
  expectedResults = 0,
): Promise<Waited> {
  const controls = {
    clock: createFakeClock(),
    deadline: new AbortController(),
    cancel: new AbortController(),
  };
  const { clock, deadline, cancel } = controls;
  const askedAt: number[] = [];
  const seen: string[] = [];
  const warnings: string[] = [];
  const scripted = answer(controls);
  await using server = await startHttpServer((request, response) => {
    askedAt.push(clock.now());
    return scripted(request, response);
  });
  const expected = Array.from({ length: expectedResults }, () => aLoadedCase());
  const started = { ...aStartedRun({ expected }), ...trigger };
  const { ending, observed } = await waitForReport(connectTo(server.url), started, {
    deadline: deadline.signal,
    cancel: cancel.signal,
    sleep: clock.sleep,
    now: clock.now,
    onReport: (report: TestReport) => void seen.push(report.status),
    warning: (text) => void warnings.push(text),
  });
  const outcome = { ...ending, report: observed.report };
  return { outcome, observed, requests: server.requests, askedAt, seen, warnings, clock };
}

/** Answers the first request with the first answer, and so on; the last answer stays. */
export function inTurn(...answers: readonly [Answer, ...Answer[]]): Answer {
  let next = 0;
  return (request, response) => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? answers[0];
    next += 1;
    return answer(request, response);
  };
}
