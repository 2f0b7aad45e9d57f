import { joinFilled } from '../common/text.ts';
import { publish } from '../publish/publish.ts';
import { openRunCheck } from '../publish/run-check.ts';
import { openRunComment } from '../publish/run-comment.ts';
import type { RunProgress } from '../report/headline.ts';
import { resultsOf } from '../results/cases.ts';
import { keepResults } from '../results/results-file.ts';
import {
  type Redacted,
  type RunFacts,
  type RunResults,
  redactDeep,
  type Verdict,
} from '../results/run-results.ts';
import type { RunContext } from './context/context.ts';
import { checkName } from './context/job-identity.ts';
import type { Inputs } from './inputs/read-inputs.ts';
import { logAddresses, logResults } from './log-results.ts';
import type { Session } from './session.ts';

/** Publishes how a run goes, and its verdict. */
export type Publisher = Awaited<ReturnType<typeof openPublisher>>;

/** A killed step loses the results of this time at most, in ms. */
const keepEveryMs = 10_000;

/** Opens the comment and the check run of a run; nothing is written yet. */
export async function openPublisher(
  session: Session,
  inputs: Inputs,
  context: RunContext,
  facts: Redacted<RunFacts>,
) {
  const { host, redact, startedAt, state, cancel } = session;
  const publishContext = await session.publishContext(context, facts, inputs.timeoutMs);
  const comment = facts.job.comment === 'never' ? undefined : openRunComment(publishContext);
  const sha = context.isHeadUnknown || context.isCommitUnknown ? undefined : context.report.sha;
  const check =
    inputs.check && openRunCheck(publishContext, { name: checkName(inputs.check, context.job), sha });
  let keptAt = 0;
  let isConcluded = false;
  return {
    /** Says that the tests are running. */
    announce(): void {
      if (cancel.aborted) return;
      comment?.announce();
      check?.begin();
    },
    progress: (progress: RunProgress) => comment?.progress(progress),
    /** Keeps the results so far for the post step, from time to time: this step may be killed. */
    keep(interim: () => Verdict): void {
      if (isConcluded || Date.now() < keptAt + keepEveryMs) return;
      const verdict = interim();
      if (verdict.results.every(({ status }) => status === 'unfinished')) return;
      keptAt = Date.now();
      const results = redactDeep(resultsOf(facts, verdict, keptAt - startedAt.getTime()), redact);
      keepResults(results, publishContext.evidenceFolder);
    },
    /** Logs and publishes the verdict. */
    async conclude(verdict: Verdict): Promise<void> {
      isConcluded = true;
      const artifacts = session.artifacts();
      const ofRun: RunResults = {
        ...resultsOf(facts, verdict, Date.now() - startedAt.getTime()),
        ...('missing' in artifacts && { noArtifacts: true }),
      };
      const results = redactDeep(ofRun, redact);
      state.add({ verdict: { status: verdict.status, green: verdict.green } });
      logResults(results, host);
      const published = await publish(results, publishContext, {
        comment,
        check,
        artifacts,
        artifactName: inputs.artifact,
        report: inputs.report,
        retentionDays: inputs.artifactRetentionDays,
      });
      state.add({ isPublished: true });
      if (!verdict.green) host.fail(joinFilled([verdict.reason, verdict.appFailure], ' '));
      logAddresses(published, host);
    },
  };
}
