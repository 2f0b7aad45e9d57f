import { lstat, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { errorCode, messageOf, UserError } from '../../common/errors.ts';
import { isInside, makeFolder } from '../../common/files.ts';
import { andMore, cut, foldLines } from '../../common/text.ts';
import type { ExchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import { loadTestCases } from '../../test-files/load.ts';
import { formatProblem, type LoadedCase } from '../../test-files/problem.ts';
import { newFileNames, testFileText } from '../../test-files/write.ts';
import type { PromptInput } from '../inputs/mode-input.ts';
import type { ModeRequest } from '../run-request.ts';

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
    `No test file has a test case named "${prerequisite}" (input \`prerequisite\`). Check the name, and that its file is among the test files.`,
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

/**
 * Opens the folder that a mode writes to, and creates it if it is missing.
 * @returns its real path.
 * @throws UserError if it is outside the workspace, also behind a link (nothing is created then), or cannot be created.
 */
export async function openFolder(workspace: string, folder: string): Promise<string> {
  const root = await realpath(workspace);
  const path = resolve(root, folder);
  if (!isInside(root, path)) throw refusal(folder, 'outside the workspace');
  const behindLink = 'behind a broken link, or a link out of the workspace';
  if (!isInside(root, await realParent(path))) throw refusal(folder, behindLink);
  await makeFolder(path).catch((error: unknown) => {
    throw new UserError(
      `Cannot create the folder "${folder}" (input \`folder\`): ${messageOf(error)}. Set one that does not collide with a file and that this job may write to.`,
    );
  });
  const real = await realpath(path);
  if (!isInside(root, real)) throw refusal(folder, behindLink);
  return real;
}

/**
 * Refuses to write a file that is a link out of the workspace, or a broken link: writing would follow it.
 * @throws UserError, with the file's path.
 */
export async function checkFile(workspace: string, path: string): Promise<void> {
  const root = await realpath(workspace);
  if (isInside(root, await realParent(path))) return;
  throw new UserError(
    `Cannot write ${path}: it is a broken link, or a link out of the workspace. Remove the link.`,
  );
}

/**
 * The path of a file whose name comes from the service, below a folder.
 * @throws UserError for a name that leads elsewhere, is hidden, or contains anything but letters, digits, `-`, `_`, `.`
 * and `/`.
 */
export function pathInFolder(folder: string, name: string): string {
  const segments = name.split('/');
  if (name.length <= 300 && segments.every((segment) => /^[\w-][\w.-]*$/.test(segment))) {
    return join(folder, ...segments);
  }
  throw new UserError(
    `The service sent a file named ${JSON.stringify(name.slice(0, 200))}, which is not a plain path. Nothing was written. Check that \`service-url\` is right, or report this to the operator of the service.`,
  );
}

const maxNamesShown = 10;

/** Names for a message, such as those of files. */
export function describeNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNamesShown).map((name) => `\`${cut(foldLines(name), 100)}\``);
  return `${shown.join(', ')}${andMore(names.length - shown.length)}`;
}

/** The real path of a file, or of its nearest existing parent; the root of the file system for a broken link. */
async function realParent(path: string): Promise<string> {
  if ((await lstat(path).catch(() => undefined)) !== undefined) {
    return realpath(path).catch(() => parse(path).root);
  }
  return dirname(path) === path ? path : realParent(dirname(path));
}

function refusal(folder: string, where: string): UserError {
  return new UserError(
    `The folder "${folder}" (input \`folder\`) is ${where}. Set one inside the repository.`,
  );
}
