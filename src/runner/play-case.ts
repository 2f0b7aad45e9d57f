import type { Library } from '../contract/exchange/case-chain.ts';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { errorText, PlayFailure } from './play-failure.ts';
import type { Attempt } from './runner.ts';
import type { StepPlayer } from './step-player.ts';

/** What is played, and what is done on the way. */
export interface Play {
  /** The dependencies from the outermost in, and the case itself last. */
  readonly chain: readonly ExchangeTestCase[];
  /** So many of the chain's first cases have left their state already: they are not played again. */
  readonly skipped: number;
  readonly library: Library;
  /** Called after each case of the chain that passed, with its place in the chain. */
  onPlayed?(place: number): Promise<void>;
  /** Called after a failure, while the page still shows it. */
  onFailure?(message: string): Promise<void>;
}

/**
 * Plays one case: what is left of its chain of dependencies, the case, then the teardowns from the inside out, also
 * after a failure. A failing teardown never fails the case; the attempt says what it could not do.
 * @throws what is no PlayFailure: the browser is gone, or the runner broke.
 */
export async function playCase(play: Play, player: StepPlayer): Promise<Attempt> {
  const begun: ExchangeTestCase[] = [];
  const teardownFailures: string[] = [];
  let attempt: Attempt;
  try {
    attempt = await playChain(play, player, begun);
  } finally {
    teardownFailures.push(...(await playTeardowns(begun, play.library, player)));
  }
  return teardownFailures.length === 0 ? attempt : { ...attempt, teardownFailures };
}

/** @param begun is told each case that begins, the last one first. */
async function playChain(play: Play, player: StepPlayer, begun: ExchangeTestCase[]): Promise<Attempt> {
  const { chain, skipped } = play;
  try {
    for (const [place, each] of chain.entries()) {
      if (place < skipped) continue;
      begun.unshift(each);
      await player.playFromEntry(each);
      await play.onPlayed?.(place);
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

/** The error of a case that could not be played. */
export function errorAttempt(error: unknown): Attempt {
  return { status: 'ERROR', errorMessage: errorText(error) };
}

/** @returns what failed. A teardown tidies up; what it can't do says nothing about the case. */
async function playTeardowns(
  begun: readonly ExchangeTestCase[],
  library: Library,
  player: StepPlayer,
): Promise<string[]> {
  const failures: string[] = [];
  for (const { teardownId } of begun) {
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
