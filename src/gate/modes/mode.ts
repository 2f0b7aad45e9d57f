import type { Connection } from '../../connection/connection.ts';
import type { MutationResults } from '../../results/mutation-results.ts';
import type { Verdict } from '../../results/run-results.ts';
import type { Host } from '../../runtime/host.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import type { RunContext } from '../context/context.ts';
import type { Clock } from '../execution/timing.ts';
import type { Trigger } from '../execution/trigger.ts';
import type { PullRequestTexts } from '../generated/generation-prompt.ts';
import type { ModeName } from '../inputs/input-table.ts';
import type { ModeInput } from '../inputs/mode-input.ts';
import type { Inputs } from '../inputs/read-inputs.ts';
import type { Run } from '../run.ts';

/** What a mode works with. `Kind` narrows the inputs that only this mode reads. */
export interface ModeRequest<Kind extends ModeName = ModeName> {
  readonly mode: Extract<ModeInput, { kind: Kind }>;
  readonly inputs: Inputs;
  readonly connection: Connection;
  readonly context: RunContext;
  /** The repository's test cases, if the mode reads them. */
  readonly cases: readonly LoadedCase[];
  readonly host: Host;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What the pull request says, for a generation without a prompt. */
  readonly pullRequestTexts?: () => Promise<PullRequestTexts>;
}

/** The run that a mode has started, or what it has done. */
export type Started =
  | {
      readonly kind: 'running';
      readonly trigger: Trigger;
      /** Completes the verdict while the connection is open. */
      readonly conclude?: (run: Run, verdict: Verdict) => Promise<Verdict>;
    }
  /** The mode runs no tests: `reason` says what was done. */
  | { readonly kind: 'done'; readonly reason: string }
  /** The same, but a part could not be done: there were warnings. */
  | { readonly kind: 'incomplete'; readonly reason: string }
  /** What the mode has started did not end in time. */
  | { readonly kind: 'timed-out'; readonly reason: string }
  /** Mutants were played, unless the test cases fail without one. */
  | {
      readonly kind: 'mutated';
      readonly green: boolean;
      readonly reason: string;
      readonly mutation?: MutationResults;
    };
