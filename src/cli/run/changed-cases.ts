import { neededIds } from '../../contract/exchange/exchange-test-case.ts';
import type { LoadedCases } from '../../test-files/load.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { type Choose, chooseWhere } from './choose-cases.ts';
import type { LocalRuns } from './local-runs.ts';

export type RunResult = Awaited<ReturnType<LocalRuns['run']>>;

/** What has become of the test cases, over all runs. */
export class RunHistory {
  /** The contents of the test cases when they could be run last, by id. */
  readonly contents = new Map<string, string>();
  /** The last result of each test case. */
  results: RunResult['results'] = [];

  add({ cases, files }: LoadedCases, { results }: RunResult): void {
    const contents = contentsOf(cases);
    for (const id of this.contents.keys()) {
      if (!contents.has(id)) this.contents.delete(id);
    }
    // If another file has a problem, or the app does not answer, a change is still to be run.
    if (results.length === 0) return;
    for (const [id, content] of contents) this.contents.set(id, content);
    const ids = new Set(results.map(({ testCaseId }) => testCaseId));
    const knownLocations = new Set(results.map(({ place }) => JSON.stringify(place)));
    const earlier = this.results.filter(
      ({ testCaseId, place }) =>
        !ids.has(testCaseId) &&
        !knownLocations.has(JSON.stringify(place)) &&
        (place === undefined || files.includes(place.file)),
    );
    this.results = [...earlier, ...results];
  }
}

/**
 * Chooses the test cases that differ from what was run, among those that are read when they are run: a further change may
 * come before.
 * @param ran the contents of the test cases when they were run.
 * @returns undefined if nothing differs from what was read last: one edit may cause several events.
 */
export function chooseChanged(
  before: LoadedCases,
  after: LoadedCases,
  ran: RunHistory['contents'],
  choose: Choose,
): Choose | undefined {
  const isKnown = JSON.stringify(after.problems) === JSON.stringify(before.problems);
  if (isKnown && changedIds(after.cases, contentsOf(before.cases)).size === 0) return undefined;
  let changed: ReadonlySet<string> | undefined;
  return (cases) => {
    // The same ones when they are run again.
    changed ??= changedIds(cases, ran);
    const ids = changed;
    if (ids.size === 0) return choose(cases);
    const isChanged = ({ testCase }: LoadedCase) => ids.has(testCase.id);
    return chooseWhere(isChanged, () => 'No selected test case has changed.')(choose(cases));
  };
}

function contentsOf(cases: readonly LoadedCase[]): Map<string, string> {
  return new Map(cases.map(({ testCase }) => [testCase.id, JSON.stringify(testCase)]));
}

/** The ids of the cases whose content has changed, and of those that refer to them. */
function changedIds(cases: readonly LoadedCase[], before: ReadonlyMap<string, string>): Set<string> {
  const contents = contentsOf(cases);
  const changed = new Set([...contents.keys()].filter((id) => before.get(id) !== contents.get(id)));
  for (let size = 0; size < changed.size; ) {
    size = changed.size;
    for (const { testCase } of cases) {
      if (neededIds(testCase).some((id) => changed.has(id))) changed.add(testCase.id);
    }
  }
  return changed;
}
