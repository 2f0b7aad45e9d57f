import { z } from 'zod';
import { type GitHubClient, listPages } from './octokit.ts';

const listedArtifact = z.object({ id: z.int(), name: z.string(), expired: z.boolean() });
const listedArtifacts = z.object({ artifacts: z.array(listedArtifact) }).transform((list) => list.artifacts);

/** The artifacts of any workflow run of the repository, with the token. Each operation throws what GitHub answers. */
export function runArtifactStore(client: GitHubClient) {
  const path = '/repos/{owner}/{repo}/actions';
  return {
    /** The artifacts of all attempts of a run. */
    async list(runId: number, signal: AbortSignal) {
      const route = `GET ${path}/runs/{run_id}/artifacts`;
      const found: z.output<typeof listedArtifact>[] = [];
      for await (const page of listPages(client, route, { run_id: runId }, listedArtifacts, signal)) {
        found.push(...page);
      }
      return found;
    },
    /**
     * Downloads the zip archive of an artifact. Its signed address gets no token and appears in no message.
     * @throws also if it has more than `maxBytes`.
     */
    async download(artifactId: number, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
      const route = `GET ${path}/artifacts/{artifact_id}/zip`;
      return client.download(route, { artifact_id: artifactId }, maxBytes, signal);
    },
  };
}
