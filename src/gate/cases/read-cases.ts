import { andMore, formatCount, joinFilled } from '../../common/text.ts';
import type { Annotation } from '../../results/annotation.ts';
import { type FileProblem, maxListItems } from '../../results/run-results.ts';
import type { Host } from '../../runtime/host.ts';
import { UserError } from '../../runtime/user-error.ts';
import { loadTestCases } from '../../test-files/load.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import { formatProblem, type Problem } from '../../test-files/problem.ts';
import { quoted } from '../inputs/raw-inputs.ts';
import type { Inputs } from '../inputs/read-inputs.ts';
import { findUploadProblems } from './upload-problems.ts';

/** GitHub shows 10 errors and 10 warnings for each step. One error is the message of the step. */
const maxErrors = 9;
const maxWarnings = 7;

/**
 * Reads the repository's test cases. Problems and warnings are annotated at their lines.
 * @param toRun whether the cases are to be run: one without steps would pass whatever the app does.
 * @throws UserError with the problems of all files.
 */
export async function readCases(
  workspace: string,
  patterns: readonly string[],
  host: Host,
  toRun: boolean,
): Promise<readonly LoadedCase[]> {
  const { cases, files, ...found } = await loadTestCases(workspace, patterns);
  const empty = withoutSteps(cases);
  warnOf([...found.warnings, ...(toRun ? [] : empty)], host);
  const uploads = await findUploadProblems(workspace, cases);
  const problems = [...found.problems, ...(toRun ? empty : []), ...uploads];
  if (problems.length > 0) throw refusal(problems, host);
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
export function refusal(problems: readonly Problem[], host: Host): TestFileError {
  annotate(problems.slice(0, maxErrors), 'error', host);
  const first = problems.slice(0, maxListItems);
  const more = problems.length - first.length;
  const lines = [
    `${formatCount(problems.length, 'problem')} in the test files. No test was run.`,
    ...first.map((each) => `  ${formatProblem(each)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
  return new TestFileError(lines.join('\n'), first);
}

function withoutSteps(cases: readonly LoadedCase[]): Problem[] {
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

function annotate(problems: readonly Problem[], level: Annotation['level'], host: Host): void {
  for (const problem of problems) {
    const { position } = problem;
    if (position === undefined) continue;
    const { file, line } = position;
    // The log shows the message, but not the file.
    host.annotate({ level, file, line, title: 'Test file', message: formatProblem(problem) });
  }
}

/** How many of the existing tags are listed in the warning. */
const maxTags = 20;

/** Warns of a tag in the input `tags` that no test case has: with a typo, test cases would silently not run. */
export function warnOfUnknownTags(
  cases: readonly LoadedCase[],
  tags: readonly string[],
  host: Pick<Host, 'warning'>,
): void {
  const existing = new Set(cases.flatMap(({ testCase }) => testCase.tagNames ?? []));
  const unknown = tags.filter((tag) => !existing.has(tag));
  if (unknown.length === 0) return;
  host.warning(
    `No test case has the tag ${unknown.map(quoted).join(' or ')}. Check the input \`tags\` (one tag per line). ${describeTags(existing)}`,
  );
}

function describeTags(existing: ReadonlySet<string>): string {
  const listed = [...existing].sort().slice(0, maxTags).map(quoted).join(', ');
  return `Tags in the test files: ${listed === '' ? 'none' : `${listed}${andMore(existing.size - maxTags)}`}.`;
}

/** Why no test case runs: how many are switched off, excluded from the environment, or have none of the tags. */
export function describeNoSelection(
  cases: readonly LoadedCase[],
  { tags, environment }: Pick<Inputs, 'tags' | 'environment'>,
): string {
  const on = cases.filter(({ testCase }) => testCase.runStatus === 'ON');
  const here = on.filter(({ testCase }) => !testCase.excludedEnvironmentNames?.includes(environment));
  const count = (number: number) => `${number} of ${cases.length} ${number === 1 ? 'is' : 'are'}`;
  const reasons = [
    on.length < cases.length ? `${count(cases.length - on.length)} switched off (\`runStatus: OFF\`)` : '',
    here.length < on.length
      ? `${count(on.length - here.length)} excluded from the environment ${quoted(environment)}`
      : '',
    here.length > 0 ? `${count(here.length)} without the tag ${tags.map(quoted).join(' or ')}` : '',
  ];
  const existing = new Set(here.flatMap(({ testCase }) => testCase.tagNames ?? []));
  const tagsHere = here.length === 0 ? '' : ` ${describeTags(existing)}`;
  return `No test case was selected: ${joinFilled(reasons, ', ')}.${tagsHere} A gate that tested nothing is not green.`;
}
