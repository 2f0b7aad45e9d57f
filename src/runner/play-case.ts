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
 * after a failure. A failing teardown never fails the case.
 * @throws what is no PlayFailure: the browser is gone, or the runner broke.
 */
export async function playCase(play: Play, player: StepPlayer): Promise<Attempt> {
  const { chain, skipped, library } = play;
  const begun: ExchangeTestCase[] = [];
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
  } finally {
    await playTeardowns(begun, library, player);
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

async function playTeardowns(
  begun: readonly ExchangeTestCase[],
  library: Library,
  player: StepPlayer,
): Promise<void> {
  for (const { teardownId } of begun) {
    const teardown = teardownId === undefined ? undefined : library.get(teardownId);
    try {
      if (teardown !== undefined) await player.playSteps(teardown);
    } catch {
      // A teardown tidies up; what it can't do says nothing about the case.
    }
  }
}
