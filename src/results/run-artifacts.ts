import type { RunFacts, RunResults, UploadedArtifact } from './run-results.ts';

/** The artifacts that results link to, without those that were not uploaded. */
export interface RunArtifacts extends Partial<Pick<RunResults, 'reportPage' | 'failuresFile'>> {
  readonly artifact?: UploadedArtifact;
}

/** The artifacts of results; empty without any. */
export function artifactsIn({ artifact, reportPage, failuresFile }: RunResults): RunArtifacts {
  return {
    ...(artifact && { artifact }),
    ...(reportPage && { reportPage }),
    ...(failuresFile && { failuresFile }),
  };
}

/** An artifact of the run that the facts name, with the URL of GitHub's page for it. */
export function uploadedArtifactOf(
  { id, name }: Pick<UploadedArtifact, 'id' | 'name'>,
  { workflowRunUrl }: Pick<RunFacts, 'workflowRunUrl'>,
): UploadedArtifact {
  return { id, name, url: workflowRunUrl === null ? null : `${workflowRunUrl}/artifacts/${id}` };
}
