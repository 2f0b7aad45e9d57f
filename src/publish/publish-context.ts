import { messageOf } from '../common/errors.ts';
import type { Redact } from '../common/text.ts';
import type { GitHub } from '../github/github.ts';
import type { IfArtifacts } from '../github/job-artifacts.ts';
import type { ResultsStore } from '../github/results-store.ts';
import type { Redacted, RunFacts, RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import type { SavedState } from '../runtime/saved-state.ts';

/** What every step of publishing needs: facts of the run, and the few things that reach outside. */
export interface PublishContext {
  readonly facts: Redacted<RunFacts>;
  readonly pullRequest: number | undefined;
  readonly eventName: string;
  /** True for a pull request from a fork, whose results another workflow publishes. */
  readonly isFork: boolean;
  /** Folder for result files, traces and screenshots, next to those of the other steps of the job. */
  readonly evidenceFolder: string;
  /** `undefined` without a token, a repository or an API. */
  readonly github: GitHub | undefined;
  /** A signal for one operation at GitHub: aborted when its time is over. */
  readonly deadline: () => AbortSignal;
  /** How this job shares its results with the other jobs of the workflow run. */
  readonly resultsStore: IfArtifacts<ResultsStore>;
  /** Markdown below the results in the comment, redacted. */
  readonly commentFooter: string;
  readonly host: Host;
  readonly redact: Redact;
  /** Saves what the post step needs to complete what was begun. */
  readonly saveState: (more: Partial<SavedState>) => void;
}

/** Why there is no connection to GitHub, as a sentence. */
export const noGitHub =
  '`github-token` is empty, or GITHUB_REPOSITORY or GITHUB_API_URL is not set or not valid.';

/** Whether a job with these results creates the comment if it does not exist yet. */
export function needsComment({ job, green }: RunResults): boolean {
  return job.comment === 'always' || (job.comment === 'on-failure' && !green);
}

/** Runs one step of publishing. If it fails, that is a warning, since the test result is unaffected. */
export async function attempt<Result>(
  host: Host,
  what: string,
  work: () => Promise<Result> | Result,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const reason = messageOf(error).replace(/\.$/, '');
    host.warning(`Cannot write ${what}: ${reason}. The test result is unaffected.`);
    return undefined;
  }
}
