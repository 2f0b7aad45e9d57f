import { ClientError } from '../../client/errors.ts';
import type { ReportContext } from '../../contract/report-context.ts';
import type { TestReport } from '../../contract/test-report.ts';
import type { Breakpoint, Browser } from '../../contract/values.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import type { Connection } from '../connection.ts';
import { reportsSince } from '../wait/find-report.ts';
import { sameContext } from './same-context.ts';

/** A run that was asked for, but whose answer never came. */
export interface LostRun {
  readonly context: ReportContext;
  readonly url: string;
  readonly browser: Browser;
  readonly breakpoint: Breakpoint;
  readonly cases: readonly LoadedCase[];
  /** When it was asked for, by the service's clock. */
  readonly since: Date;
}

export type LookOutcome =
  | { readonly kind: 'found'; readonly report: TestReport; readonly others: readonly TestReport[] }
  /** Every report since was seen, and none can be of this run. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/** Pauses before each look, in ms: a report may appear a little after its run was asked for. */
const pausesMs = [0, 1000, 2000, 4000, 8000];

/**
 * Looks through the history for a run that may have been started.
 * @throws the reason of `signal`.
 */
export async function lookForRun(
  connection: Connection,
  run: LostRun,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<LookOutcome> {
  let outcome: LookOutcome = { kind: 'unknown' };
  for (const pause of pausesMs) {
    await sleep(pause, signal);
    outcome = await look(connection, run, signal);
    if (outcome.kind === 'found') break;
  }
  return outcome;
}

async function look(connection: Connection, run: LostRun, signal: AbortSignal): Promise<LookOutcome> {
  try {
    const { reports, complete } = await reportsSince(connection, run.since, signal);
    const likely = reports.filter((report) => likeness(report, run) !== 'other');
    const [report, ...others] = likely.filter((each) => likeness(each, run) === 'ours');
    if (report !== undefined) return { kind: 'found', report, others };
    return { kind: complete && likely.length === 0 ? 'none' : 'unknown' };
  } catch (error) {
    if (error instanceof ClientError) return { kind: 'unknown' };
    throw error;
  }
}

/**
 * Whether a report is of this run, as far as it tells. The jobs of a matrix have one context, so what else it tells
 * counts, too. `unsure`: another address, or cases that are not known here. It may be another job's; it may be ours,
 * told by a service with names of its own.
 */
export function likeness(report: TestReport, run: LostRun): 'ours' | 'other' | 'unsure' {
  if (!sameContext(report.context, run.context)) return 'other';
  if ((report.browser ?? run.browser) !== run.browser) return 'other';
  if ((report.breakpoint ?? run.breakpoint) !== run.breakpoint) return 'other';
  if (plainUrl(report.executionUrl ?? run.url) !== plainUrl(run.url)) return 'unsure';
  const known = new Set(run.cases.flatMap(({ testCase: { id, description } }) => [id, description]));
  const areKnown = report.testResults.every(
    ({ testCaseId, name }) => known.has(testCaseId) || known.has(name ?? ''),
  );
  return areKnown && report.testResults.length <= run.cases.length ? 'ours' : 'unsure';
}

/** An address without what two spellings of it differ in. */
function plainUrl(url: string): string {
  return (URL.parse(url)?.href ?? url).replace(/\/$/, '');
}
