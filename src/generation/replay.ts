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
  prerequisites: readonly ExchangeTestCase[],
  signal: AbortSignal,
): Promise<Replayed> {
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
  const failures = new Map<ExchangeTestCase, string[]>();
  const passes = new Map<ExchangeTestCase, number>();
  const onOutcome = ({ testCaseId, status, errorMessage }: CaseOutcome) => {
    const played = original.get(testCaseId);
    if (played === undefined) return;
    if (status === 'PASSED') passes.set(played, (passes.get(played) ?? 0) + 1);
    else failures.set(played, [...(failures.get(played) ?? []), errorMessage ?? 'no reason']);
  };
  const library = new Map([...prerequisites, ...copies].map((each) => [each.id, each]));
  await runner.run(
    { ...plan, browser: 'CHROMIUM', cases: copies, library },
    { onStart: () => {}, onOutcome },
    signal,
  );
  signal.throwIfAborted();
  const stable = cases.filter((each) => passes.get(each) === replays);
  const dropped = cases
    .filter((each) => !stable.includes(each))
    .map((each) => {
      const [reason = 'it did not run'] = failures.get(each) ?? [];
      const count = passes.get(each) ?? 0;
      return `"${each.description}" was dropped: it passed ${count} of ${replays} times. ${cut(foldLines(splitMessage(reason).sentence), 500)}`;
    });
  return { stable, dropped };
}
