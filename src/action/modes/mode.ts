import type { LoadedCase } from '../../test-files/loaded-case.ts';
import type { Connection } from '../connection.ts';
import type { RunContext } from '../context/context.ts';
import type { Host } from '../host.ts';
import type { ModeInput, ModeName } from '../inputs/mode-input.ts';
import type { Inputs } from '../inputs/read-inputs.ts';
import type { Trigger, TriggerRequest } from '../trigger/trigger.ts';

/** What a mode works with. `Kind` narrows the mode's own inputs. */
export interface ModeRequest<Kind extends ModeName = ModeName> {
  readonly mode: Extract<ModeInput, { kind: Kind }>;
  readonly inputs: Inputs;
  readonly connection: Connection;
  readonly context: RunContext;
  /** The repository's test cases, where the mode reads them. */
  readonly cases: readonly LoadedCase[];
  readonly host: Host;
  readonly clock: TriggerRequest['clock'];
  readonly signal: AbortSignal;
}

/** What a mode has started, or already done. */
export type Started =
  | { readonly kind: 'running'; readonly trigger: Trigger }
  /** Nothing is tested in this mode: `reason` says what was done. */
  | { readonly kind: 'done'; readonly reason: string };
