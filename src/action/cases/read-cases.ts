import { loadTestCases } from '../../test-files/load.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import { formatProblem } from '../../test-files/problem.ts';
import type { Host } from '../host.ts';
import { UserError } from '../user-error.ts';

/** A file of nothing but mistakes must not fill the log. */
const problemsTold = 100;

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
    const told = problems.slice(0, problemsTold).map((each) => `  ${formatProblem(each)}`);
    const more = problems.length - told.length;
    throw new UserError(
      [
        `${problems.length === 1 ? 'A problem' : `${problems.length} problems`} with the test files. Nothing was run.`,
        ...told,
        ...(more > 0 ? [`  and ${more} more`] : []),
      ].join('\n'),
    );
  }
  host.info(`${count(cases.length, 'test case')} in ${count(files.length, 'file')}`);
  return cases;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
