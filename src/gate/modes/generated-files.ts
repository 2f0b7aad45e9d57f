import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, UserError } from '../../common/errors.ts';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import { loadTestCases } from '../../test-files/load.ts';
import { formatProblem, type LoadedCase } from '../../test-files/problem.ts';
import { newFileNames, testFileText } from '../../test-files/write.ts';
import type { PromptInput } from '../inputs/mode-input.ts';
import type { ModeRequest } from '../run.ts';

type StoreRequest = ModeRequest<'discovery'> | ModeRequest<'batch-generation'>;

/**
 * Stores the repository's test cases, which may be prerequisites, and those that were generated before. Those that cannot be
 * read are left out.
 */
export async function storeExisting(request: StoreRequest): Promise<readonly LoadedCase[]> {
  const { mode, connection, signal } = request;
  const found = [...(await load(mode.existing, request)), ...(await load([mode.folder], request))];
  const cases = [...new Map(found.map((each) => [each.testCase.id, each])).values()];
  if (cases.length === 0) return [];
  const testCases = cases.map(({ testCase }) => testCase);
  const { client, testTargetId } = connection;
  await client.push({ testTargetId }, {}, { testCases }, { signal });
  return cases;
}

/** @throws UserError if there is no test case of that name. */
export function prerequisiteOf(
  { prerequisite }: Pick<PromptInput, 'prerequisite'>,
  existing: readonly LoadedCase[],
): LoadedCase | undefined {
  if (prerequisite === undefined) return undefined;
  const found = existing.find(({ testCase }) => testCase.description === prerequisite);
  if (found !== undefined) return found;
  throw new UserError(
    `No test file has a test case named "${prerequisite}" (input \`prerequisite\`). Check the name, and the input \`tests\`.`,
  );
}

async function load(
  patterns: readonly string[],
  { context, host }: StoreRequest,
): Promise<readonly LoadedCase[]> {
  const { cases, files, problems } = await loadTestCases(context.workspace, patterns);
  if (problems.length === 0) return cases;
  if (files.length > 0) {
    host.warning('Test files have problems, so new test cases are not compared with them.');
  }
  return [];
}

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
