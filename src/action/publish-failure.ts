import type { Redact } from '../publish/redact/redact.ts';
import { redactRun } from '../publish/redact/redact-run.ts';
import type { RunContext } from './context.ts';
import type { RunComment } from './run-comment.ts';
import { runFacts } from './run-facts.ts';
import type { Shard } from './shard.ts';

/**
 * Tells the pull request that no run could begin, because inputs are wrong: a comment of an earlier run must not stay
 * green.
 * @param reason what is wrong, and what to do about it.
 * @param comment one that is updated where it is there, and never created.
 */
export async function publishFailure(
  reason: string,
  context: RunContext,
  comment: RunComment,
  redact: Redact,
): Promise<void> {
  const verdict = { status: 'error', reason, green: false, results: [] } as const;
  await comment.conclude(redactRun({ ...runFacts(context), verdict, durationMs: 0 }, redact));
}

/** The shard of a job whose inputs can't be read as a whole: its comment has the shard in its name. */
export function likelyShard(text: string | undefined): Shard | undefined {
  const [, number, total] = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), total: Number(total) };
}
