import { UserError } from '../common/errors.ts';
import { setArtifactOutputs, setVerdictOutputs } from '../publish/outputs.ts';
import { attempt } from '../publish/publish-context.ts';
import { openRunCheck } from '../publish/run-check.ts';
import { openRunComment } from '../publish/run-comment.ts';
import { shareResults } from '../publish/share-results.ts';
import { statusLine } from '../report/headline.ts';
import { reasonText } from '../report/markdown/run-section.ts';
import { countResults, notGreen, resultsOf } from '../results/cases.ts';
import { redactDeep, type Shard, type Verdict } from '../results/run-results.ts';
import { buildContext, completeContext, type RunContext } from './context/context.ts';
import { checkName, runFacts, withJobInputs } from './context/job-identity.ts';
import { modeNames } from './inputs/input-table.ts';
import { commentTimes, rawInputs, readCheck } from './inputs/input-values.ts';
import { testsApp } from './inputs/mode-input.ts';
import type { Session } from './session.ts';

/**
 * Publishes that no run could begin, because inputs or context are wrong. An earlier comment must not stay green, and a
 * required check must not be waited for. Never rejects.
 * @param reason what is wrong, and what to do about it.
 */
export async function publishFailure(session: Session, reason: string): Promise<void> {
  const { host, redact, cancel, env } = session;
  const verdict = notGreen(cancel.aborted ? 'cancelled' : 'error', reason);
  // The outputs of `mode: publish` are set as soon as results are known: they stay.
  if (rawInputs(env).mode !== 'publish')
    setVerdictOutputs(host, [{ ...verdict, ...countResults([]), reportId: null }]);
  else host.setOutput('status', verdict.status);
  setArtifactOutputs(host, {});
  const summary = `### ${statusLine('error')}\n\n${reasonText(redact(reason))}\n`;
  await attempt(host, 'the job summary', () => host.writeSummary(summary));
  session.state.add({ hasSummary: true });
  if (!cancel.aborted) await attempt(host, 'the comment', () => updateGitHub(session, verdict));
}

async function updateGitHub(session: Session, verdict: Verdict): Promise<void> {
  const { env, host, redact, startedAt } = session;
  const raw = rawInputs(env);
  const mode = modeNames.find((name) => name === raw.mode);
  if (mode !== undefined && !testsApp({ kind: mode })) return;
  const built = await unlessRefused(() => contextOf(session));
  if (built === undefined) return;
  const completed = await unlessRefused(() => completeContext(built, () => session.lookup(built), host));
  const context = completed ?? built;
  const publishContext = await session.publishContext(context, runFacts(context, startedAt));
  const results = redactDeep(resultsOf(publishContext.facts, verdict, 0), redact);
  const shared = await shareResults(results, publishContext);
  if (completed === undefined) return;
  const comment = raw.comment === 'never' ? undefined : openRunComment(publishContext);
  const url = await comment?.conclude(results, shared);
  if (url !== undefined) host.setOutput('comment-url', url);
  const check = readCheck(raw.check);
  if (check !== undefined) {
    const sha = context.isHeadUnknown ? undefined : context.report.sha;
    await openRunCheck(publishContext, { name: checkName(check, context.job), sha })?.conclude([results]);
  }
  if (url !== undefined) host.info(`Comment: ${url}`);
}

async function contextOf(session: Session): Promise<RunContext> {
  const { matrix, shard, 'job-total': jobTotal, comment: given } = rawInputs(session.env);
  const comment = commentTimes.find((each) => each === given) ?? 'never';
  const inputs = { matrix, shard: likelyShard(shard), jobTotal, comment };
  return withJobInputs(buildContext(session.env, await session.event()), inputs);
}

/** @returns undefined if the context is refused: that is why there is no run. */
async function unlessRefused(context: () => Promise<RunContext>): Promise<RunContext | undefined> {
  return context().catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
}

/** The shard of a job whose inputs cannot be read as a whole. */
export function likelyShard(text: string | undefined): Shard | undefined {
  const [, number, total] = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), total: Number(total) };
}
