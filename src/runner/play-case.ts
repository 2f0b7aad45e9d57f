import { defined } from '../common/fields.ts';
import { cut } from '../common/text.ts';
import type { Attempt } from '../contract/attempt.ts';
import type { ExchangeTestCase, Library } from '../contract/exchange/test-case.ts';
import { errorText, NothingChecked, PlayFailure } from './play-failure.ts';
import type { PlayedSteps, StepPlayer } from './step-player.ts';

/** A test case with what is played around it. */
export interface ChainToPlay {
  /** The dependencies, outermost first, and the case itself last. */
  readonly chain: readonly ExchangeTestCase[];
  /** How many of the chain's first cases are skipped because their state is reused. */
  readonly skipped: number;
  readonly library: Library;
  /** Called after each case of the chain that passed, with its index in the chain. */
  onPlayed(index: number): Promise<void>;
  /** Called after a failure, before the teardowns. */
  onFailure(failure: PlayFailure): Promise<void>;
}

/**
 * Plays one case: the remaining dependencies, the case itself, then the teardowns, innermost first, also after a
 * failure. A failing teardown does not fail the case; the attempt reports it.
 * @throws errors other than PlayFailure: the browser has ended, or the runner has a bug.
 */
export async function playCase(play: ChainToPlay, player: StepPlayer): Promise<Attempt> {
  const started: ExchangeTestCase[] = [];
  const teardownFailures: string[] = [];
  let attempt: Attempt;
  try {
    attempt = await playChain(play, player, started);
  } finally {
    teardownFailures.push(...(await playTeardowns(started, play.library, player)));
  }
  const warnings = warningsOf(player, play.chain.at(-1));
  return {
    ...attempt,
    ...(teardownFailures.length === 0 ? {} : { teardownFailures }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/** How many warnings an attempt has, and how many characters each. */
const maxWarnings = 20;
const maxWarningCharacters = 2000;

/** The warnings of an attempt, each once, with the name of their case if it is not the one that was played. */
function warningsOf({ warnings }: StepPlayer, played: ExchangeTestCase | undefined): string[] {
  const texts = warnings.map(({ testCase, message }) =>
    cut(testCase === played ? message : `"${testCase.description}": ${message}`, maxWarningCharacters),
  );
  const each = [...new Set(texts)];
  const more = each.length - maxWarnings;
  return more <= 0 ? each : [...each.slice(0, maxWarnings), `${more} more warnings.`];
}

/** @param started receives each case that starts, the last one first. */
async function playChain(
  play: ChainToPlay,
  player: StepPlayer,
  started: ExchangeTestCase[],
): Promise<Attempt> {
  const { chain, skipped } = play;
  try {
    for (const [index, each] of chain.entries()) {
      if (index < skipped) continue;
      started.unshift(each);
      const played = await player.playFromEntry(each);
      if (index === chain.length - 1) refuseUnchecked(each, played);
      await play.onPlayed(index);
    }
    return { status: 'PASSED', errorMessage: null };
  } catch (error) {
    if (!(error instanceof PlayFailure)) throw error;
    await play.onFailure(error);
    return failedAttempt(error, chain.at(-1));
  }
}

/** @throws NothingChecked if failures were ignored and nothing else was checked. */
function refuseUnchecked(testCase: ExchangeTestCase, { checks, ignored }: PlayedSteps): void {
  if (ignored === 0 || checks > 0) return;
  const failures = ignored === 1 ? 'The failure of a step was' : `The failures of ${ignored} steps were`;
  const message = `${failures} ignored, and no other step checks anything. Remove \`ignoreFailure\` from a step that matters, or add an assertion.`;
  throw new NothingChecked({ testCase, elementIndex: undefined }, new Error(message));
}

function failedAttempt(failure: PlayFailure, played: ExchangeTestCase | undefined): Attempt {
  const { step, locator, message } = failure;
  const { testCase, elementIndex } = step;
  return {
    status: 'FAILED',
    errorMessage: testCase === played ? message : `Dependency "${testCase.description}": ${message}`,
    ...(elementIndex !== undefined && {
      failedStep: { testCaseId: testCase.id, elementIndex, ...defined({ locator }) },
    }),
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
      if (teardown === undefined)
        failures.push(`The teardown ${teardownId} does not exist or is not enabled.`);
      else {
        player.forgetPages();
        await player.playSteps(teardown);
      }
    } catch (error) {
      failures.push(teardownFailure(error, teardown?.description ?? teardownId));
    }
  }
  return failures;
}

/** Such as `Teardown "Delete the account", step 2: TimeoutError: locator.click: …`. */
function teardownFailure(error: unknown, description: string): string {
  const elementIndex = error instanceof PlayFailure ? error.step.elementIndex : undefined;
  const where = elementIndex === undefined ? '' : `, step ${elementIndex + 1}`;
  return `Teardown "${description}"${where}: ${errorText(error)}`;
}
