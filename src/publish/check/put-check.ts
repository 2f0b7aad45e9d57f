import { type Annotation, annotationsOf } from '../annotations.ts';
import { httpStatusOf } from '../http-status.ts';
import type { PublishedRun } from '../verdict.ts';
import type { CheckApi, CheckEnd, CheckIdentity, StoredCheck } from './check-api.ts';
import { composeCheck } from './check-output.ts';
import { conclusionOf } from './conclusion.ts';

/** GitHub takes so many annotations in a request. */
const batchSize = 50;
/** A check run is ended with so many requests at most. */
const maxRequests = 3;

/** Which check run is ended, and what is known of it. */
export interface EndingCheck {
  readonly identity: CheckIdentity;
  /** Where its "Details" lead. */
  readonly detailsUrl: string | undefined;
  /** `perhaps`: its create was sent, and its answer was lost. */
  readonly begun: StoredCheck | 'perhaps' | undefined;
  /** How it ends where the verdict is a success: one that nobody vouches for is `neutral`. */
  readonly mostSuccess?: 'success' | 'neutral' | undefined;
}

export interface EndedCheck {
  readonly url: string | undefined;
  /** So many annotations it shows, of so many that there are. */
  readonly annotated: number;
  readonly annotations: number;
}

/**
 * Makes a check run, in progress or with its end. A create whose answer was lost may have been stored: it is looked for
 * before it is sent again, so that there are never two.
 * @throws what GitHub answers.
 */
export async function createCheck(
  api: CheckApi,
  identity: CheckIdentity,
  detailsUrl: string | undefined,
  end?: CheckEnd,
): Promise<StoredCheck> {
  const send = () => api.createCheck(identity, detailsUrl, end);
  return send().catch(async (error: unknown) => {
    if (!mayBeDone(error)) throw error;
    return (await findCheck(api, identity)) ?? send();
  });
}

/** The check run of this identity. */
export async function findCheck(
  api: CheckApi,
  { sha, name, externalId }: CheckIdentity,
): Promise<StoredCheck | undefined> {
  for await (const page of api.listChecks(sha, name)) {
    const found = page.find((each) => each.externalId === externalId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Ends a check run with a verdict, and makes it where there is none yet. Its first request ends it, so that nothing
 * waits for it; further ones add annotations. Without them it ends where GitHub does not take them.
 * @throws what GitHub answers.
 */
export async function endCheck(api: CheckApi, ending: EndingCheck, run: PublishedRun): Promise<EndedCheck> {
  const all = annotationsOf(run);
  const counted = { annotations: all.length };
  try {
    return { ...counted, ...(await endWith(api, ending, run, all.slice(0, batchSize * maxRequests))) };
  } catch (error) {
    if (httpStatusOf(error) !== 422 || all.length === 0) throw error;
    return { ...counted, ...(await endWith(api, ending, run, [])) };
  }
}

async function endWith(
  api: CheckApi,
  { identity, detailsUrl, begun, mostSuccess = 'success' }: EndingCheck,
  run: PublishedRun,
  annotations: readonly Annotation[],
): Promise<Omit<EndedCheck, 'annotations'>> {
  const conclusion = conclusionOf(run.verdict);
  const told = {
    conclusion: conclusion === 'success' ? mostSuccess : conclusion,
    output: composeCheck(run),
  };
  const [first, ...more] = batches(annotations).map((batch): CheckEnd => ({ ...told, annotations: batch }));
  const end = first ?? { ...told, annotations: [] };
  const there = begun === 'perhaps' ? await findCheck(api, identity) : begun;
  const opened = there ?? (await createCheck(api, identity, detailsUrl, end));
  const isEnded = there === undefined && opened.completed;
  let last = isEnded ? opened : await update(api, identity, opened, end);
  for (const next of more) {
    // It has ended, and says so: what does not come any more is counted.
    const added = await update(api, identity, last, next).catch(() => undefined);
    if (added === undefined) break;
    last = added;
  }
  return { url: last.url, annotated: last.annotations };
}

/** Annotations are added each time: whether they are there is looked up before they are sent again. */
async function update(
  api: CheckApi,
  identity: CheckIdentity,
  check: StoredCheck,
  end: CheckEnd,
): Promise<StoredCheck> {
  const wanted = check.annotations + end.annotations.length;
  const send = async () => ({ ...(await api.updateCheck(check.id, end)), annotations: wanted });
  return send().catch(async (error: unknown) => {
    if (!mayBeDone(error)) throw error;
    const now = await findCheck(api, identity);
    return now?.completed === true && now.annotations >= wanted ? now : send();
  });
}

function batches(annotations: readonly Annotation[]): Annotation[][] {
  const starts = Array.from({ length: Math.ceil(annotations.length / batchSize) }, (_, i) => i * batchSize);
  return starts.map((start) => annotations.slice(start, start + batchSize));
}

/** A refusal did nothing; after anything else, GitHub may have done what was asked. */
export function mayBeDone(error: unknown): boolean {
  const status = httpStatusOf(error);
  return status === undefined || status >= 500 || status === 408;
}
