import type { RunFacts, UploadedArtifact } from './run-results.ts';

/** An artifact of the run that the facts name, with the URL of GitHub's page for it. */
export function uploadedArtifactOf(
  { id, name }: Pick<UploadedArtifact, 'id' | 'name'>,
  { workflowRunUrl }: Pick<RunFacts, 'workflowRunUrl'>,
): UploadedArtifact {
  return { id, name, url: workflowRunUrl === null ? null : `${workflowRunUrl}/artifacts/${id}` };
}
