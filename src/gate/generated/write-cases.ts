import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, UserError } from '../../common/errors.ts';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import { loadTestCases } from '../../test-files/load.ts';
import { formatProblem, type LoadedCase } from '../../test-files/problem.ts';
import { newFileNames, testFileText } from '../../test-files/write.ts';

/**
 * Writes each test case as a new file, and reads it as the repository's test files are read. No file is replaced.
 * @param folder exists in the workspace.
 * @throws UserError if a file cannot be read again.
 */
export async function writeCases(
  workspace: string,
  folder: string,
  testCases: readonly ExchangeTestCase[],
): Promise<LoadedCase[]> {
  const written: LoadedCase[] = [];
  for (const testCase of testCases) {
    const name = await writeNewFile(join(workspace, folder), testCase);
    const { cases, problems } = await loadTestCases(workspace, [join(folder, name)]);
    const [loaded] = cases;
    // A prerequisite is in a file of its own.
    if (loaded === undefined) throw new UserError(problems.map(formatProblem).join('\n'));
    written.push(loaded);
  }
  return written;
}

async function writeNewFile(folder: string, testCase: ExchangeTestCase): Promise<string> {
  const names = newFileNames(testCase.description, 'test-case');
  for (;;) {
    const file = names.next().value;
    try {
      await writeFile(join(folder, file), testFileText(testCase), { flag: 'wx' });
      return file;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
