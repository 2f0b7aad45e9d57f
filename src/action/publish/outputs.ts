import { countResults, type PublishedArtifact, type Verdict } from '../../publish/verdict.ts';
import { attempt } from '../attempt.ts';
import type { Host } from '../host.ts';

/** Sets the outputs that tell the verdict; there is no comment yet. @param verdict without secrets. */
export async function setVerdictOutputs(host: Host, verdict: Verdict): Promise<void> {
  const counts = countResults(verdict.results);
  await attempt(host, 'The outputs', async () => {
    host.setOutput('status', verdict.status);
    host.setOutput('report-id', verdict.reportId ?? '');
    for (const name of ['total', 'passed', 'failed', 'flaky'] as const) {
      host.setOutput(name, String(counts[name]));
    }
    host.setOutput('comment-url', '');
  });
}

/** Sets the outputs of the artifact; empty ones where there is none. */
export async function setArtifactOutputs(host: Host, artifact: PublishedArtifact | undefined): Promise<void> {
  await attempt(host, 'The outputs of the artifact', async () => {
    host.setOutput('artifact-name', artifact?.name ?? '');
    host.setOutput('artifact-id', String(artifact?.id ?? ''));
    host.setOutput('artifact-url', artifact?.url ?? '');
  });
}
