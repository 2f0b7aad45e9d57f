import type { GitHubApi } from '../../publish/github/github-api.ts';
import { mostPatienceMs } from '../../publish/github/patience.ts';
import type { Redact } from '../../publish/redact/redact.ts';
import { redactRun } from '../../publish/redact/redact-run.ts';
import type { Verdict } from '../../publish/verdict.ts';
import type { Shard } from '../cases/shard.ts';
import { completeContext } from '../context/complete-context.ts';
import { buildContext, type RunContext } from '../context/context.ts';
import { withPart } from '../context/job-part.ts';
import { runFacts } from '../context/run-facts.ts';
import type { Host } from '../host.ts';
import { readCheck } from '../inputs/check-input.ts';
import { modeNames, testsApp } from '../inputs/mode-input.ts';
import { type Env, rawInputs } from '../inputs/raw-inputs.ts';
import { UserError } from '../user-error.ts';
import { openRunCheck } from './check-run.ts';
import { openRunComment, type RunCommentOptions } from './run-comment.ts';

/** Where a run that could not begin is told of. */
export interface FailurePlaces extends Pick<RunCommentOptions, 'settle' | 'now'> {
  readonly env: Env;
  /** The parsed event file. */
  readonly event: unknown;
  /** Connects to GitHub; `undefined` where that can't be. */
  readonly githubOf: (context: RunContext) => Promise<GitHubApi | undefined>;
  readonly host: Host;
  readonly redact: Redact;
}

/**
 * Tells that no run could begin, because inputs are wrong: what an earlier run has said in a comment must not stay green,
 * and a required check must not be waited for. A comment is written over where it has a section of this job, and nothing
 * else. Nothing is told where the context was refused.
 * @param verdict says what is wrong, and what to do about it.
 */
export async function publishFailure(verdict: Verdict, places: FailurePlaces): Promise<void> {
  const { env, host, redact } = places;
  const raw = rawInputs(env);
  const mode = modeNames.find((name) => name === raw.mode);
  if (mode !== undefined && !testsApp({ kind: mode })) return;
  const [when, check] = [raw.comment === 'never' ? 'never' : 'update', readCheck(raw.check)] as const;
  if (when === 'never' && check === undefined) return;
  const known = await contextOf(places);
  if (known === undefined || (known.context.pullRequest === undefined && check === undefined)) return;
  const options = { ...places, ...known, patienceMs: () => mostPatienceMs };
  const run = redactRun({ ...runFacts(known.context), verdict, durationMs: 0 }, redact);
  const url = await openRunComment({ ...options, when, commentKey: raw['comment-key'] }).conclude(run);
  if (url !== undefined) host.setOutput('comment-url', url);
  await openRunCheck({ ...options, check }).conclude(run);
}

/** @returns undefined where there is no GitHub, and where the context was refused: that is why there is no run. */
async function contextOf({ env, event, githubOf, host }: FailurePlaces) {
  try {
    const raw = rawInputs(env);
    const untold = withPart(buildContext(env, event), {
      matrix: raw.matrix,
      shard: likelyShard(raw.shard),
      jobTotal: raw['job-total'],
    });
    const github = await githubOf(untold);
    return github && { github, context: await completeContext(untold, github, host) };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** The shard of a job whose inputs can't be read as a whole: its section of the comment goes by it. */
export function likelyShard(text: string | undefined): Shard | undefined {
  const [, number, total] = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), total: Number(total) };
}
