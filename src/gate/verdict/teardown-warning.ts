import { nameOf } from '../../results/counts.ts';
import type { CaseResult } from '../../results/run-results.ts';
import { oneLine } from '../../runtime/log-text.ts';

/** GitHub shows few warnings of a step, so all failures share one. */
const maxListed = 10;

/** One warning for all failed teardowns: they change no verdict, but may leave data behind. Undefined if none failed. */
export function teardownWarning(results: readonly CaseResult[]): string | undefined {
  const failures = results.flatMap((result) =>
    [...result.earlierAttempts, result].flatMap(({ teardownFailures = [] }) =>
      teardownFailures.map((failure) => `- after ${oneLine(nameOf(result))}: ${oneLine(failure)}`),
    ),
  );
  if (failures.length === 0) return undefined;
  const listed = failures.slice(0, maxListed);
  const more = failures.length - listed.length;
  return [
    'Teardowns failed. The test result is unaffected, but data may be left behind for the next run. Fix their steps:',
    ...listed,
    ...(more === 0 ? [] : [`- and ${more} more, listed in the results file`]),
  ].join('\n');
}
