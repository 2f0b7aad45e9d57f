import type { Socket } from 'node:net';
import type { GitHubOptions } from './github-truth.ts';
import type { Random } from './random.ts';
import type { AnswerOverrides, Truth } from './service-truth.ts';
import type { Answer, Phase, WireRequest } from './wire.ts';

/** The calls of a run, in their order. */
export const stages = [
  'push',
  'execute',
  'find',
  'poll',
  'comment-list',
  'comment-create',
  'comment-update',
] as const;
export type Stage = (typeof stages)[number];

export const gets: readonly Stage[] = ['find', 'poll', 'comment-list'];
export const ofService: readonly Stage[] = ['push', 'execute', 'find', 'poll'];

/**
 * What a fault may do to a run. `harmless`: nothing, however often it occurs. `transient`: nothing, if it ends and the call
 * can be repeated. `stall`: the run waits until its deadline. `final`: the answer is valid and has to be accepted.
 */
export type Effect = 'harmless' | 'transient' | 'stall' | 'final';

/** What a fault is injected into. */
export interface FaultContext {
  readonly socket: Socket;
  readonly request: WireRequest;
  readonly stage: Stage;
  /** Has the server process the request. @returns its answer. */
  readonly process: () => Promise<Answer>;
  readonly random: Random;
  /** A server of another origin. */
  readonly elsewhere: string;
  /** The secret that the request was sent with. */
  readonly secret: string;
}

/** A fault of the connection or of a single answer. */
export interface TransportFault {
  readonly name: string;
  readonly stages: readonly Stage[];
  /** When it is injected. `refuse`: no server listens. `reused`: at the first line of a later request on a connection. */
  readonly at: Phase | 'refuse' | 'accept' | 'reused';
  readonly effect: Effect | ((stage: Stage) => Effect);
  /** The server has processed the request, although the answer does not show it. */
  readonly isProcessed?: boolean;
  /** The answer shows that the request was not processed, so every call can be repeated. */
  readonly isRetryable?: boolean;
  /** Not called for `refuse`. */
  readonly inject: (hit: FaultContext) => void | Promise<void>;
}

/** A service or GitHub whose answers are complete and unusual. */
export interface AnswerAnomaly {
  readonly name: string;
  readonly stages: readonly Stage[];
  readonly overrides?: (random: Random) => AnswerOverrides;
  readonly github?: Partial<GitHubOptions>;
  /** The statuses that a run may end with. */
  readonly expect: (truth: Truth) => readonly string[];
}

export type Kind = TransportFault | AnswerAnomaly;

export function isTransportFault(kind: Kind): kind is TransportFault {
  return 'inject' in kind;
}

/** What a fault may do at a stage. */
export function effectAt({ effect }: TransportFault, stage: Stage): Effect {
  return typeof effect === 'function' ? effect(stage) : effect;
}
