import { effectAt, isStroke, type Kind, type Stage } from './kind.ts';
import { createRandom, type Random } from './random.ts';
import type { Truth } from './service-truth.ts';

/** Where a kind of fault strikes. */
export interface Cell {
  readonly kind: Kind;
  readonly stage: Stage;
}

/** One run of the action: what goes wrong, and what is true. */
export interface Draw extends Cell {
  readonly seed: number;
  readonly truth: Truth;
  /** How often it strikes; a tale is told all the time. */
  readonly times: number;
  /** So many calls of the stage are well before it strikes. */
  readonly spared: number;
  /** The status that execute is answered with where the service lacks it. */
  readonly lacksExecute: number | undefined;
  /** The answer to execute is lost after the run was started. */
  readonly executeLost: boolean;
  /** A comment of an earlier run is there. */
  readonly earlierComment: boolean;
  /** The input `timeout`. */
  readonly timeoutSeconds: number;
  readonly random: Random;
}

/** Every place where a kind strikes, in an order of the seed's own. */
export function cellsOf(kinds: readonly Kind[], seed: number): Cell[] {
  const random = createRandom(seed);
  return kinds
    .flatMap((kind) => kind.stages.map((stage) => ({ kind, stage, place: random.next() })))
    .sort((a, b) => a.place - b.place)
    .map(({ kind, stage }) => ({ kind, stage }));
}

/** Draws what is open about a run: the same for the same seed and cell. */
export function drawRun({ kind, stage }: Cell, seed: number): Draw {
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

/** Short where only the deadline can end the run; else long enough for every retry. In s. */
function timeoutFor({ kind, stage }: Cell, times: number): number {
  if (stage.startsWith('comment')) return 6;
  if (!isStroke(kind)) return kind.expect('passed').includes('timed-out') ? 4 : 20;
  const effect = effectAt(kind, stage);
  if (effect === 'harmless') return 20;
  return effect === 'stall' || times === Number.POSITIVE_INFINITY ? 4 : 20;
}
