import { type LoadedCase, loadTestCases } from '../test-files/load.ts';
import { formatProblem } from '../test-files/problem.ts';
import type { Host } from './host.ts';
import { UserError } from './user-error.ts';

/**
 * Reads the repository's test cases.
 * @throws UserError with every problem of every file: nothing may be triggered then.
 */
export async function readCases(
  workspace: string,
  patterns: readonly string[],
  host: Host,
): Promise<readonly LoadedCase[]> {
  const { cases, files, problems, warnings } = await loadTestCases(workspace, patterns);
  for (const warning of warnings) host.warning(formatProblem(warning));
  if (problems.length > 0) {
    const count = problems.length === 1 ? 'A problem' : `${problems.length} problems`;
    throw new UserError(
      [
        `${count} with the test files. Nothing was run.`,
        ...problems.map((each) => `  ${formatProblem(each)}`),
      ].join('\n'),
    );
  }
  host.info(`${count(cases.length, 'test case')} in ${count(files.length, 'file')}`);
  return cases;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
