import { createHash } from 'node:crypto';

/** Runs several writers against a world of one shared state, one operation at a time in a given order. */

/**
 * Has each operation of a writer wait for its turn, and then take effect at once. `describe` gives what matters to the
 * writer of the result: by default, all of it.
 */
export type Turn = <Result>(effect: () => Result, describe?: (result: Result) => unknown) => Promise<Result>;

export interface Scenario<World> {
  readonly writers: number;
  readonly createWorld: () => World;
  /** A writer: all it does to the world goes through `turn`. */
  readonly write: (world: World, writer: number, turn: Turn) => Promise<void>;
  /** Identifies a state of the world. */
  readonly describe: (world: World) => string;
}

interface Waiting {
  readonly writer: number;
  readonly take: () => void;
}

interface TriedOrder<World> {
  readonly world: World;
  /** Writers whose next operation waits for its turn. */
  readonly waiting: readonly number[];
  /** Identifies the state of the world and what each writer has seen of it. */
  readonly state: string;
}

/**
 * Runs operations, one at a time.
 * @param choose the writer whose operation takes effect next; undefined ends the run.
 */
async function tryOrder<World>(
  scenario: Scenario<World>,
  choose: (waiting: readonly number[], step: number) => number | undefined,
): Promise<TriedOrder<World>> {
  const world = scenario.createWorld();
  const seen = Array.from({ length: scenario.writers }, (): string[] => []);
  const errors: unknown[] = [];
  let waiting: Waiting[] = [];
  let running = scenario.writers;
  let idle = Promise.withResolvers<void>();
  const checkIdle = () => {
    if (waiting.length === running) idle.resolve();
  };

  const turnOf =
    (writer: number): Turn =>
    (effect, describe = (result) => result) =>
      new Promise((resolve) => {
        const take = () => {
          const result = effect();
          seen[writer]?.push(JSON.stringify(describe(result)) ?? '');
          resolve(result);
        };
        waiting.push({ writer, take });
        checkIdle();
      });

  for (const writer of seen.keys()) {
    void scenario
      .write(world, writer, turnOf(writer))
      .catch((error: unknown) => errors.push(error))
      .finally(() => {
        running -= 1;
        checkIdle();
      });
  }
  for (let step = 0; ; step += 1) {
    await idle.promise;
    const writer = choose(
      waiting.map((each) => each.writer),
      step,
    );
    const next = waiting.find((each) => each.writer === writer);
    if (next === undefined) break;
    waiting = waiting.filter((each) => each !== next);
    idle = Promise.withResolvers<void>();
    next.take();
  }
  if (errors.length > 0) throw errors[0];
  const state = createHash('sha1')
    .update(JSON.stringify([seen, scenario.describe(world)]))
    .digest('base64');
  return { world, waiting: waiting.map(({ writer }) => writer), state };
}

/**
 * Tries every order in which the operations can take effect. Orders that lead to the same state, of the world and of what
 * each writer has seen, are followed once.
 * @param check is called with each world in which all writers have finished.
 * @returns the number of states.
 */
export async function tryAllOrders<World>(
  scenario: Scenario<World>,
  check: (world: World) => void,
): Promise<number> {
  const known = new Set<string>();
  const open: (readonly number[])[] = [[]];
  for (let schedule = open.pop(); schedule !== undefined; schedule = open.pop()) {
    const order = schedule;
    const { world, waiting, state } = await tryOrder(scenario, (_, step) => order[step]);
    if (known.has(state)) continue;
    known.add(state);
    if (waiting.length === 0) check(world);
    for (const writer of waiting) open.push([...order, writer]);
  }
  return known.size;
}

/** Tries one random order. @param random from 0 to 1. */
export async function tryRandomOrder<World>(scenario: Scenario<World>, random: () => number): Promise<World> {
  const { world } = await tryOrder(scenario, (waiting) => waiting[Math.floor(random() * waiting.length)]);
  return world;
}
