import { Response } from 'undici';
import { z } from 'zod';
import { readBody } from '../common/read-body.ts';
import { type GitHubClient, listPages, type Repository } from './octokit.ts';
import { GitHubRequestError } from './request-error.ts';
import type { Fetch } from './validated-fetch.ts';

/** An artifact as GitHub lists it. */
export interface ListedArtifact {
  readonly id: number;
  readonly name: string;
  readonly expired: boolean;
}

/** The artifacts of any workflow run of the repository, with the token. Each operation throws what GitHub answers. */
export interface RunArtifactStore {
  /** The artifacts of all attempts of a run. */
  list(runId: number, signal: AbortSignal): Promise<readonly ListedArtifact[]>;
  /**
   * Downloads the zip archive of an artifact. Its signed address gets no token and appears in no message.
   * @throws also if it has more than `maxBytes`.
   */
  download(artifactId: number, maxBytes: number, signal: AbortSignal): Promise<Buffer>;
}

const listedArtifact = z.object({ id: z.int(), name: z.string(), expired: z.boolean() });
const listedArtifacts = z.object({ artifacts: z.array(listedArtifact) }).transform((list) => list.artifacts);

/** Makes the operations. */
export function runArtifactStore(client: GitHubClient, repository: Repository): RunArtifactStore {
  const path = '/repos/{owner}/{repo}/actions';
  return {
    async list(runId, signal) {
      const route = `GET ${path}/runs/{run_id}/artifacts`;
      const parameters = { ...repository, run_id: runId };
      const found: ListedArtifact[] = [];
      for await (const page of listPages(client, route, parameters, listedArtifacts, signal)) {
        found.push(...page);
      }
      return found;
    },
    async download(artifactId, maxBytes, signal) {
      const route = `GET ${path}/artifacts/{artifact_id}/zip`;
      const parameters = { ...repository, artifact_id: artifactId };
      let archive: Buffer = Buffer.alloc(0);
      const fetchOnce = archiveFetch(client.fetchOnce, maxBytes, (content) => {
        archive = content;
      });
      await client.request(route, parameters, z.object({}), signal, { fetchOnce });
      return archive;
    },
  };
}

/**
 * Makes a fetch of one attempt: GitHub answers with a redirect to another host, whose signed address expires after a minute.
 * It is requested without the token, and appears in no message.
 * @param onContent takes the archive; the response then is an empty object.
 */
function archiveFetch(fetchOnce: Fetch, maxBytes: number, onContent: (content: Buffer) => void): Fetch {
  return async (url, init) => {
    const redirect = await fetchOnce(url, init);
    const location = redirect.headers.get('location');
    if (redirect.status !== 302 || location === null) return redirect;
    await redirect.body?.cancel();
    const next = URL.parse(location, url);
    const isWeb = next?.protocol === 'https:' || next?.protocol === new URL(url).protocol;
    if (next === null || !isWeb)
      throw new GitHubRequestError('GET', url, 'redirects to no web address', false);
    const failed = (what: string, transient: boolean) =>
      new GitHubRequestError('GET', url, `redirects to ${next.host}, which answered ${what}`, transient);
    const response = await fetchOnce(next.href, { redirect: 'manual', signal: init.signal ?? null });
    const { status } = response;
    if (status !== 200) {
      await response.body?.cancel();
      throw failed(`${status}`, status === 408 || status === 429 || status >= 500);
    }
    const content = await readBody(response.body, maxBytes);
    if (content === undefined) throw failed(`with more than ${maxBytes} bytes`, false);
    onContent(content);
    return Response.json({});
  };
}
