import type { Attempt } from '../contract/attempt.ts';
import type { ExchangeTestCase, Library } from '../contract/exchange/test-case.ts';
import { errorText, PlayFailure } from './play-failure.ts';
import type { StepPlayer } from './step-player.ts';

/** The cases to play, and callbacks. */
export interface Play {
  /** The dependencies, outermost first, and the case itself last. */
  readonly chain: readonly ExchangeTestCase[];
  /** How many of the chain's first cases are skipped because their state is reused. */
  readonly skipped: number;
  readonly library: Library;
  /** Called after each case of the chain that passed, with its index in the chain. */
  onPlayed?(index: number): Promise<void>;
  /** Called after a failure, before the teardowns. */
  onFailure?(message: string): Promise<void>;
}

/**
 * Plays one case: the remaining dependencies, the case itself, then the teardowns, innermost first, also after a
 * failure. A failing teardown does not fail the case; the attempt reports it.
 * @throws errors other than PlayFailure: the browser has ended, or the runner has a bug.
 */
export async function playCase(play: Play, player: StepPlayer): Promise<Attempt> {
  const started: ExchangeTestCase[] = [];
  const teardownFailures: string[] = [];
  let attempt: Attempt;
  try {
    attempt = await playChain(play, player, started);
  } finally {
    teardownFailures.push(...(await playTeardowns(started, play.library, player)));
  }
  return teardownFailures.length === 0 ? attempt : { ...attempt, teardownFailures };
}

/** @param started receives each case that starts, the last one first. */
async function playChain(play: Play, player: StepPlayer, started: ExchangeTestCase[]): Promise<Attempt> {
  const { chain, skipped } = play;
  try {
    for (const [index, each] of chain.entries()) {
      if (index < skipped) continue;
      started.unshift(each);
      await player.playFromEntry(each);
      await play.onPlayed?.(index);
    }
    return { status: 'PASSED', errorMessage: null };
  } catch (error) {
    if (!(error instanceof PlayFailure)) throw error;
    await play.onFailure?.(error.message);
    return failedAttempt(error, chain.at(-1));
  }
}

function failedAttempt(failure: PlayFailure, played: ExchangeTestCase | undefined): Attempt {
  const { testCase, step, message } = failure;
  return {
    status: 'FAILED',
    errorMessage: testCase === played ? message : `Dependency "${testCase.description}": ${message}`,
    ...(step === undefined ? {} : { failedStep: { testCaseId: testCase.id, ...step } }),
  };
}

/** The attempt at a case that could not be played. */
export function errorAttempt(error: unknown): Attempt {
  return { status: 'ERROR', errorMessage: errorText(error) };
}

/** @returns a message for each teardown that failed. */
async function playTeardowns(
  started: readonly ExchangeTestCase[],
  library: Library,
  player: StepPlayer,
): Promise<string[]> {
  const failures: string[] = [];
  for (const { teardownId } of started) {
    if (teardownId === undefined) continue;
    const teardown = library.get(teardownId);
    try {
      if (teardown === undefined) failures.push(`The teardown ${teardownId} does not exist.`);
      else await player.playSteps(teardown);
    } catch (error) {
      failures.push(teardownFailure(error, teardown?.description ?? teardownId));
    }
  }
  return failures;
}

/** Such as `Teardown "Delete the account", step 2: TimeoutError: locator.click: …`. */
function teardownFailure(error: unknown, description: string): string {
  const step =
    error instanceof PlayFailure && error.step !== undefined ? error.step.elementIndex + 1 : undefined;
  const where = step === undefined ? '' : `, step ${step}`;
  return `Teardown "${description}"${where}: ${errorText(error)}`;
}
