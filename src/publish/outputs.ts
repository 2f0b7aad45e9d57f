import { type Counts, combinedStatus, sumCounts } from '../results/counts.ts';
import type { Redacted } from '../results/redacted.ts';
import type { RunResults, UploadedArtifact } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { attempt } from './publishing.ts';

/** Sets the outputs of the verdict, or of several together; without any, `nothing-to-run`. There is no comment yet. */
export async function setVerdictOutputs(host: Host, all: readonly Redacted<RunResults>[]): Promise<void> {
  const counts: Counts = sumCounts(all);
  await attempt(host, 'the outputs', () => {
    host.setOutput('status', combinedStatus(all));
    host.setOutput('report-id', all[0]?.reportId ?? '');
    for (const name of ['total', 'passed', 'failed', 'flaky'] as const)
      host.setOutput(name, String(counts[name]));
    host.setOutput('comment-url', '');
  });
}

/** Sets the outputs of the artifact; empty without one. */
export async function setArtifactOutputs(host: Host, artifact: UploadedArtifact | null): Promise<void> {
  await attempt(host, 'the outputs of the artifact', () => {
    host.setOutput('artifact-name', artifact?.name ?? '');
    host.setOutput('artifact-id', String(artifact?.id ?? ''));
    host.setOutput('artifact-url', artifact?.url ?? '');
  });
}
