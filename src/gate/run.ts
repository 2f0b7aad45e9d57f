import type { Connection } from '../connection/connection.ts';
import type { RunProgress } from '../report/headline.ts';
import type { Host } from '../runtime/host.ts';
import type { LoadedCase } from '../test-files/problem.ts';
import type { RunContext } from './context/context.ts';
import type { Clock } from './execution/timing.ts';
import type { Inputs } from './inputs/read-inputs.ts';

/** What a run needs: values, and the few things that reach outside. */
export interface RunRequest {
  readonly inputs: Inputs;
  readonly context: RunContext;
  readonly evidenceFolder: string;
  readonly host: Host;
  readonly clock: Clock;
  /** Connects to the service, hosted or embedded. */
  readonly connect: (signal: AbortSignal) => Promise<Connection>;
  /** Chooses among the test cases that were read. Default: all of them. @throws UserError if there is nothing to choose. */
  readonly chooseCases?: (cases: readonly LoadedCase[]) => readonly LoadedCase[];
  /** Reads the paths of the files that the pull request changes; none if GitHub does not answer. */
  readonly changedFiles?: () => Promise<readonly string[]>;
  readonly onProgress: (progress: RunProgress) => void;
  /** Aborted when the job is cancelled. */
  readonly cancel: AbortSignal;
}

/** A request with the deadline of the run. */
export interface Run extends RunRequest {
  readonly deadline: AbortSignal;
}
