import { andMore } from '../../common/text.ts';
import type { TestReport, TestResult } from '../../contract/test-report.ts';
import { formatDuration } from '../../report/describe.ts';
import type { RunProgress } from '../../report/headline.ts';
import type { Host } from '../../runtime/host.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { durationOf, vanished } from '../verdict/result-status.ts';
import type { Clock } from './timing.ts';

const symbols = new Map([
  ['PASSED', '✓'],
  ['FAILED', '✗'],
  ['ERROR', '!'],
]);

/** The name of the test case that a result is of. */
type NameOf = (result: TestResult) => string;

/** After this long without a line, the log says what the run is waiting for, in ms. */
const quietMs = 30_000;

/** How many of the test cases that the run is waiting for are named. */
const maxNames = 3;

/**
 * Starts to write the progress of a run to the log, until it is disposed of: a line for each change at once, and after every
 * 30 s without one a line on the state.
 * @param nameOf the name of a result's test case: some services answer only its ID.
 */
export function createProgressLog(host: Host, clock: Clock, nameOf: NameOf) {
  const logged = new Map<string, string>();
  const startedAt = clock.now();
  const stop = new AbortController();
  let lastLineAt = startedAt;
  let lastReport: TestReport | undefined;
  let lastFailure: string | undefined;
  let done = 0;
  const log = (line: string) => {
    host.info(line);
    lastLineAt = clock.now();
  };

  async function logWhileQuiet(): Promise<void> {
    for (;;) {
      const remainingMs = lastLineAt + quietMs - clock.now();
      if (remainingMs > 0) await clock.sleep(remainingMs, stop.signal);
      else log(stateLine(lastReport, clock.now() - startedAt, nameOf) + describeFailure(lastFailure));
    }
  }
  // It ends when its sleep is aborted.
  logWhileQuiet().catch(() => {});

  return {
    /** Writes a line for each result whose status has changed since the last state of the report. */
    update(report: TestReport): void {
      lastReport = report;
      for (const result of report.testResults) {
        const before = logged.get(result.id) ?? 'WAITING';
        if (result.status === before) continue;
        logged.set(result.id, result.status);
        done += Number(symbols.has(result.status)) - Number(symbols.has(before));
        log(resultLine(result, nameOf(result), done, report.testResults.length));
      }
    },
    /** Notes why the last request failed; undefined if it did not. */
    failed(message: string | undefined): void {
      lastFailure = message;
    },
    [Symbol.dispose]: () => stop.abort(),
  };
}

/** How many results a report has, how many of them are done, and how many of these failed. */
export function countReport({ testResults }: TestReport): RunProgress {
  const ended = testResults.filter(({ status }) => symbols.has(status));
  const failed = ended.filter(({ status, notRun }) => status !== 'PASSED' && notRun !== true);
  return { total: testResults.length, done: ended.length, failed: failed.length };
}

function describeFailure(message: string | undefined): string {
  return message === undefined ? '' : `. The last request to the service failed: ${oneLine(message, 500)}`;
}

/** `… 12 of 40 done, 1 failed, 3 min 0 s so far, waiting for: A, B, C and 5 more` */
function stateLine(report: TestReport | undefined, ageMs: number, nameOf: NameOf): string {
  const { total, done, failed } =
    report === undefined ? { total: 0, done: 0, failed: 0 } : countReport(report);
  const waiting = report?.testResults.filter(({ status }) => !symbols.has(status)) ?? [];
  const names = waiting.slice(0, maxNames).map((result) => oneLine(nameOf(result)));
  return [
    total === 0 ? '… no result yet' : `… ${done} of ${total} done`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    `${formatDuration(ageMs)} so far`,
    ...(names.length === 0
      ? []
      : [`waiting for: ${names.join(', ')}${andMore(waiting.length - names.length)}`]),
  ].join(', ');
}

function resultLine(result: TestResult, name: string, done: number, total: number): string {
  const symbol = symbols.get(result.status);
  const durationMs = durationOf(result);
  return [
    result.notRun === true ? '…' : (symbol ?? '·'),
    `${String(done).padStart(String(total).length)}/${total}`,
    oneLine(name),
    ...(symbol === undefined ? [describeOpen(result.status)] : []),
    ...(result.notRun === true ? ['was not run'] : []),
    ...(durationMs === undefined ? [] : [`(${formatDuration(durationMs)})`]),
  ].join(' ');
}

/** What a status says that is not final; those of services are quoted. */
function describeOpen(status: string): string {
  if (status === vanished) return 'is missing from the latest test report';
  return status === 'WAITING' ? 'is waiting again' : `is ${oneLine(status, 50)}`;
}
