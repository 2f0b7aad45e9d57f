import { nameOf, warningsOf } from '../../results/counts.ts';
import type { CaseResult } from '../../results/run-results.ts';
import { oneLine } from '../../runtime/log-text.ts';

/** GitHub shows few warnings of a step, so all of one kind share one. */
const maxListed = 10;

/** One warning for all failed teardowns: they change no verdict, but may leave data behind. Undefined if none failed. */
export function teardownWarning(results: readonly CaseResult[]): string | undefined {
  const failures = results.flatMap((result) =>
    [...result.earlierAttempts, result].flatMap(({ teardownFailures = [] }) =>
      teardownFailures.map((failure) => `- after ${oneLine(nameOf(result))}: ${oneLine(failure)}`),
    ),
  );
  const heading =
    'Teardowns failed. The test result is unaffected, but data may be left behind for the next run. Fix their steps:';
  return listed(heading, failures);
}

/** One warning for all warnings of test cases, such as ignored failures of steps. Undefined if there are none. */
export function caseWarning(results: readonly CaseResult[]): string | undefined {
  const warnings = results.flatMap((result) =>
    warningsOf(result).map((warning) => `- ${oneLine(nameOf(result))}: ${oneLine(warning)}`),
  );
  return listed('Test cases have warnings. The test result is unaffected:', warnings);
}

function listed(heading: string, items: readonly string[]): string | undefined {
  if (items.length === 0) return undefined;
  const more = items.length - maxListed;
  return [
    heading,
    ...items.slice(0, maxListed),
    ...(more <= 0 ? [] : [`- and ${more} more, listed in the results file`]),
  ].join('\n');
}
