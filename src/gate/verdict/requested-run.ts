import type { ReportContext } from '../../contract/report-context.ts';
import type { Breakpoint, Browser } from '../../contract/values.ts';
import type { LoadedCase } from '../../test-files/problem.ts';

/** What was requested of the service: everything that its answers are compared with. */
export interface RequestedRun {
  readonly testTargetId: string;
  readonly context: ReportContext;
  /** The URL under test; undefined if only the service knows it. */
  readonly url: string | undefined;
  readonly environment: RequestedEnvironment;
  readonly browser: Browser;
  readonly breakpoint: Breakpoint;
  /** The test cases that were pushed. */
  readonly cases: readonly LoadedCase[];
  /** The cases that must have a result; undefined if only the service knows them (batch generation). */
  readonly expected: readonly LoadedCase[] | undefined;
  /** What the service has stored for a pushed case, by the case's id in lower case. */
  readonly stored: ReadonlyMap<string, StoredCase>;
  readonly versionIds: ReadonlySet<string>;
  /** What the service has accepted, in plain words: for the proof. */
  readonly accepted: string;
  /** When it was requested, by the service's clock; up to a second early, never late. */
  readonly since: Date;
}

/** An environment as far as it is known: `default` may have any name. */
export interface RequestedEnvironment {
  /** Whether it was requested as `default`, which an answer may call it, too. */
  readonly isDefault?: true;
  readonly name?: string;
  readonly id?: string;
}

/** What the answer to a draft push says of a case. The result may be one of an earlier run. */
export interface StoredCase {
  readonly versionId: string;
  readonly testResultId?: string;
}
