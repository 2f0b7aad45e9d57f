import type { TestReport } from '../../contract/test-report.ts';
import type { RequestedRun } from '../verdict/requested-run.ts';
import type { ServiceClock } from './timing.ts';

/** The report of a run that starts at once appears within this time, in ms. */
export const reportGraceMs = 120_000;

/** A run that was requested, and the clock of the service. */
export interface StartedRun {
  readonly run: RequestedRun;
  readonly clock: ServiceClock;
}

/** How the report of a run is found that the service starts by itself, or whose start had an ambiguous response. */
export interface ReportSearch {
  readonly kind: 'search';
  /** A report that does not appear within this time, in ms, never will. */
  readonly graceMs: number;
  /** An additional condition; without it, any report that has the context or a named result matches. */
  readonly matches?: (report: TestReport) => boolean;
  /** The test plan of a batch generation: if it fails, no report will appear. */
  readonly planId?: string;
  /** Message of the ambiguous response, if it is unknown whether a run was started at all. */
  readonly ambiguousResponse?: string;
}

/** What was started: a report that is known, or one that is still to be found. */
export type Trigger = StartedRun &
  ({ readonly kind: 'report'; readonly report: TestReport; readonly reportUrl?: string } | ReportSearch);
