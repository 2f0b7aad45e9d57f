import { effectAt, isTransportFault, type Kind, type Stage } from './kind.ts';
import { createRandom, type Random } from './random.ts';
import type { Truth } from './service-truth.ts';

/** A kind of fault, and the stage at which it is injected. */
export interface Cell {
  readonly kind: Kind;
  readonly stage: Stage;
}

/** One run of the action: its fault, and the actual outcome of its tests. */
export interface Scenario extends Cell {
  readonly seed: number;
  readonly truth: Truth;
  /** How often the fault is injected. An anomaly is permanent. */
  readonly times: number;
  /** How many calls of the stage succeed before. */
  readonly spared: number;
  /** The status of the answer to execute, if the service does not have it. */
  readonly lacksExecute: number | undefined;
  /** The answer to execute is lost after the run was started. */
  readonly executeLost: boolean;
  /** A comment of an earlier run is there. */
  readonly earlierComment: boolean;
  /** The input `timeout`. */
  readonly timeoutSeconds: number;
  readonly random: Random;
}

/** Every stage of every kind, in an order that depends on the seed. */
export function cellsOf(kinds: readonly Kind[], seed: number): Cell[] {
  const random = createRandom(seed);
  return kinds
    .flatMap((kind) => kind.stages.map((stage) => ({ kind, stage, order: random.next() })))
    .sort((a, b) => a.order - b.order)
    .map(({ kind, stage }) => ({ kind, stage }));
}

/** Draws a scenario at random. The same seed and cell give the same scenario. */
export function drawScenario({ kind, stage }: Cell, seed: number): Scenario {
  const random = createRandom(seed);
  const truth = random.pick<Truth>(['passed', 'passed', 'failed', 'failed', 'error']);
  const permanent = random.chance(0.35);
  const finite = random.between(1, 3);
  const times = permanent ? Number.POSITIVE_INFINITY : finite;
  const searched = stage === 'find';
  const executeLost = searched && random.chance(0.3);
  return {
    kind,
    stage,
    seed,
    truth,
    times,
    spared: stage === 'poll' ? random.between(0, 1) : 0,
    lacksExecute: searched && !executeLost ? random.pick([404, 405, 501]) : undefined,
    executeLost,
    earlierComment: stage === 'comment-update' || (stage === 'comment-list' && random.chance(0.5)),
    timeoutSeconds: timeoutFor({ kind, stage }, times),
    random,
  };
}

/** Short if only the deadline can end the run; otherwise long enough for all retries. In s. */
function timeoutFor({ kind, stage }: Cell, times: number): number {
  if (stage.startsWith('comment')) return 6;
  if (!isTransportFault(kind)) return kind.expect('passed').includes('timed-out') ? 4 : 20;
  const effect = effectAt(kind, stage);
  if (effect === 'harmless') return 20;
  return effect === 'stall' || times === Number.POSITIVE_INFINITY ? 4 : 20;
}
