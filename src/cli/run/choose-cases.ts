import { resolve } from 'node:path';
import { v5 as uuidV5 } from 'uuid';
import { UserError } from '../../common/errors.ts';
import { relativePath } from '../../common/files.ts';
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
    (count) => `None of ${count} has a name that matches \`--grep ${pattern.source}\`.`,
  );
}

/** A line of a test file, as the list of failures names it: `browser-tests/cart.yaml:12`, also with a column. */
const fileAtLine = /^(.+\.(?:ya?ml|json)):(\d+)(?::\d+)?$/i;

/** The files and folders of patterns, and the lines that some of them name, by paths relative to the workspace. */
export function readLines(workspace: string, patterns: readonly string[]) {
  const lines = new Map<string, number[]>();
  const files = patterns.map((pattern) => {
    const [, file, line] = fileAtLine.exec(pattern) ?? [];
    if (file === undefined) return pattern;
    const path = relativePath(workspace, resolve(workspace, file));
    lines.set(path, [...(lines.get(path) ?? []), Number(line)]);
    return file;
  });
  return { files, lines };
}

/**
 * In files of which lines are named, chooses the test cases at these lines. Chooses the same ones again after the file has
 * changed. It throws a UserError if the file does not have such a line.
 */
export function chooseAtLines(lines: ReadonlyMap<string, readonly number[]>): Choose {
  let ids: ReadonlySet<string> | undefined;
  return (cases) => {
    ids ??= new Set([...lines].flatMap(([file, numbers]) => idsAt(cases, file, numbers)));
    const isAtLine = (id: string) => ids?.has(id) === true;
    return chooseWhere(
      ({ testCase, position }) => !lines.has(position.file) || isAtLine(testCase.id),
      (count) => `None of ${count} is at the given line.`,
    )(cases);
  };
}

function idsAt(cases: readonly LoadedCase[], file: string, lines: readonly number[]): string[] {
  const inFile = cases.filter(({ position }) => position.file === file);
  const length = inFile[0]?.text.split('\n').length;
  return lines.flatMap((line) => {
    if (length !== undefined && line > length) {
      throw new UserError(
        `${file}:${line}: The file has only ${formatCount(length, 'line')}. Check the number.`,
      );
    }
    const found = inFile.findLast(({ position }) => position.line <= line) ?? inFile[0];
    return found === undefined ? [] : [found.testCase.id];
  });
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
        : `None of ${count} failed in the last run.`,
  );
}

/** Runs each test case several times. */
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
