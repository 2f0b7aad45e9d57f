import { defined } from '../common/object-fields.ts';
import { cut } from '../common/text.ts';
import type { Attempt } from '../contract/attempt.ts';
import type { ExchangeTestCase, Library } from '../contract/exchange/exchange-test-case.ts';
import { errorText, NothingChecked, StepFailed } from './step-failed.ts';
import type { StepRunner, StepsOutcome } from './step-runner.ts';

/** A test case with what is run around it. */
export interface CasePlan {
  /** The dependencies, outermost first, and the case itself last. */
  readonly chain: readonly ExchangeTestCase[];
  /** How many of the chain's first cases are skipped because their state is reused. */
  readonly skipped: number;
  readonly library: Library;
  /** Called after each case of the chain that passed, with its index in the chain. */
  onCasePassed(index: number): Promise<void>;
  /** Called after a failure, before the teardowns. */
  onFailure(failure: StepFailed): Promise<void>;
}

/**
 * Runs one case: the remaining dependencies, the case itself, then the teardowns, innermost first, also after a
 * failure. A failing teardown does not fail the case; the attempt reports it.
 * @throws errors other than StepFailed: the browser has ended, or the runner has a bug.
 */
export async function runCase(casePlan: CasePlan, stepRunner: StepRunner): Promise<Attempt> {
  const started: ExchangeTestCase[] = [];
  const teardownFailures: string[] = [];
  let attempt: Attempt;
  try {
    attempt = await runChain(casePlan, stepRunner, started);
  } finally {
    teardownFailures.push(...(await runTeardowns(started, casePlan.library, stepRunner)));
  }
  const warnings = warningsOf(stepRunner, casePlan.chain.at(-1));
  return {
    ...attempt,
    ...(teardownFailures.length === 0 ? {} : { teardownFailures }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/** How many warnings an attempt has, and how many characters each. */
const maxWarnings = 20;
const maxWarningCharacters = 2000;

/** The warnings of an attempt, each once, with the name of their case if it is not the one that was run. */
function warningsOf({ warnings }: StepRunner, mainCase: ExchangeTestCase | undefined): string[] {
  const texts = warnings.map(({ testCase, message }) =>
    cut(testCase === mainCase ? message : `"${testCase.description}": ${message}`, maxWarningCharacters),
  );
  const each = [...new Set(texts)];
  const more = each.length - maxWarnings;
  return more <= 0 ? each : [...each.slice(0, maxWarnings), `${more} more warnings.`];
}

/** @param started receives each case that starts, the last one first. */
async function runChain(
  casePlan: CasePlan,
  stepRunner: StepRunner,
  started: ExchangeTestCase[],
): Promise<Attempt> {
  const { chain, skipped } = casePlan;
  try {
    for (const [index, each] of chain.entries()) {
      if (index < skipped) continue;
      started.unshift(each);
      const outcome = await stepRunner.runFromEntry(each);
      if (index === chain.length - 1) refuseUnchecked(each, outcome);
      await casePlan.onCasePassed(index);
    }
    return { status: 'PASSED', errorMessage: null };
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    await casePlan.onFailure(error);
    return failedAttempt(error, chain.at(-1));
  }
}

/** @throws NothingChecked if failures were ignored and nothing else was checked. */
function refuseUnchecked(testCase: ExchangeTestCase, { checks, ignored }: StepsOutcome): void {
  if (ignored === 0 || checks > 0) return;
  const failures = ignored === 1 ? 'The failure of a step was' : `The failures of ${ignored} steps were`;
  const message = `${failures} ignored, and no other step checks anything. Remove \`ignoreFailure\` from a step that matters, or add an assertion.`;
  throw new NothingChecked({ testCase, elementIndex: undefined }, new Error(message));
}

function failedAttempt(failure: StepFailed, mainCase: ExchangeTestCase | undefined): Attempt {
  const { step, locator, message } = failure;
  const { testCase, elementIndex } = step;
  return {
    status: 'FAILED',
    errorMessage: testCase === mainCase ? message : `Dependency "${testCase.description}": ${message}`,
    ...(elementIndex !== undefined && {
      failedStep: { testCaseId: testCase.id, elementIndex, ...defined({ locator }) },
    }),
  };
}

/** The attempt at a case that could not be run. */
export function errorAttempt(error: unknown): Attempt {
  return { status: 'ERROR', errorMessage: errorText(error) };
}

/** @returns a message for each teardown that failed. */
async function runTeardowns(
  started: readonly ExchangeTestCase[],
  library: Library,
  stepRunner: StepRunner,
): Promise<string[]> {
  const failures: string[] = [];
  for (const { teardownId } of started) {
    if (teardownId === undefined) continue;
    const teardown = library.get(teardownId);
    try {
      if (teardown === undefined)
        failures.push(`The teardown ${teardownId} does not exist or is not enabled.`);
      else {
        stepRunner.forgetPages();
        await stepRunner.runSteps(teardown);
      }
    } catch (error) {
      failures.push(teardownFailure(error, teardown?.description ?? teardownId));
    }
  }
  return failures;
}

/** Such as `Teardown "Delete the account", step 2: TimeoutError: locator.click: …`. */
function teardownFailure(error: unknown, description: string): string {
  const elementIndex = error instanceof StepFailed ? error.step.elementIndex : undefined;
  const where = elementIndex === undefined ? '' : `, step ${elementIndex + 1}`;
  return `Teardown "${description}"${where}: ${errorText(error)}`;
}
