import { join, relative } from 'node:path';
import type { AnsweredTestCase } from '../../contract/exchange/test-case.ts';
import { findFiles } from '../../test-files/find-files.ts';
import { loadTestCases } from '../../test-files/load.ts';
import { formatProblem } from '../../test-files/problem.ts';
import { fileNameFor, fileText, writeIfChanged } from '../../test-files/write.ts';
import { UserError } from '../user-error.ts';
import type { ModeRequest, Started } from './mode.ts';
import { checkFile, openFolder } from './safe-folder.ts';

/**
 * Writes the target's test cases as files, one a case (section 4.6). A case that has a file keeps it; a file whose
 * content is right already is not touched, so that a second pull changes nothing.
 * @throws UserError where the folder's own files can't be read: nothing is written then.
 */
export async function pullCases({
  mode,
  connection: { client, testTargetId },
  context: { workspace },
  host,
  signal,
}: ModeRequest<'pull'>): Promise<Started> {
  const folder = await openFolder(workspace, mode.folder);
  const files = await filesById(workspace, mode.folder);
  const { testCases } = await client.pull({ testTargetId }, {}, { signal });
  let changed = 0;
  for (const testCase of testCases) {
    const path = files.get(testCase.id) ?? join(folder, fileNameFor(testCase));
    await checkFile(workspace, path);
    if (await writeIfChanged(path, fileText(testCase, path.endsWith('.json') ? 'json' : 'yaml')))
      changed += 1;
  }
  for (const path of leftOver(files, testCases)) {
    host.warning(`${relative(workspace, path)}: the test target does not have this test case (any more).`);
  }
  return {
    kind: 'done',
    reason: `${testCases.length} test cases were pulled into ${mode.folder}: ${changed} files changed.`,
  };
}

/** The files that are there already, by the id of their case. */
async function filesById(workspace: string, folder: string): Promise<ReadonlyMap<string, string>> {
  if ((await findFiles(workspace, [folder])).files.length === 0) return new Map();
  const { cases, problems } = await loadTestCases(workspace, [folder]);
  const lists = new Set(cases.filter(({ inList }) => inList).map(({ position }) => position.file));
  const told = [
    ...problems.map(formatProblem),
    ...[...lists].map((file) => `${file}: holds a list, and a pull writes a file for each case`),
  ];
  if (told.length > 0) {
    throw new UserError(
      `The folder "${folder}" (input \`folder\`) holds files that a pull can't keep up. Nothing was written. Mend or move them, or name another folder:\n${told.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  return new Map(cases.map(({ testCase, position }) => [testCase.id, join(workspace, position.file)]));
}

function leftOver(files: ReadonlyMap<string, string>, testCases: readonly AnsweredTestCase[]): string[] {
  const pulled = new Set(testCases.map(({ id }) => id));
  return [...files].filter(([id]) => !pulled.has(id)).map(([, path]) => path);
}
