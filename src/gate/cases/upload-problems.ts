import { posix } from 'node:path';
import { messageOf } from '../../common/errors.ts';
import { openUpload } from '../../common/upload-file.ts';
import { repositoryFiles } from '../../contract/exchange/test-case.ts';
import type { LoadedCase, Problem } from '../../test-files/problem.ts';

/** Finds steps that upload a file of the repository that is missing or may not be read. */
export async function findUploadProblems(
  workspace: string,
  cases: readonly LoadedCase[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { testCase, position, positionOf } of cases) {
    for (const [index, { interaction }] of testCase.elements.entries()) {
      for (const path of interaction == null ? [] : repositoryFiles(interaction)) {
        const message = await problemOf(workspace, path, position.file);
        if (message === undefined) continue;
        problems.push({
          message: `file: ${message}`,
          position: positionOf(['elements', index, 'interaction', 'calledWith', 'file']),
        });
      }
    }
  }
  return problems;
}

/** @param testFile the file of the test case: a path may have been written from its folder. */
async function problemOf(workspace: string, path: string, testFile: string): Promise<string | undefined> {
  const message = await refusalOf(workspace, path);
  if (message === undefined) return undefined;
  const fromTestFile = posix.join(posix.dirname(testFile), path);
  const isMeant = fromTestFile !== path && (await refusalOf(workspace, fromTestFile)) === undefined;
  return isMeant ? `${message} Did you mean ${JSON.stringify(fromTestFile)}?` : message;
}

async function refusalOf(workspace: string, path: string): Promise<string | undefined> {
  try {
    const { handle } = await openUpload(workspace, path);
    await handle.close();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
