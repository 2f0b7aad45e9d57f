import { formatCount } from '../common/text.ts';
import { findUploadProblems, withoutSteps } from '../gate/cases/read-cases.ts';
import { logSafe } from '../runtime/log-text.ts';
import { loadTestCases } from '../test-files/load.ts';
import { formatProblem } from '../test-files/problem.ts';
import { noTestsAdvice } from './run/terminal.ts';

export interface ValidateOptions {
  readonly json?: boolean;
}

/** Prints the problems and warnings of the test files. @returns the exit code. */
export async function validate(patterns: readonly string[], { json }: ValidateOptions): Promise<number> {
  const workspace = process.cwd();
  const { cases, files, warnings, ...found } = await loadTestCases(workspace, patterns, {
    withReferenced: true,
    advice: noTestsAdvice,
  });
  const uploads = await findUploadProblems(workspace, cases);
  const problems = [...found.problems, ...withoutSteps(cases), ...uploads];
  const exitCode = problems.length === 0 ? 0 : 1;
  if (json) {
    console.log(JSON.stringify({ files: files.length, cases: cases.length, problems, warnings }, null, 2));
    return exitCode;
  }
  for (const each of warnings) console.log(logSafe(`warning: ${formatProblem(each)}`));
  for (const each of problems) console.log(logSafe(`error: ${formatProblem(each)}`));
  const counted = `${formatCount(cases.length, 'test case')} in ${formatCount(files.length, 'file')}`;
  console.log(
    `${counted}: ${formatCount(problems.length, 'problem')}, ${formatCount(warnings.length, 'warning')}`,
  );
  return exitCode;
}
