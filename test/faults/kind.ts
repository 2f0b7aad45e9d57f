import type { Socket } from 'node:net';
import type { GitHubOptions } from './github-truth.ts';
import type { Random } from './random.ts';
import type { Story, Truth } from './service-truth.ts';
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
 * What a fault may do to a run. `harmless`: nothing, however often it comes. `transient`: nothing where it passes and the
 * call may be made again. `stall`: what the deadline ends. `final`: the other side means what it says.
 */
export type Effect = 'harmless' | 'transient' | 'stall' | 'final';

/** One stroke of a fault. */
export interface Hit {
  readonly socket: Socket;
  readonly request: WireRequest;
  readonly stage: Stage;
  /** Has the server do what was asked. @returns what it would say. */
  readonly done: () => Promise<Answer>;
  readonly random: Random;
  /** A server of another origin. */
  readonly elsewhere: string;
  /** Secrets that the request came with. */
  readonly secret: string;
}

/** A fault of the connection or of a single answer. */
export interface Stroke {
  readonly name: string;
  readonly stages: readonly Stage[];
  /** The moment at which it strikes; `refuse`: nobody listens; `reused`: the first line on a kept connection. */
  readonly at: Phase | 'refuse' | 'accept' | 'reused';
  readonly effect: Effect | ((stage: Stage) => Effect);
  /** The server has done what was asked, although nobody can tell from the answer. */
  readonly did?: boolean;
  /** It says, or makes plain, that nothing was done: the call can be made again, whatever it is. */
  readonly again?: boolean;
  /** Not called for `refuse`. */
  readonly strike: (hit: Hit) => void | Promise<void>;
}

/** A service or GitHub that tells something odd in whole answers. */
export interface Tale {
  readonly name: string;
  readonly stages: readonly Stage[];
  readonly story?: (random: Random) => Story;
  readonly github?: Partial<GitHubOptions>;
  /** The statuses that a run may end with. */
  readonly expect: (truth: Truth) => readonly string[];
}

export type Kind = Stroke | Tale;

export function isStroke(kind: Kind): kind is Stroke {
  return 'strike' in kind;
}

/** What a stroke may do at a stage. */
export function effectAt({ effect }: Stroke, stage: Stage): Effect {
  return typeof effect === 'function' ? effect(stage) : effect;
}
