import { posix } from 'node:path';
import { messageOf, UserError } from '../../common/errors.ts';
import { openUpload } from '../../common/files.ts';
import { formatCount } from '../../common/text.ts';
import { extensionOf, repositoryFiles } from '../../contract/exchange/exchange-test-case.ts';
import type { Annotation } from '../../results/check-end.ts';
import { type FileProblem, maxListItems } from '../../results/run-results.ts';
import type { Host } from '../../runtime/host.ts';
import { loadTestCases } from '../../test-files/load.ts';
import { formatProblem, type LoadedCase, type Problem } from '../../test-files/problem.ts';
import type { Inputs } from '../inputs/read-inputs.ts';
import { withReferences } from './select-cases.ts';

/** GitHub shows 10 errors and 10 warnings for each step. One error is the message of the step. */
const maxErrors = 9;
const maxWarnings = 7;

interface ReadOptions {
  /** Whether the cases are to be run: one without steps would pass whatever the app does. */
  readonly toRun: boolean;
  /** Called with all warnings as one text, if there are any. */
  readonly onWarning?: (text: string) => void;
}

/**
 * Reads the repository's test cases. Problems and warnings are annotated at their lines.
 * @throws UserError with the problems of all files.
 */
export async function readCases(
  workspace: string,
  patterns: readonly string[],
  host: Host,
  { toRun, onWarning }: ReadOptions,
): Promise<readonly LoadedCase[]> {
  const { cases, files, ...found } = await loadTestCases(workspace, patterns, {
    withReferenced: toRun,
    advice: host.noTestsAdvice,
  });
  const empty = withoutSteps(cases);
  const warnings = [...found.warnings, ...(toRun ? [] : empty)];
  warnOf(warnings, host);
  if (warnings.length > 0) onWarning?.(summarize(warnings));
  const uploads = await findUploadProblems(workspace, cases);
  const problems = [...found.problems, ...(toRun ? empty : []), ...uploads];
  if (problems.length > 0) {
    throw testFileError(problems, host, toRun ? 'No test was run.' : 'Correct them first.');
  }
  host.info(`${formatCount(cases.length, 'test case')} in ${formatCount(files.length, 'file')}`);
  return cases;
}

/** Problems of the test files, all in the message. */
export class TestFileError extends UserError {
  /** The first ones. */
  readonly problems: FileProblem[];

  constructor(message: string, problems: readonly Problem[]) {
    super(message);
    this.problems = problems.map(({ message, position: place }) => ({ message, ...(place && { place }) }));
  }
}

/** Annotates the problems. @returns the error that lists them. */
function testFileError(
  problems: readonly Problem[],
  host: Host,
  outcome = 'No test was run.',
): TestFileError {
  annotate(problems.slice(0, maxErrors), 'error', host);
  const first = problems.slice(0, maxListItems);
  const more = problems.length - first.length;
  const lines = [
    `${formatCount(problems.length, 'problem')} in the test files. ${outcome}`,
    ...first.map((each) => `  ${formatProblem(each)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
  return new TestFileError(lines.join('\n'), first);
}

/** Test cases without steps: they would pass whatever the app does. */
export function withoutSteps(cases: readonly LoadedCase[]): Problem[] {
  return cases
    .filter(({ testCase }) => testCase.elements.length === 0 && testCase.runStatus === 'ON')
    .map(({ positionOf }) => ({
      position: positionOf(['elements']),
      message:
        'elements: the test case has no steps, so it tests nothing. Add a step, or write `runStatus: OFF`',
    }));
}

/** The first warnings appear at their lines, and all of them in the log. */
function warnOf(warnings: readonly Problem[], host: Host): void {
  const placed = warnings.filter(({ position }) => position !== undefined).slice(0, maxWarnings);
  annotate(placed, 'warning', host);
  for (const warning of warnings) {
    if (!placed.includes(warning)) host.warning(formatProblem(warning));
  }
}

/** Warnings in the comment; the log has all. */
const maxSummarized = 5;

function summarize(warnings: readonly Problem[]): string {
  const lines = warnings.slice(0, maxSummarized).map(formatProblem);
  if (warnings.length === 1) return `Test files: ${lines.join('')}`;
  const more = warnings.length - lines.length;
  return [
    `${formatCount(warnings.length, 'warning')} about the test files:`,
    ...lines,
    ...(more > 0 ? [`and ${more} more, in the log`] : []),
  ].join('\n');
}

function annotate(problems: readonly Problem[], level: Annotation['level'], host: Host): void {
  for (const problem of problems) {
    const { position } = problem;
    if (position === undefined) continue;
    const { file, line } = position;
    // The log shows the message, but not the file.
    host.annotate({ level, file, line, title: 'Test file', message: formatProblem(problem) });
  }
}

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

/**
 * Refuses steps that only the embedded service knows, before they are sent to a hosted one.
 * @throws UserError with the position and the name of each.
 */
export function refuseExtensions(
  cases: readonly LoadedCase[],
  { service }: Pick<Inputs, 'service'>,
  host: Host,
): void {
  if (service.kind === 'embedded') return;
  const problems = cases.flatMap(({ testCase, positionOf }) =>
    testCase.elements.flatMap((element, index) => {
      const extension = extensionOf(element);
      if (extension === undefined) return [];
      const message = `${extension} is an extension of the embedded service, and hosted services do not know it. Remove the step, or run the test case without \`service-url\`.`;
      return [{ position: positionOf(['elements', index]), message }];
    }),
  );
  if (problems.length > 0) throw testFileError(problems, host);
}

/**
 * Checks, before a browser starts, that every `$NAME` of the cases that will be run is defined. A hosted service may
 * have variables of its own, so nothing is checked for one.
 * @param selected the cases that run for their own sake.
 * @throws UserError with the position and the name of each variable that is not defined.
 */
export async function requireVariables(
  cases: readonly LoadedCase[],
  selected: readonly LoadedCase[],
  { service, variables, access }: Inputs,
  host: Host,
): Promise<void> {
  if (service.kind === 'hosted' || selected.length === 0) return;
  // A chunk of its own, because it belongs to the runner.
  const { createVariableCheck } = await import('../../connection/check-variables.ts');
  const check = createVariableCheck(service.url, variables, access);
  const byId = new Map(cases.map((each) => [each.testCase.id, each]));
  const problems = [...withReferences(new Set(selected), byId)].flatMap(({ testCase, positionOf }) =>
    check(testCase).map(({ path, message }) => ({ position: positionOf(path), message })),
  );
  if (problems.length > 0) throw testFileError(problems, host);
}
