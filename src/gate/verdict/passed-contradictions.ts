import { cut } from '../../common/text.ts';
import { type ExecutedStep, maxSteps } from '../../contract/attempt.ts';
import { namedError, termOf } from '../../contract/error-message.ts';
import type { ExchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import type { TestResult } from '../../contract/test-report.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import type { CaseIndex } from './case-index.ts';

/**
 * What a result that says PASSED says against that, as the end of a sentence.
 * @param loaded its test case, if it is known. @returns undefined if nothing does.
 */
export function contradictionOfPassed(
  result: TestResult,
  loaded: LoadedCase | undefined,
  index: CaseIndex,
): string | undefined {
  const { failedStep, failedPage, retryLeftOut, steps } = result;
  const error = namedError(result);
  if (error !== undefined) return `an error in ${error}`;
  if (failedStep != null) return 'a failed step.';
  const inSteps = steps == null ? undefined : contradictionInSteps(steps, result, loaded, index);
  if (inSteps !== undefined) return inSteps;
  if (failedPage != null) return 'the page of a failure.';
  if (retryLeftOut === true) return 'a retry that was left out.';
  const named = contradictingField(result);
  return named && `${named}.`;
}

/** What fields that services add are about. Some are flags, counts or lists. */
const success = /^(passed|ok|executed|succeeded|completed|finished)$/;
const failure = /^(failed|unexpected|errored|crashed|broken|timedout)$/;
/** Flags only: that others are skipped denies nothing. `not` is what is left of `notRun`. */
const notRun =
  /^(skipped|ignored|muted|quarantined|disabled|aborted|cancelled|canceled|interrupted|not|notexecuted)$/;
const outcome = /^(result|outcome|conclusion|verdict|state|(result)?status)$/;
const exitCode = /^(exit|return)(code|status)$/;
/** What sums up outcomes. Lists do not count: they may be those of attempts. */
const summary = /^(summary|stat|statistic|count|total)$/;
const noSuccess =
  /^(fail|error|abort|cancel|timed?[_ -]?out|skip|broke|interrupt|unexpected|unstable|inconclusive|crash|mute|quarantin|disabled|ignored|blocked|killed|unsuccess|incomplete|no[_ -]?tests?|not[_ -]?(run|executed|ok|passed|built))\w*$/i;
/** Levels of objects that are looked at: those of a service may be deep. */
const maxDepth = 4;

/** The field of a result or report that denies that it passed, such as `` `skipped`: true ``. The interface has no such fields. */
export function contradictingField(answer: Readonly<Record<string, unknown>>, depth = 1): string | undefined {
  for (const [name, value] of Object.entries(answer)) {
    const term = termOf(name);
    if (isContradictingField(term, value)) return `\`${name}\`: ${shown(value)}`;
    const inside = depth < maxDepth ? endIn(term, value) : undefined;
    const denial = inside && (namedError(inside) ?? contradictingField(inside, depth + 1));
    if (denial !== undefined) return `\`${name}\` with ${denial}`;
  }
  return undefined;
}

const shown = (value: unknown) => cut(typeof value === 'string' ? value : JSON.stringify(value), 300);

/** The object in a field that says how the whole has ended. */
function endIn(term: string, value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return outcome.test(term) || summary.test(term) ? { ...value } : undefined;
}

function isContradictingField(term: string, value: unknown): boolean {
  const text = String(value).trim().toLowerCase();
  const isNumber = typeof value === 'number' || /^-?\d+$/.test(text);
  if (exitCode.test(term)) return isNumber && Number(text) !== 0;
  if (outcome.test(term)) return text === 'false' || (typeof value === 'string' && noSuccess.test(text));
  if (success.test(term)) return text === 'false' || (isNumber && Number(text) === 0);
  if (text === 'true') return failure.test(term) || notRun.test(term);
  const isSome = isNumber ? Number(text) > 0 : Array.isArray(value) && value.length > 0;
  return isSome && failure.test(term);
}

/** A step with the test case that it is of; undefined if that is not known. */
interface OwnedStep {
  readonly owner: ExchangeTestCase | undefined;
  readonly elementIndex?: number | null | undefined;
  readonly status: string;
}

function contradictionInSteps(
  steps: readonly ExecutedStep[],
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
  const denials = owned.map((step) => contradictionInStep(step, cases));
  return denials.find((denial) => denial !== undefined) ?? leftOut(owned, testCase);
}

/** A step of unknown status proves nothing. */
function hasFailed(step: ExecutedStep): boolean {
  if (step.status === 'IGNORED') return false;
  return step.status !== 'PASSED' || namedError(step) !== undefined || contradictingField(step) !== undefined;
}

function contradictionInStep(
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
  const reported = new Set(
    steps.map(({ owner, elementIndex }) => (owner === testCase ? elementIndex : undefined)),
  );
  // Of many steps, only the last ones are listed.
  const first =
    steps.length < maxSteps ? 0 : testCase.elements.findIndex((_, number) => reported.has(number));
  const missing = testCase.elements.findIndex((_, number) => number >= first && !reported.has(number));
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
