import type { GitHub } from '../github/github.ts';
import { publish } from '../publish/publish.ts';
import { openRunCheck } from '../publish/run-check.ts';
import { openRunComment } from '../publish/run-comment.ts';
import type { RunProgress } from '../report/headline.ts';
import { type Redacted, redactDeep } from '../results/redacted.ts';
import { resultsOf } from '../results/results-of.ts';
import type { RunFacts, Verdict } from '../results/run-results.ts';
import type { SavedState } from '../runtime/saved-state.ts';
import type { RunContext } from './context/context.ts';
import { checkName } from './context/job-identity.ts';
import type { Inputs } from './inputs/read-inputs.ts';
import { logAddresses, logResults } from './log-results.ts';
import type { Session } from './session.ts';

interface PublishingOptions {
  readonly session: Session;
  readonly inputs: Inputs;
  readonly context: RunContext;
  readonly facts: Redacted<RunFacts>;
  readonly github: GitHub | undefined;
  /** Saves what the post step needs to complete the comment and the check run. */
  readonly save: (more: Partial<SavedState>) => void;
}

/** What is published of a run. */
export interface RunPublishing {
  /** Says that the tests are running. */
  announce(): void;
  progress(progress: RunProgress): void;
  /** Logs and publishes the verdict. */
  conclude(verdict: Verdict): Promise<void>;
}

/** Opens what is published of a run; nothing is written yet. */
export function openPublishing(options: PublishingOptions): RunPublishing {
  const { session, inputs, context, facts, github, save } = options;
  const { host, redact, startedAt } = session;
  const publishing = session.publishing(context, facts, github, inputs.timeoutMs);
  const comment = openRunComment({
    ...publishing,
    isWanted: facts.job.comment !== 'never',
    onState: (state) => save({ comment: state }),
  });
  const check = openRunCheck({
    ...publishing,
    name: inputs.check && checkName(inputs.check, context.job),
    sha: context.isHeadUnknown || context.isCommitUnknown ? undefined : context.report.sha,
    onBegin: (identity) => save({ check: identity }),
    onConcluded: () => save({ check: undefined }),
  });
  return {
    announce() {
      comment?.announce();
      check?.begin();
    },
    progress: (progress) => comment?.progress(progress),
    async conclude(verdict) {
      const results = redactDeep(resultsOf(facts, verdict, Date.now() - startedAt.getTime()), redact);
      save({ verdict: { status: verdict.status, green: verdict.green } });
      logResults(results, host);
      const published = await publish(results, {
        ...publishing,
        comment,
        check,
        artifacts: session.artifacts(),
        artifactName: inputs.artifact,
        report: inputs.report,
        retentionDays: inputs.artifactRetentionDays,
      });
      save({ isPublished: true });
      if (!verdict.green) host.fail(verdict.reason);
      logAddresses(published, host);
    },
  };
}
