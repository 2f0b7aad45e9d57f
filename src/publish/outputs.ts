import { type Counts, combinedStatus, sumCounts } from '../results/cases.ts';
import type { RunArtifacts, RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';

/** Sets the outputs of the verdict, or of several together; without any, `nothing-to-run`. There is no comment yet. */
export function setVerdictOutputs(
  host: Host,
  all: readonly (Counts & Pick<RunResults, 'status' | 'green' | 'reportId'>)[],
): void {
  const counts = sumCounts(all);
  host.setOutput('status', combinedStatus(all));
  host.setOutput('report-id', all[0]?.reportId ?? '');
  for (const name of ['total', 'passed', 'failed', 'flaky'] as const)
    host.setOutput(name, String(counts[name]));
  host.setOutput('not-run', String(counts.notRun));
  host.setOutput('comment-url', '');
}

/** Sets the outputs of the artifacts; empty without one. */
export function setArtifactOutputs(host: Host, { artifact, reportPage, failuresFile }: RunArtifacts): void {
  host.setOutput('artifact-name', artifact?.name ?? '');
  host.setOutput('artifact-id', String(artifact?.id ?? ''));
  host.setOutput('artifact-url', artifact?.url ?? '');
  host.setOutput('report-artifact-id', String(reportPage?.id ?? ''));
  host.setOutput('report-artifact-url', reportPage?.url ?? '');
  host.setOutput('failures-artifact-id', String(failuresFile?.id ?? ''));
  host.setOutput('failures-artifact-url', failuresFile?.url ?? '');
}
