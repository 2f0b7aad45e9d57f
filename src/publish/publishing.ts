import { messageOf } from '../common/errors.ts';
import type { GitHub } from '../github/github.ts';
import { type Counts, combinedStatus, sumCounts } from '../results/counts.ts';
import type { Redact, Redacted } from '../results/redacted.ts';
import type { RunArtifacts } from '../results/results-of.ts';
import type { RunFacts, RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import type { Exchange } from './job-exchange.ts';

/** What publishing needs: facts of the run, and the few things that reach outside. */
export interface Publishing {
  readonly facts: Redacted<RunFacts>;
  /** The pull request that gets the comment. */
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
  readonly exchange: Exchange;
  /** Markdown below the results in the comment, redacted. */
  readonly commentFooter: string;
  readonly host: Host;
  readonly redact: Redact;
}

/** Runs one step of publishing. What fails is a warning: the test result is unaffected. */
export async function attempt(host: Host, what: string, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (error) {
    host.warning(
      `Cannot write ${what}: ${messageOf(error).replace(/\.$/, '')}. The test result is unaffected.`,
    );
  }
}

/** Sets the outputs of the verdict, or of several together; without any, `nothing-to-run`. There is no comment yet. */
export async function setVerdictOutputs(
  host: Host,
  all: readonly (Counts & Pick<RunResults, 'status' | 'green' | 'reportId'>)[],
): Promise<void> {
  const counts = sumCounts(all);
  await attempt(host, 'the outputs', () => {
    host.setOutput('status', combinedStatus(all));
    host.setOutput('report-id', all[0]?.reportId ?? '');
    for (const name of ['total', 'passed', 'failed', 'flaky'] as const)
      host.setOutput(name, String(counts[name]));
    host.setOutput('comment-url', '');
  });
}

/** Sets the outputs of the artifacts; empty without one. */
export async function setArtifactOutputs(
  host: Host,
  { artifact, reportPage, failuresFile }: RunArtifacts,
): Promise<void> {
  await attempt(host, 'the outputs of the artifacts', () => {
    host.setOutput('artifact-name', artifact?.name ?? '');
    host.setOutput('artifact-id', String(artifact?.id ?? ''));
    host.setOutput('artifact-url', artifact?.url ?? '');
    host.setOutput('report-artifact-id', String(reportPage?.id ?? ''));
    host.setOutput('report-artifact-url', reportPage?.url ?? '');
    host.setOutput('failures-artifact-id', String(failuresFile?.id ?? ''));
    host.setOutput('failures-artifact-url', failuresFile?.url ?? '');
  });
}
