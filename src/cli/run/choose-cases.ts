import { v5 as uuidV5 } from 'uuid';
import { UserError } from '../../common/errors.ts';
import { formatCount } from '../../common/text.ts';
import { withNeeded } from '../../gate/cases/select-cases.ts';
import { didNotPass } from '../../results/cases.ts';
import type { RunResults } from '../../results/run-results.ts';
import type { LoadedCase } from '../../test-files/problem.ts';

/** Chooses among the test cases that were read. @throws UserError if none is left. */
export type Choose = (cases: readonly LoadedCase[]) => readonly LoadedCase[];

/**
 * Chooses the test cases that `isChosen` accepts. Test cases that they refer to are kept, but switched off.
 * @param nothing the message if no test case is accepted, made from the number of test cases.
 * @throws UserError if no test case is accepted.
 */
export function chooseWhere(
  isChosen: (loaded: LoadedCase) => boolean,
  nothing: (count: string) => string,
): Choose {
  return (cases) => {
    const chosen = new Set(cases.filter(isChosen));
    if (chosen.size === 0) throw new UserError(nothing(formatCount(cases.length, 'test case')));
    return withNeeded(cases, chosen);
  };
}

/** Chooses test cases by their names. */
export function chooseByName(pattern: RegExp): Choose {
  return chooseWhere(
    ({ testCase }) => pattern.test(testCase.description),
    (count) => `None of the names of ${count} matches \`--grep ${pattern.source}\`.`,
  );
}

/** Whether a test case did not pass, or has not ended. */
export function isToRepeat(result: RunResults['results'][number]): boolean {
  return didNotPass(result) || result.status === 'unfinished';
}

/** Chooses the test cases that did not pass in a run. */
export function chooseLastFailed({ results }: Pick<RunResults, 'results'>): Choose {
  const failed = results.filter(isToRepeat);
  const ids = new Set(failed.map(({ testCaseId }) => testCaseId));
  // Repeated test cases have ids of their own.
  const lines = new Set(
    failed.flatMap(({ place }) => (place === undefined ? [] : [`${place.file}:${place.line}`])),
  );
  return chooseWhere(
    ({ testCase, position }) => ids.has(testCase.id) || lines.has(`${position.file}:${position.line}`),
    (count) =>
      failed.length === 0
        ? 'Every test case passed in the last run. Leave out `--last-failed` to run them again.'
        : `None of ${count} is one that failed in the last run.`,
  );
}

/** Plays each test case several times. */
export function repeat(times: number): Choose {
  const copies = Array.from({ length: times - 1 }, (_, index) => index + 2);
  return (cases) =>
    cases.flatMap((loaded) => {
      const { testCase } = loaded;
      if (testCase.runStatus === 'OFF') return [loaded];
      const copy = (number: number, id: string) => ({
        ...loaded,
        testCase: { ...testCase, id, description: `${testCase.description} (${number} of ${times})` },
      });
      return [
        copy(1, testCase.id),
        ...copies.map((number) => copy(number, uuidV5(String(number), testCase.id))),
      ];
    });
}
