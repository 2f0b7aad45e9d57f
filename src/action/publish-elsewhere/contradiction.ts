import type { ResultsFile } from '../../publish/files/results-schema.ts';
import { countResults, type VerdictStatus } from '../../publish/verdict.ts';

/** Whether a verdict may be green; `undefined`: it depends on what was asked for. */
const mayBeGreen: Readonly<Record<VerdictStatus, boolean | undefined>> = {
  passed: true,
  failed: false,
  'timed-out': false,
  cancelled: false,
  error: false,
  'nothing-to-run': undefined,
  done: true,
};

/**
 * Where a results file disagrees with itself. This action writes none that does: it was made by hand, and one that says
 * "passed" above results that failed must not be told as green.
 * @returns what disagrees, in words; undefined where all of it fits together.
 */
export function contradictionIn(file: ResultsFile): string | undefined {
  const { status, green, results } = file;
  const counts = countResults(results);
  for (const name of ['total', 'passed', 'failed', 'flaky'] as const) {
    if (file[name] !== counts[name])
      return `\`${name}\` is ${file[name]}, and its results are ${counts[name]}`;
  }
  if (green !== (mayBeGreen[status] ?? green)) return `\`${status}\` with \`green: ${green}\``;
  if (results.some((result) => result.flaky && result.status !== 'passed'))
    return 'a flaky result did not pass';
  if (status === 'passed' && (counts.total === 0 || counts.passed < counts.total)) {
    return `\`passed\`, and ${counts.passed} of ${counts.total} results passed`;
  }
  const isEmpty = status === 'nothing-to-run' || status === 'done';
  return isEmpty && counts.total > 0 ? `\`${status}\`, and there are ${counts.total} results` : undefined;
}
