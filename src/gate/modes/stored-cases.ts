import { join, relative } from 'node:path';
import { UserError } from '../../common/errors.ts';
import { formatCount } from '../../common/text.ts';
import { type AnsweredTestCase, exchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import type { Verdict } from '../../results/run-results.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { findFiles } from '../../test-files/find-files.ts';
import { loadTestCases } from '../../test-files/load.ts';
import { formatProblem, type Problem } from '../../test-files/problem.ts';
import { readTestCase } from '../../test-files/read-test-case.ts';
import { fileNameFor, fileText, writeIfChanged } from '../../test-files/write.ts';
import { refuseNamedError, requireStored, storeWithRetries } from '../execution/check-answer.ts';
import { type ModeRequest, modeCompleted } from '../run-request.ts';
import { checkFile, describeNames, openFolder } from './generated-files.ts';

/**
 * Replaces the test target's test cases with those of the repository (section 4.6). Meant for the default branch.
 * @throws ClientError; UserError for a pull request, or if the service answers that it did not store them; the reason of
 * the signal.
 */
export async function pushCases(request: ModeRequest<'push'>): Promise<Verdict> {
  const { connection, signal } = request;
  const { client, testTargetId } = connection;
  requireDefaultBranch(request);
  const testCases = request.cases.map(({ testCase }) => testCase);
  const answer = await storeWithRetries(
    (idempotencyKey) => client.push({ testTargetId }, {}, { testCases }, { signal, idempotencyKey }),
    request,
  );
  requireStored(testCases.length, answer, 'The test target may have changed.');
  const stored = formatCount(testCases.length, 'test case');
  return modeCompleted(request.mode, `Stored ${stored} on the test target ${testTargetId}.`);
}

/**
 * @throws UserError if the job belongs to a pull request, a merge queue or another branch than the default one, and the input
 * does not allow that.
 */
function requireDefaultBranch({ mode, context }: ModeRequest<'push'>): void {
  const { eventName, pullRequest, otherBranch } = context;
  const isProposed = pullRequest !== undefined || /^(?:pull_request|merge_group)/.test(eventName);
  if (mode.fromPullRequest || (!isProposed && otherBranch === undefined)) return;
  const [where, whose] =
    isProposed || otherBranch === undefined
      ? [`event \`${eventName}\``, 'the test cases of a pull request']
      : [`branch \`${oneLine(otherBranch)}\``, 'its test cases'];
  throw new UserError(
    `\`mode: push\` is refused on the ${where}: ${whose} would replace those that the default branch has stored. Nothing was pushed. Run this step on \`push\` to the default branch. If the replacement is intended, set \`push-from-pull-request: true\`.`,
  );
}

/**
 * Writes the target's test cases as files, one per case (section 4.6). A case keeps the file that it has, and files that
 * are up to date are not written, so that a second pull changes nothing.
 * @throws UserError if files in the folder cannot be read: nothing is written then.
 */
export async function pullCases(request: ModeRequest<'pull'>): Promise<Verdict> {
  const { mode, host, signal } = request;
  const { client, testTargetId } = request.connection;
  const { workspace } = request.context;
  const folder = await openFolder(workspace, mode.folder);
  const files = await filesByCaseId(workspace, mode.folder);
  const answer = await client.pull({ testTargetId }, {}, { signal });
  refuseNamedError(answer, 'Nothing was written.');
  requireOneOfEach(answer.testCases);
  const read = answer.testCases.map(readAnswered);
  const testCases = read.map(({ testCase }) => testCase);
  let changed = 0;
  const unread = new Map<string, readonly string[]>();
  const pulled = new Set(testCases.map(({ id }) => id));
  const taken = new Set(files.values());
  for (const { testCase, unknownKeys } of read) {
    const named = join(folder, fileNameFor(testCase));
    // Ids that are written by hand may begin alike.
    const free = taken.has(named)
      ? join(folder, fileNameFor({ ...testCase, description: testCase.id }))
      : named;
    const path = files.get(testCase.id) ?? free;
    taken.add(path);
    await checkFile(workspace, path);
    const text = fileText(testCase, path.endsWith('.json') ? 'json' : 'yaml');
    if (await writeIfChanged(path, text)) changed += 1;
    if (unknownKeys.length > 0) unread.set(relative(workspace, path), unknownKeys);
    for (const missing of missingReferences(testCase, pulled)) {
      host.warning(
        `${relative(workspace, path)}: ${missing}, but the test target has no such test case. A run of the files stops at this error. Correct it in the service, and pull again.`,
      );
    }
  }
  if (unread.size > 0) {
    const [keys, paths] = [[...new Set([...unread.values()].flat())], [...unread.keys()]].map(describeNames);
    host.warning(
      `The service sent fields that this version does not know: ${keys}. They are missing from ${paths}, and a push of the files would remove them. Use a newer version of this action if a test needs them.`,
    );
  }
  for (const path of filesWithoutCase(files, pulled)) {
    host.warning(
      `${relative(workspace, path)}: its test case does not exist on the test target. Delete the file, or push the test case.`,
    );
  }
  for (const problem of await problemsOf(testCases, workspace, mode.folder)) {
    host.warning(
      `${formatProblem(problem)}. The test case is as the test target has it, but neither a run nor the next pull can read its file. Correct it in the service, or use a newer version of this action.`,
    );
  }
  const counts = [formatCount(testCases.length, 'test case'), formatCount(changed, 'file')];
  return modeCompleted(mode, `Pulled ${counts[0]} into ${mode.folder}: ${counts[1]} changed.`);
}

/**
 * A test case as a file can hold it: without empty fields, and without keys that no run could read.
 * @returns it as it is if it is not valid.
 */
function readAnswered(answered: AnsweredTestCase) {
  const { testCase, warnings, unknownKeys } = readTestCase(answered, answered.id);
  if (testCase === undefined) return { testCase: answered, unknownKeys: [] };
  const keys = [...warnings, ...unknownKeys].flatMap(({ path }) => path.at(-1) ?? []);
  return { testCase, unknownKeys: keys.map(String) };
}

/** What cannot be read in the files that were written: a hosted service may have steps that this version does not know. */
async function problemsOf(
  testCases: readonly AnsweredTestCase[],
  workspace: string,
  folder: string,
): Promise<readonly Problem[]> {
  if (testCases.every((each) => exchangeTestCase.safeParse(each).success)) return [];
  return (await loadTestCases(workspace, [folder], { checksReferences: false })).problems;
}

/** @throws UserError if two test cases have one id: the file of one would replace that of the other. */
function requireOneOfEach(testCases: readonly AnsweredTestCase[]): void {
  const ids = new Set<string>();
  for (const { id } of testCases) {
    if (ids.has(id)) {
      throw new UserError(
        `The service answered two test cases with the ID ${id}. Nothing was written. Check the test target in the service.`,
      );
    }
    ids.add(id);
  }
}

async function filesByCaseId(workspace: string, folder: string): Promise<ReadonlyMap<string, string>> {
  if ((await findFiles(workspace, [folder])).files.length === 0) return new Map();
  // The files of this pull may have the references that are missing.
  const { cases, problems } = await loadTestCases(workspace, [folder], { checksReferences: false });
  const lists = new Set(cases.filter(({ inList }) => inList).map(({ position }) => position.file));
  const lines = [
    ...problems.map(formatProblem),
    ...[...lists].map((file) => `${file}: holds a list, but a pull writes one file per test case`),
  ];
  if (lines.length > 0) {
    throw new UserError(
      `The folder "${folder}" (input \`folder\`) contains files that a pull cannot update. Nothing was written. Correct or move them, or set another folder:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  return new Map(cases.map(({ testCase, position }) => [testCase.id, join(workspace, position.file)]));
}

/** The references of a test case that are not among the ids, such as `dependencyId: 3b0f…`. */
function missingReferences(testCase: AnsweredTestCase, ids: ReadonlySet<string>): string[] {
  return (['dependencyId', 'teardownId'] as const).flatMap((key) => {
    const id = testCase[key];
    return typeof id !== 'string' || ids.has(id) ? [] : [`${key}: ${id}`];
  });
}

function filesWithoutCase(files: ReadonlyMap<string, string>, pulled: ReadonlySet<string>): string[] {
  return [...files].filter(([id]) => !pulled.has(id)).map(([, path]) => path);
}
