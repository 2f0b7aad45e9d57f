import { randomUUID } from 'node:crypto';
import { cut, foldLines } from '../common/text.ts';
import { splitMessage } from '../contract/error-message.ts';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { LivePagePlan } from '../runner/live-page.ts';
import type { CaseOutcome, Runner } from '../runner/runner.ts';

/** How often a new test case passes before it is reported. */
const requiredPasses = 3;

/** New test cases, and how often each of them has passed, in a session of its own and slower than in a run. */
export interface NewCases {
  readonly cases: readonly ExchangeTestCase[];
  readonly plays: number;
}

interface Replayed {
  readonly stable: ExchangeTestCase[];
  /** Why the others were dropped. */
  readonly dropped: string[];
}

/** Plays each case in fresh contexts until it has passed often enough, and keeps those that never fail. @throws the signal's reason. */
export async function replayAll(
  runner: Runner,
  { cases, plays }: NewCases,
  plan: LivePagePlan,
  signal: AbortSignal,
): Promise<Replayed> {
  const { prerequisites = [] } = plan;
  const last = prerequisites.at(-1);
  const original = new Map<string, ExchangeTestCase>();
  const replays = requiredPasses - plays;
  const copies = Array.from({ length: replays }, () => cases)
    .flat()
    .map((each) => {
      const dependency = last === undefined ? {} : { dependencyId: each.dependencyId ?? last.id };
      const copy = { ...each, ...dependency, id: randomUUID() };
      original.set(copy.id, each);
      return copy;
    });
  const outcomes: CaseOutcome[] = [];
  const library = new Map([...prerequisites, ...copies].map((each) => [each.id, each]));
  await runner.run(
    { ...plan, browser: 'CHROMIUM', cases: copies, library },
    { onStart: () => {}, onOutcome: (outcome) => outcomes.push(outcome) },
    signal,
  );
  signal.throwIfAborted();
  const played = Map.groupBy(outcomes, ({ testCaseId }) => original.get(testCaseId));
  const passesOf = (each: ExchangeTestCase) =>
    played.get(each)?.filter(({ status }) => status === 'PASSED').length ?? 0;
  const stable = cases.filter((each) => passesOf(each) === replays);
  const dropped = cases
    .filter((each) => !stable.includes(each))
    .map((each) => {
      const failure = played.get(each)?.find(({ status }) => status !== 'PASSED');
      const reason = failure === undefined ? 'it did not run' : (failure.errorMessage ?? 'no reason');
      return `"${each.description}" was dropped: it passed ${passesOf(each)} of ${replays} times. ${cut(foldLines(splitMessage(reason).sentence), 500)}`;
    });
  return { stable, dropped };
}
