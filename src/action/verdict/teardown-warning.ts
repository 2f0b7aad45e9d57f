import type { Redact } from '../../publish/redact/redact.ts';
import { type CaseResult, nameOf } from '../../publish/verdict.ts';
import { oneLine } from '../log-text.ts';

/** So many failures are listed: GitHub shows few warnings, so they share one. */
const maxListed = 10;

/**
 * What failed in the teardowns, with the case and the message of each; it changes no verdict, but what was to be tidied
 * up may still be there for the next run.
 * @param redact takes secrets out before a text is cut.
 * @returns undefined where nothing failed.
 */
export function teardownWarning(results: readonly CaseResult[], redact: Redact): string | undefined {
  const failures = results.flatMap((result) =>
    [...result.earlierAttempts, result].flatMap(({ teardownFailures = [] }) =>
      teardownFailures.map(
        (failure) => `- after ${oneLine(redact(nameOf(result)))}: ${oneLine(redact(failure))}`,
      ),
    ),
  );
  if (failures.length === 0) return undefined;
  const listed = failures.slice(0, maxListed);
  const more = failures.length - listed.length;
  return [
    'Teardowns failed. The verdict stands, but what they tidy up may be left behind, also for the next run. Correct their steps:',
    ...listed,
    ...(more === 0 ? [] : [`- and ${more} more, in the results file`]),
  ].join('\n');
}
