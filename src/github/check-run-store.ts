import { z } from 'zod';
import { inChunks } from '../common/lists.ts';
import type { Annotation, CheckEnd } from '../results/check-end.ts';
import type { ApiRequest, GitHubClient } from './github-client.ts';
import { httpStatusOf, sendOnce } from './refusal.ts';

/** What distinguishes a check run from all others. */
export interface CheckIdentity {
  /** The commit that it belongs to. */
  readonly sha: string;
  /** Its display name, which branch rules refer to. */
  readonly name: string;
  /** Our own identifier: of this run, attempt, job and step. */
  readonly externalId: string;
  /** Where its "Details" link leads. */
  readonly detailsUrl?: string | undefined;
}

/** What is known of a check run: `unknown` if a create was sent and its response was lost, `undefined` if none was sent. */
export type CheckRunState = StoredCheckRun | 'unknown' | undefined;

/** GitHub takes this many annotations in a request. */
const batchSize = 50;
/** A check run ends with this many requests at most. */
const maxRequests = 3;

const checkRun = z
  .object({
    id: z.int(),
    html_url: z.string().nullish(),
    external_id: z.string().nullish(),
    status: z.string(),
    output: z.object({ annotations_count: z.int() }).optional(),
  })
  .transform(({ id, html_url, external_id, status, output }) => ({
    id,
    url: html_url ?? undefined,
    externalId: external_id ?? '',
    completed: status === 'completed',
    annotationCount: output?.annotations_count ?? 0,
  }));
const listedRuns = z.object({ check_runs: z.array(checkRun) }).transform((list) => list.check_runs);

type StoredCheckRun = z.output<typeof checkRun>;

/** The check runs of commits. Each operation throws what GitHub answers. */
export function checkRunStore(client: GitHubClient) {
  return {
    find,
    create: (identity: CheckIdentity, signal: AbortSignal) => write(identity, undefined, undefined, signal),
    end,
  };

  /**
   * Ends a check run, which is created if it does not exist. The first request ends it, and up to two more add annotations.
   * If GitHub rejects the annotations, the check run ends without them.
   * @returns what it shows: `annotationCount` is how many of the annotations.
   */
  async function end(identity: CheckIdentity, begun: CheckRunState, end: CheckEnd, signal: AbortSignal) {
    const existing = begun === 'unknown' ? await find(identity, signal) : begun;
    const [first = end, ...more] = batches(end);
    let last = await write(identity, existing, first, signal).catch((error: unknown) => {
      if (httpStatusOf(error) !== 422 || end.annotations.length === 0) throw error;
      more.length = 0;
      return write(identity, existing, { ...end, annotations: [] }, signal);
    });
    for (const next of more) {
      // It has ended already: annotations that cannot be added are only not counted.
      const added = await write(identity, last, next, signal).catch(() => undefined);
      if (added === undefined) break;
      last = added;
    }
    return last;
  }

  async function find(identity: CheckIdentity, signal: AbortSignal): Promise<StoredCheckRun | undefined> {
    const { sha, name, externalId } = identity;
    const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
    // `all`: also those of earlier attempts, which a later one of the same name hides otherwise.
    const parameters = { ref: sha, check_name: name, filter: 'all' };
    for await (const page of client.pages({ route, parameters }, listedRuns, signal)) {
      const found = page.find((each) => each.externalId === externalId);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * Creates or updates a check run: it is in progress, or has ended. If the response is lost, it is looked for, see `sendOnce`:
   * a second create would make another one, and annotations are added each time.
   */
  async function write(
    identity: CheckIdentity,
    existing: StoredCheckRun | undefined,
    end: CheckEnd | undefined,
    signal: AbortSignal,
  ): Promise<StoredCheckRun> {
    const annotationCount = (end?.annotations.length ?? 0) + (existing?.annotationCount ?? 0);
    const request = writeRequest(identity, existing, end);
    return sendOnce(
      async () => ({ ...(await client.request(request, checkRun, signal)), annotationCount }),
      async () => {
        const found = await find(identity, signal);
        const isWritten =
          found?.completed === (end !== undefined) && found.annotationCount >= annotationCount;
        return isWritten ? found : undefined;
      },
      signal,
    );
  }
}

/** The request that creates a check run or updates an existing one. Without an end, it is in progress. */
function writeRequest(
  { sha, name, externalId, detailsUrl }: CheckIdentity,
  existing: StoredCheckRun | undefined,
  end: CheckEnd | undefined,
): ApiRequest {
  const path = '/repos/{owner}/{repo}/check-runs';
  const state = end === undefined ? { status: 'in_progress' } : ended(end);
  if (existing !== undefined) {
    return {
      route: `PATCH ${path}/{check_run_id}`,
      parameters: { check_run_id: existing.id, ...state },
      isRepeatable: (end?.annotations.length ?? 0) === 0,
    };
  }
  const link = detailsUrl === undefined ? {} : { details_url: detailsUrl };
  return {
    route: `POST ${path}`,
    parameters: { head_sha: sha, name, external_id: externalId, ...link, ...state },
  };
}

/** The same end once for each request, with its share of the annotations; none if there are no annotations. */
function batches(end: CheckEnd): CheckEnd[] {
  const chunks = inChunks(end.annotations, batchSize).slice(0, maxRequests);
  return chunks.map((annotations) => ({ ...end, annotations }));
}

function ended({ conclusion, annotations, title, summary, text }: CheckEnd) {
  const output = {
    ...{ title, summary },
    ...(text === '' ? {} : { text }),
    ...(annotations.length === 0 ? {} : { annotations: annotations.map(toGitHub) }),
  };
  return { status: 'completed', conclusion, output };
}

function toGitHub({ level, file, line, title, message }: Annotation) {
  const annotation_level = level === 'error' ? 'failure' : 'warning';
  return { path: file, start_line: line, end_line: line, annotation_level, title, message };
}
