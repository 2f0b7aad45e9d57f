import { randomUUID } from 'node:crypto';
import { mapTexts } from '../common/object-fields.ts';
import { cut, foldLines } from '../common/text.ts';
import { persistedDataAdvice, splitMessage } from '../contract/error-message.ts';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import type { LivePagePlan } from '../runner/live-page.ts';
import type { CaseOutcome, Runner } from '../runner/runner.ts';

/** How often a new test case passes before it is reported. */
const requiredPasses = 3;

/** New test cases, and how often each of them has passed, in a session of its own and slower than in a run. */
export interface NewCases {
  readonly cases: readonly ExchangeTestCase[];
  readonly passes: number;
}

interface ReplayResult {
  readonly stable: readonly ExchangeTestCase[];
  /** Why the others were dropped. */
  readonly dropped: readonly string[];
  /** What was changed to make a case stable. */
  readonly notes: readonly string[];
}

/**
 * Runs each case in fresh contexts until it has passed often enough, and keeps those that never fail. On an app that
 * keeps what earlier runs have added, a case of steps in words may be stable with values that are new in each run.
 * @throws the signal's reason.
 */
export async function replayAll(
  runner: Runner,
  made: NewCases,
  plan: LivePagePlan,
  signal: AbortSignal,
): Promise<ReplayResult> {
  const failures = await replay(runner, made, plan, signal);
  const renewed = new Map<ExchangeTestCase, ExchangeTestCase>();
  for (const each of made.passes > 0 ? [] : failures.keys()) {
    const copy = withNewValues(each);
    if (copy !== undefined) renewed.set(each, copy);
  }
  const failedAgain = await replay(runner, { cases: [...renewed.values()], passes: 0 }, plan, signal);
  const results = made.cases.map((each) => {
    const reason = failures.get(each);
    const copy = renewed.get(each);
    if (reason === undefined) return { stable: [each] };
    if (copy === undefined || failedAgain.has(copy))
      return { dropped: [`"${each.description}" was dropped: ${reason}`] };
    return { stable: [copy], notes: [`"${each.description}": ${newValueNote}`] };
  });
  return {
    stable: results.flatMap(({ stable = [] }) => stable),
    dropped: results.flatMap(({ dropped = [] }) => dropped),
    notes: results.flatMap(({ notes = [] }) => notes),
  };
}

/** @returns why cases are not stable. */
async function replay(
  runner: Runner,
  { cases, passes }: NewCases,
  plan: LivePagePlan,
  signal: AbortSignal,
): Promise<Map<ExchangeTestCase, string>> {
  if (cases.length === 0) return new Map();
  const { prerequisites = [] } = plan;
  const last = prerequisites.at(-1);
  const original = new Map<string, ExchangeTestCase>();
  const replays = requiredPasses - passes;
  // Values that are new in each run need runs of their own. Others run side by side.
  const rounds = JSON.stringify(cases).includes('$OCTO_STABLE_UUID')
    ? Array.from({ length: replays }, () => cases)
    : [Array.from({ length: replays }, () => cases).flat()];
  const outcomes: CaseOutcome[] = [];
  for (const round of rounds) {
    const copies = round.map((each) => {
      const dependency = last === undefined ? {} : { dependencyId: each.dependencyId ?? last.id };
      const copy = { ...each, ...dependency, id: randomUUID() };
      original.set(copy.id, each);
      return copy;
    });
    const library = new Map([...prerequisites, ...copies].map((each) => [each.id, each]));
    await runner.run(
      { ...plan, browser: 'CHROMIUM', cases: copies, library },
      { onStart: () => {}, onOutcome: (outcome) => outcomes.push(outcome) },
      signal,
    );
    signal.throwIfAborted();
  }
  const outcomesOf = Map.groupBy(outcomes, ({ testCaseId }) => original.get(testCaseId));
  const failures = new Map<ExchangeTestCase, string>();
  for (const each of cases) {
    const failed = (outcomesOf.get(each) ?? []).filter(({ status }) => status !== 'PASSED');
    const passed = (outcomesOf.get(each)?.length ?? 0) - failed.length;
    if (passed === replays) continue;
    const reason = failed[0] === undefined ? 'it did not run' : (failed[0].errorMessage ?? 'no reason');
    const advice = hasInput(each) ? ` ${persistedDataAdvice}` : '';
    const sentence = cut(foldLines(splitMessage(reason).sentence), 500);
    failures.set(each, `it passed ${passed} of ${replays} times. ${sentence}${advice}`);
  }
  return failures;
}

const newValueNote =
  'the app keeps what earlier runs have added, so this test case enters a value that is new in each run.';

function hasInput({ elements }: ExchangeTestCase): boolean {
  return elements.some(({ interaction }) => ['ENTER_TEXT', 'TYPE_TEXT'].includes(interaction?.action ?? ''));
}

/** Other values, such as an address or a number, have a form that a suffix may break. */
const plainText = /^\p{L}[\p{L}\p{N} '-]+$/u;

/**
 * For an app that keeps what each run adds: the case with values that are new in each run, in the place of typed texts
 * that it looks for later.
 * @returns undefined if no value can be replaced.
 */
function withNewValues(testCase: ExchangeTestCase): ExchangeTestCase | undefined {
  const values = testCase.elements.flatMap((element, index) => {
    const text = element.interaction?.action === 'ENTER_TEXT' ? element.interaction.calledWith : undefined;
    if (typeof text !== 'string' || !plainText.test(text)) return [];
    return testCase.elements.slice(index + 1).some((later) => looksFor(later, text)) ? [text] : [];
  });
  if (values.length === 0) return undefined;
  const renew = (text: string) => (values.includes(text) ? `${text} ${newValue}` : text);
  return { ...testCase, elements: testCase.elements.map((each) => mapTexts(each, renew)) };
}

/** Eight characters that are new in each run. */
const newValue = '$OCTO_STABLE_UUID_SHORT';

/** Whether an assertion names a text, or finds its element by it. */
function looksFor({ assertion, selectors }: ExchangeElement, text: string): boolean {
  return (
    assertion != null && JSON.stringify([assertion.calledWith, selectors]).includes(JSON.stringify(text))
  );
}
