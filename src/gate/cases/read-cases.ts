import type { Host } from '../../runtime/host.ts';
import { UserError } from '../../runtime/user-error.ts';
import { loadTestCases } from '../../test-files/load.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import { formatProblem } from '../../test-files/problem.ts';
import { quoted } from '../inputs/raw-inputs.ts';

/** Keeps a broken file from flooding the log. */
const maxProblems = 100;

/**
 * Reads the repository's test cases.
 * @throws UserError with the problems of all files.
 */
export async function readCases(
  workspace: string,
  patterns: readonly string[],
  host: Host,
): Promise<readonly LoadedCase[]> {
  const { cases, files, problems, warnings } = await loadTestCases(workspace, patterns);
  for (const warning of warnings) host.warning(formatProblem(warning));
  if (problems.length > 0) {
    const listed = problems.slice(0, maxProblems).map((each) => `  ${formatProblem(each)}`);
    const more = problems.length - listed.length;
    throw new UserError(
      [
        `${count(problems.length, 'problem')} in the test files. No test was run.`,
        ...listed,
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
  const listed = [...existing].sort().slice(0, maxTags).map(quoted).join(', ');
  const more = existing.size > maxTags ? ` and ${existing.size - maxTags} more` : '';
  host.warning(
    `No test case has the tag ${unknown.map(quoted).join(' or ')}. Check the input \`tags\` (one tag per line). Tags in the test files: ${listed === '' ? 'none' : `${listed}${more}`}.`,
  );
}
