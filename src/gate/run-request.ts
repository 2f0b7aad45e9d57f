import type { Connection } from '../connection/connection.ts';
import type { RunProgress } from '../report/headline.ts';
import { greenWithoutTests } from '../results/cases.ts';
import type { Verdict } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import type { LoadedCase } from '../test-files/problem.ts';
import type { RunContext } from './context/context.ts';
import type { Trigger } from './execution/start-run.ts';
import type { Clock } from './execution/timing.ts';
import type { ModeName } from './inputs/input-table.ts';
import type { ModeInput } from './inputs/mode-input.ts';
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
  /** Called with what makes the verdict on the run as it stands, if it were cancelled now. */
  readonly onInterim?: (verdict: () => Verdict) => void;
  /** Called with what the results should warn of. The log has it already. */
  readonly onWarning?: (text: string) => void;
  /** Aborted when the job is cancelled. */
  readonly cancel: AbortSignal;
}

/** A request with the deadline of the run. */
export interface Run extends RunRequest {
  readonly deadline: AbortSignal;
}

/** What a mode works with. `Kind` narrows the inputs that only this mode reads. */
export interface ModeRequest<Kind extends ModeName = ModeName> extends Run {
  readonly mode: Extract<ModeInput, { kind: Kind }>;
  readonly connection: Connection;
  /** The repository's test cases, if the mode reads them. */
  readonly cases: readonly LoadedCase[];
  /** Aborted at the deadline, or when the job is cancelled. */
  readonly signal: AbortSignal;
}

/** The run that a mode has started. */
export interface RunningMode {
  readonly trigger: Trigger;
  /** Completes the verdict while the connection is open. */
  readonly conclude?: (verdict: Verdict) => Promise<Verdict>;
}

/** The verdict of a mode that runs no tests. @param reason what it has done. @param status `incomplete` after warnings. */
export function modeCompleted(
  { kind }: ModeInput,
  reason: string,
  status: 'done' | 'incomplete' = 'done',
): Verdict {
  return greenWithoutTests(status, reason, 'mode', `\`${kind}\` completed`);
}
