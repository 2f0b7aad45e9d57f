import type { TestReport, TestResult } from '../../contract/test-report.ts';
import { formatDuration } from '../../publish/words/duration.ts';
import type { Host } from '../host.ts';
import { oneLine } from '../log-text.ts';
import { durationOf } from '../verdict/result-duration.ts';
import type { Waiting } from './wait.ts';

const signs = new Map([
  ['PASSED', '✓'],
  ['FAILED', '✗'],
  ['ERROR', '!'],
]);

/** After so long without a line, one says what is waited for, in ms. */
const quietMs = 30_000;

/** So many of the results that are waited for are named. */
const maxNames = 3;

/** What the log is told while tests run. */
export interface Progress extends Disposable {
  /** Tells what has changed since the last state of the report: a line for each result that came in. */
  tell(report: TestReport): void;
}

/** Begins to tell the log: what changes at once, and every 30 s without a change that the wait goes on. */
export function createProgress(host: Host, clock: Pick<Waiting, 'now' | 'sleep'>): Progress {
  const told = new Map<string, string>();
  const startedAt = clock.now();
  const stop = new AbortController();
  let saidAt = startedAt;
  let last: TestReport | undefined;
  let done = 0;
  const say = (line: string) => {
    host.info(line);
    saidAt = clock.now();
  };

  async function sayWhileQuiet(): Promise<void> {
    for (;;) {
      const left = saidAt + quietMs - clock.now();
      if (left > 0) await clock.sleep(left, stop.signal);
      else say(quietLine(last, clock.now() - startedAt));
    }
  }
  // It ends when its sleep is aborted.
  sayWhileQuiet().catch(() => {});

  return {
    tell(report) {
      last = report;
      for (const result of report.testResults) {
        const before = told.get(result.id) ?? 'WAITING';
        if (result.status === before) continue;
        told.set(result.id, result.status);
        done += Number(signs.has(result.status)) - Number(signs.has(before));
        say(progressLine(result, done, report.testResults.length));
      }
    },
    [Symbol.dispose]: () => stop.abort(),
  };
}

/** `… 12 of 40 done, 1 failed, 3 min 0 s so far, waiting for: A, B, C and 5 more` */
function quietLine(report: TestReport | undefined, ageMs: number): string {
  const results = report?.testResults ?? [];
  const waiting = results.filter(({ status }) => !signs.has(status));
  const failed = results.filter(({ status }) => status === 'FAILED' || status === 'ERROR').length;
  const names = waiting.slice(0, maxNames).map(nameOf);
  const more = waiting.length > names.length ? ` and ${waiting.length - names.length} more` : '';
  return [
    results.length === 0
      ? '… no result yet'
      : `… ${results.length - waiting.length} of ${results.length} done`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    `${formatDuration(ageMs)} so far`,
    ...(names.length === 0 ? [] : [`waiting for: ${names.join(', ')}${more}`]),
  ].join(', ');
}

function progressLine(result: TestResult, done: number, total: number): string {
  const sign = signs.get(result.status);
  const durationMs = durationOf(result);
  return [
    sign ?? '·',
    `${String(done).padStart(String(total).length)}/${total}`,
    nameOf(result),
    ...(sign === undefined ? [`is ${result.status}`] : []),
    ...(durationMs === undefined ? [] : [`(${formatDuration(durationMs)})`]),
  ].join(' ');
}

function nameOf({ name, testCaseId }: TestResult): string {
  return oneLine(name ?? testCaseId);
}
