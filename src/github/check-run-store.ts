import { z } from 'zod';
import { type GitHubClient, listPages, type Repository } from './octokit.ts';
import { httpStatusOf, mayBeDone } from './request-error.ts';

/** What distinguishes a check run from all others. */
export interface CheckIdentity {
  /** The commit that it belongs to. */
  readonly sha: string;
  /** Its display name, which branch rules refer to. */
  readonly name: string;
  /** Our own identifier: of this run, attempt, job and step. */
  readonly externalId: string;
}

/** A check run as GitHub stores it. */
export interface StoredCheckRun {
  readonly id: number;
  readonly url: string | undefined;
  readonly externalId: string;
  readonly completed: boolean;
  readonly annotationCount: number;
}

/** How a check run can end, in GitHub's terms. */
export type CheckConclusion = 'success' | 'neutral' | 'failure' | 'timed_out' | 'cancelled';

/** A message at a line of a file. All texts are plain. */
export interface CheckAnnotation {
  readonly level: 'error' | 'warning';
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly title: string;
  readonly message: string;
}

/** What a check run shows once it has ended. */
export interface CheckEnd {
  readonly conclusion: CheckConclusion;
  /** `text` may be empty. */
  readonly output: { readonly title: string; readonly summary: string; readonly text: string };
  /** The first 150 are sent. */
  readonly annotations: readonly CheckAnnotation[];
}

/** Which check run ends, and what is known of it. */
export interface EndingCheck {
  readonly identity: CheckIdentity;
  /** Where its "Details" link leads. */
  readonly detailsUrl: string | undefined;
  /** `unknown`: a create was sent, and its answer was lost. `undefined`: none was created yet. */
  readonly begun: StoredCheckRun | 'unknown' | undefined;
}

/** The check runs of commits. Each operation throws what GitHub answers. */
export interface CheckRunStore {
  /** Creates a check run that is in progress. If the answer is lost, it looks for it before it sends a second request. */
  create(
    identity: CheckIdentity,
    detailsUrl: string | undefined,
    signal: AbortSignal,
  ): Promise<StoredCheckRun>;
  find(identity: CheckIdentity, signal: AbortSignal): Promise<StoredCheckRun | undefined>;
  /**
   * Ends a check run, and creates it if there is none yet. The first request ends it; up to two more add annotations. If
   * GitHub rejects the annotations, it ends without them.
   * @returns what it shows: `annotationCount` is how many of the annotations.
   */
  end(
    ending: EndingCheck,
    end: CheckEnd,
    signal: AbortSignal,
  ): Promise<{ readonly url: string | undefined; readonly annotationCount: number }>;
}

/** GitHub takes this many annotations in a request. */
const batchSize = 50;
/** A check run ends with this many requests at most. */
const maxRequests = 3;

const checkRun = z.object({
  id: z.int(),
  html_url: z.string().nullish(),
  external_id: z.string().nullish(),
  status: z.string(),
  output: z.object({ annotations_count: z.int() }).optional(),
});
const listedRuns = z.object({ check_runs: z.array(checkRun) }).transform((list) => list.check_runs);

