import { formatCount } from '../common/text.ts';
import { findUploadProblems, withoutSteps } from '../gate/cases/read-cases.ts';
import { logSafe } from '../runtime/log-text.ts';
import { loadTestCases } from '../test-files/load.ts';
import { formatProblem, type Problem } from '../test-files/problem.ts';
import { nameOptions } from './run/input-options.ts';

export interface ValidateOptions {
  readonly json?: boolean;
}

/** Prints the problems and warnings of the test files. @returns the exit code. */
export async function validate(patterns: readonly string[], { json }: ValidateOptions): Promise<number> {
  const workspace = process.cwd();
  const { cases, files, ...found } = await loadTestCases(workspace, patterns, {
    withReferenced: true,
  });
  const all = [...found.problems, ...withoutSteps(cases), ...(await findUploadProblems(workspace, cases))];
  const forCommand = (each: Problem) => ({ ...each, message: nameOptions(each.message) });
  const problems = all.map(forCommand);
  const warnings = found.warnings.map(forCommand);
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
