import type { Redact } from '../../publish/redact/redact.ts';
import { redactRun } from '../../publish/redact/redact-run.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import type { Shard } from '../cases/shard.ts';
import type { RunContext } from '../context/context.ts';
import { runFacts } from '../context/run-facts.ts';

/** Where a verdict is told. */
interface Place {
  conclude(run: PublishedRun): Promise<unknown>;
}

/**
 * Tells that no run could begin, because inputs are wrong: a comment of an earlier run must not stay green, and a
 * required check must not be waited for.
 * @param reason what is wrong, and what to do about it.
 * @param places a comment that is updated where it is there, and never created; a check run.
 */
export async function publishFailure(
  reason: string,
  context: RunContext,
  places: readonly Place[],
  redact: Redact,
): Promise<void> {
  const verdict = { status: 'error', reason, green: false, results: [] } as const;
  const run = redactRun({ ...runFacts(context), verdict, durationMs: 0 }, redact);
  for (const place of places) await place.conclude(run);
}

/** The shard of a job whose inputs can't be read as a whole: its section of the comment goes by it. */
export function likelyShard(text: string | undefined): Shard | undefined {
  const [, number, total] = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), total: Number(total) };
}