/** Makes the operations. */
export function checkRunStore(client: GitHubClient, repository: Repository): CheckRunStore {
  const path = '/repos/{owner}/{repo}/check-runs';

  async function find({ sha, name, externalId }: CheckIdentity, signal: AbortSignal) {
    // `all`: also those of earlier attempts, which a later one of the same name hides otherwise.
    const list = { ...repository, ref: sha, check_name: name, filter: 'all' };
    const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
    const pages = listPages(client, route, list, listedRuns, signal);
    for await (const page of pages) {
      const found = page.find(({ external_id }) => external_id === externalId);
      if (found !== undefined) return stored(found);
    }
    return undefined;
  }

  /** A create whose answer is lost may have been carried out: it is looked for before it is sent again. */
  async function create(
    identity: CheckIdentity,
    detailsUrl: string | undefined,
    signal: AbortSignal,
    end?: CheckEnd,
  ) {
    const parameters = {
      ...repository,
      head_sha: identity.sha,
      name: identity.name,
      external_id: identity.externalId,
      ...(detailsUrl === undefined ? {} : { details_url: detailsUrl }),
      ...(end === undefined ? { status: 'in_progress' } : ended(end)),
    };
    const send = async () =>
      stored((await client.request(`POST ${path}`, parameters, checkRun, signal)).data);
    return send().catch(async (error: unknown) => {
      if (!mayBeDone(error)) throw error;
      return (await find(identity, signal)) ?? send();
    });
  }

  /** Annotations are added each time: whether they have arrived is looked up before they are sent again. */
  async function update(identity: CheckIdentity, check: StoredCheckRun, end: CheckEnd, signal: AbortSignal) {
    const annotationCount = check.annotationCount + end.annotations.length;
    const parameters = { ...repository, check_run_id: check.id, ...ended(end) };
    const options = { repeatable: end.annotations.length === 0 };
    const route = `PATCH ${path}/{check_run_id}`;
    const send = async () => ({
      ...stored((await client.request(route, parameters, checkRun, signal, options)).data),
      annotationCount,
    });
    return send().catch(async (error: unknown) => {
      if (!mayBeDone(error)) throw error;
      const now = await find(identity, signal);
      return now?.completed === true && now.annotationCount >= annotationCount ? now : send();
    });
  }

  async function endInBatches(
    { identity, detailsUrl, begun }: EndingCheck,
    end: CheckEnd,
    signal: AbortSignal,
  ) {
    const [first = end, ...more] = batches(end);
    const existing = begun === 'unknown' ? await find(identity, signal) : begun;
    const opened = existing ?? (await create(identity, detailsUrl, signal, first));
    const isEnded = existing === undefined && opened.completed;
    let last = isEnded ? opened : await update(identity, opened, first, signal);
    for (const next of more) {
      // It has ended already: annotations that cannot be added are only not counted.
      const added = await update(identity, last, next, signal).catch(() => undefined);
      if (added === undefined) break;
      last = added;
    }
    return { url: last.url, annotationCount: last.annotationCount };
  }

  return {
    find,
    create: (identity, detailsUrl, signal) => create(identity, detailsUrl, signal),
    async end(ending, end, signal) {
      return endInBatches(ending, end, signal).catch((error: unknown) => {
        if (httpStatusOf(error) !== 422 || end.annotations.length === 0) throw error;
        return endInBatches(ending, { ...end, annotations: [] }, signal);
      });
    },
  };
}

/** The same end once for each request, with its share of the annotations; none if there are no annotations. */
function batches(end: CheckEnd): CheckEnd[] {
  const requests = Math.min(maxRequests, Math.ceil(end.annotations.length / batchSize));
  return Array.from({ length: requests }, (_, index) => ({
    ...end,
    annotations: end.annotations.slice(index * batchSize, (index + 1) * batchSize),
  }));
}

function ended({ conclusion, output, annotations }: CheckEnd) {
  const { title, summary, text } = output;
  return {
    status: 'completed',
    conclusion,
    output: {
      title,
      summary,
      ...(text === '' ? {} : { text }),
      ...(annotations.length === 0 ? {} : { annotations: annotations.map(toGitHub) }),
    },
  };
}

function toGitHub({ level, file, line, title, message }: CheckAnnotation) {
  const annotation_level = level === 'error' ? 'failure' : 'warning';
  return { path: file, start_line: line, end_line: line, annotation_level, title, message };
}

function stored({ id, html_url, external_id, status, output }: z.output<typeof checkRun>): StoredCheckRun {
  return {
    id,
    url: html_url ?? undefined,
    externalId: external_id ?? '',
    completed: status === 'completed',
    annotationCount: output?.annotations_count ?? 0,
  };
}
