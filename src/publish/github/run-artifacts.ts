import { Response } from 'undici';
import { z } from 'zod';
import type { Archive } from './archive.ts';
import { type Asking, plain } from './asking.ts';
import { openArchive } from './fetch-archive.ts';
import { allOf, paged } from './paged.ts';
import type { Fetch } from './whole-answer.ts';

/** An artifact as GitHub lists it. */
export interface ListedArtifact {
  readonly id: number;
  readonly name: string;
  readonly expired: boolean;
}

/** The calls that are about the artifacts of workflow runs. */
export interface RunArtifacts {
  /** Those of all attempts of a run. */
  listArtifacts(runId: number): Promise<readonly ListedArtifact[]>;
  /**
   * The zip archive of an artifact, fetched whole where it has no more than `wholeBytes`.
   * @throws what GitHub answers, or GitHubFailure.
   */
  openArtifact(artifactId: number, wholeBytes: number): Promise<Archive>;
}

const listed = z.object({
  artifacts: z.array(z.object({ id: z.int(), name: z.string(), expired: z.boolean() })),
});
const whereItIs = z.object({ location: z.url() });

/** Makes them. */
export function runArtifacts({ octokit, repository, reading, fetchOnce, patience }: Asking): RunArtifacts {
  const { actions } = octokit.rest;
  return {
    async listArtifacts(runId) {
      const pages = paged(
        (most) => `The workflow run has more than ${most} artifacts`,
        async (page) => {
          const { data, headers } = await plain(
            actions.listWorkflowRunArtifacts({ ...repository, run_id: runId, ...page, ...reading(listed) }),
          );
          return { items: data.artifacts, link: headers.link };
        },
      );
      return allOf(pages);
    },
    openArtifact(artifactId, wholeBytes) {
      const archive = { ...repository, artifact_id: artifactId, archive_format: 'zip' };
      const asked = reading(whereItIs, { send: tellLocation(fetchOnce) });
      const locate = async () =>
        whereItIs.parse((await plain(actions.downloadArtifact({ ...archive, ...asked }))).data).location;
      return openArchive({ locate, fetchOnce, patience }, wholeBytes);
    },
  };
}

/** GitHub answers with a redirect to another host: it is told, not followed, for the token must not go there. */
function tellLocation(fetchOnce: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetchOnce(url, init);
    const location = response.headers.get('location');
    if (response.status !== 302 || location === null) return response;
    await response.body?.cancel();
    const next = URL.parse(location, url);
    const safe = next?.protocol === 'https:' || next?.protocol === new URL(url).protocol;
    return Response.json(safe ? { location: next.href } : {});
  };
}
