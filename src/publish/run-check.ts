import { cut, foldLines } from '../common/text.ts';
import type { CheckIdentity, CheckRunState } from '../github/check-run-store.ts';
import { describeRefusal } from '../github/refusal.ts';
import { composeCheck } from '../report/check-output.ts';
import type { RunEnd } from '../report/overview.ts';
import { hashOf, jobStepKey } from '../results/jobs.ts';
import type { Redacted, RunResults } from '../results/run-results.ts';
import { noGitHub, type PublishContext } from './publish-context.ts';

export interface RunCheckOptions extends RunEnd {
  readonly name: string;
  readonly sha: string | undefined;
}

const maxNameCharacters = 200;

const notTested =
  'not all jobs have tested its commit, or the commit that they tested is unknown. Check out the same commit into the workspace of each job, with `actions/checkout`.';

/** The check run of a run: in progress at its start, with the verdict at its end. No operation rejects. */
export type RunCheck = NonNullable<ReturnType<typeof openRunCheck>>;

/** Opens the check run of a run, without creating it. @returns undefined if none can be created. The log says why. */
export function openRunCheck(context: PublishContext, { name, sha, ...ended }: RunCheckOptions) {
  const { github, host, facts, redact, deadline, saveState } = context;
  if (sha === undefined || github === undefined) {
    host.info(`No check run: ${sha === undefined ? 'its commit is unknown.' : noGitHub}`);
    return undefined;
  }
  const { checks } = github;
  const identity: CheckIdentity = {
    sha,
    name: cut(foldLines(redact(name)), maxNameCharacters),
    externalId: externalId(facts),
    detailsUrl: facts.workflowRunUrl ?? undefined,
  };
  let begun: Promise<CheckRunState> = Promise.resolve(undefined);
  return {
    /** Creates it. It does not delay the tests. */
    begin(): void {
      saveState({ check: identity });
      begun = checks.create(identity, deadline()).catch(() => 'unknown' as const);
    },

    /**
     * Ends it with the verdict. A success is not claimed for a commit that a job has not tested, or may not have.
     * @returns true if it shows the annotations.
     */
    async conclude(results: readonly Redacted<RunResults>[]): Promise<boolean> {
      const end = composeCheck(results, ended);
      if (end.conclusion === 'success' && results.some((each) => each.context.sha !== redact(sha))) {
        host.warning(`No check run: ${notTested}`);
        return false;
      }
      try {
        const { annotationCount, url } = await checks.end(identity, await begun, end, deadline());
        const total = end.annotations.length;
        const some = annotationCount < total ? ` (${annotationCount} of ${total} annotations)` : '';
        host.info(`Check run: ${url ?? 'written'}${some}`);
        saveState({ check: undefined });
        return annotationCount > 0;
      } catch (error) {
        host.warning(describeRefusal(error, 'check run'));
        return false;
      }
    },
  };
}

/** One for each attempt of a step; hashed, so that its length does not depend on names. */
function externalId({ job }: PublishContext['facts']): string {
  return `browser-test-gate ${job.runId}.${job.attempt}.${hashOf([job.workflow, job.job, jobStepKey(job)])}`;
}
