import { maxSteps, type PlayedStep } from '../../contract/attempt.ts';
import { namedError } from '../../contract/error-message.ts';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { TestResult } from '../../contract/test-report.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import type { CaseIndex } from './case-index.ts';

/**
 * What a result that says PASSED says against that, as the end of a sentence.
 * @param loaded its test case, if it is known. @returns undefined if nothing does.
 */
export function denialOf(
  result: TestResult,
  loaded: LoadedCase | undefined,
  index: CaseIndex,
): string | undefined {
  const { failedStep, failedPage, retryLeftOut, steps } = result;
  const error = namedError(result);
  if (error !== undefined) return `an error in ${error}`;
  if (failedStep != null) return 'a failed step.';
  const inSteps = steps == null ? undefined : denialInSteps(steps, result, loaded, index);
  if (inSteps !== undefined) return inSteps;
  if (failedPage != null) return 'the page of a failure.';
  if (retryLeftOut === true) return 'a retry that was left out.';
  const named = namedDenial(result);
  return named && `${named}.`;
}

/** Fields that services add to say how something ended, with the values that deny that it passed. */
const flags: ReadonlyMap<string, boolean> = new Map([
  ...['passed', 'ok', 'executed'].map((name) => [name, false] as const),
  ...['failed', 'skipped', 'aborted', 'cancelled', 'canceled', 'timedout'].map(
    (name) => [name, true] as const,
  ),
]);
/** Some of them may be counts; that others are skipped denies nothing. */
const counts: ReadonlySet<string> = new Set(['passed', 'executed', 'failed']);
const outcomes = ['result', 'outcome', 'conclusion', 'verdict', 'state'];
const noSuccess =
  /^(fail|error|abort|cancel|timed?[_ -]?out|skip|broke|interrupt|unexpected|unstable|inconclusive|crash|not[_ -]?(run|executed|ok|passed|built))\w*$/i;

/** The field of a result or report that denies that it passed, such as `` `skipped`: true ``. The interface has no such fields. */
export function namedDenial(answer: Readonly<Record<string, unknown>>): string | undefined {
  const flag = Object.entries(answer).find(([name, value]) => isDenial(name, value));
  if (flag !== undefined) return `\`${flag[0]}\`: ${String(flag[1])}`;
  const outcome = outcomes.find((name) => noSuccess.test(String(answer[name] ?? '')));
  return outcome === undefined ? undefined : `\`${outcome}\`: ${String(answer[outcome])}`;
}

/** The names vary: `skipped`, `isSkipped` and `was_skipped`. */
function isDenial(name: string, value: unknown): boolean {
  const flag = name
    .replace(/^(is|has|was)(?=[A-Z_])/, '')
    .replaceAll('_', '')
    .toLowerCase();
  const denial = flags.get(flag);
  if (denial === undefined) return false;
  if (typeof value === 'number' && counts.has(flag)) return value > 0 === denial;
  return String(value).toLowerCase() === String(denial);
}

/** A step with the test case that it is of; undefined if that is not known. */
interface OwnedStep {
  readonly owner: ExchangeTestCase | undefined;
  readonly elementIndex?: number | null | undefined;
  readonly status: string;
}

function denialInSteps(
  steps: readonly PlayedStep[],
  result: TestResult,
  loaded: LoadedCase | undefined,
  index: CaseIndex,
): string | undefined {
  if (steps.some(hasFailed)) return 'a failed step.';
  if (steps.length > 0 && steps.every(({ status }) => status === 'IGNORED')) return 'no step that passed.';
  if (loaded === undefined) return undefined;
  const { testCase } = loaded;
  const owned = steps.map((step): OwnedStep => {
    const id = step.testCaseId;
    // A service may have ids of its own.
    const isOwn = id == null || id === result.testCaseId;
    return { ...step, owner: isOwn ? testCase : index.withId(id)?.testCase };
  });
  const cases = withDependencies(testCase, index);
  const denials = owned.map((step) => denialInStep(step, cases));
  return denials.find((denial) => denial !== undefined) ?? leftOut(owned, testCase);
}

/** A step of unknown status proves nothing. */
function hasFailed(step: PlayedStep): boolean {
  if (step.status === 'IGNORED') return false;
  return step.status !== 'PASSED' || namedError(step) !== undefined || namedDenial(step) !== undefined;
}

function denialInStep(
  { owner, elementIndex, status }: OwnedStep,
  cases: readonly ExchangeTestCase[],
): string | undefined {
  if (owner === undefined) return undefined;
  const element = elementIndex == null ? undefined : owner.elements[elementIndex];
  const isUnknown = !cases.includes(owner) || (elementIndex != null && element === undefined);
  if (isUnknown) return 'a step that the test case does not have.';
  const mayFail = element?.ignoreFailure === true;
  return status === 'IGNORED' && !mayFail ? 'a failed step.' : undefined;
}

/** Steps that name no element are those of another kind of service, which cannot be compared. */
function leftOut(steps: readonly OwnedStep[], testCase: ExchangeTestCase): string | undefined {
  if (steps.every(({ elementIndex }) => elementIndex == null)) return undefined;
  const played = new Set(
    steps.map(({ owner, elementIndex }) => (owner === testCase ? elementIndex : undefined)),
  );
  // Of many steps, only the last ones are listed.
  const first = steps.length < maxSteps ? 0 : testCase.elements.findIndex((_, number) => played.has(number));
  const missing = testCase.elements.findIndex((_, number) => number >= first && !played.has(number));
  return missing < 0 ? undefined : `a list of steps without step ${missing + 1}.`;
}

/** A test case and those that it depends on. */
function withDependencies(testCase: ExchangeTestCase, index: CaseIndex): ExchangeTestCase[] {
  const found: ExchangeTestCase[] = [];
  let next: ExchangeTestCase | undefined = testCase;
  while (next !== undefined && !found.includes(next)) {
    found.push(next);
    next = next.dependencyId === undefined ? undefined : index.withId(next.dependencyId)?.testCase;
  }
  return found;
}
