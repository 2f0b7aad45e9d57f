import { safeArtifactName } from '../../publish/artifact/artifact-name.ts';
import type { ListedArtifact } from '../../publish/github/run-artifacts.ts';

/** An artifact that may hold results. */
export interface ResultArtifact {
  readonly id: number;
  readonly name: string;
  /** The name that the workflow gave. */
  readonly base: string;
  /** What its name has behind the one that the workflow gave it: which of several jobs or steps it is of. */
  readonly part: string;
}

/**
 * Chooses a run's artifacts of a name: also those with a suffix, which the jobs of a matrix and the steps of a job have.
 * Of those that differ in the attempt alone it is the last one, up to the run's own.
 * @param given the input `artifact` of the workflow that tested.
 */
export function resultArtifacts(
  all: readonly ListedArtifact[],
  given: string,
  attempt: number,
): ResultArtifact[] {
  const base = safeArtifactName(given);
  const latest = new Map<string, ResultArtifact & { readonly attempt: number }>();
  for (const { id, name, expired } of all) {
    if (expired || (name !== base && !name.startsWith(`${base}-`))) continue;
    const found = { id, name, base, ...readSuffix(name.slice(base.length)) };
    const other = latest.get(found.part);
    if (found.attempt > attempt) continue;
    if (other === undefined || isLater(found, other)) latest.set(found.part, found);
  }
  return [...latest.values()]
    .sort((a, b) => a.part.localeCompare(b.part, 'en', { numeric: true }))
    .map(({ attempt: _, ...artifact }) => artifact);
}

type Attempted = Pick<ResultArtifact, 'id'> & { readonly attempt: number };

function isLater(a: Attempted, b: Attempted): boolean {
  return a.attempt > b.attempt || (a.attempt === b.attempt && a.id > b.id);
}

/** `-2-4-attempt-3` is part 2-4 at attempt 3; behind it may stand a number that a step of the same name got. */
function readSuffix(suffix: string): { part: string; attempt: number } {
  const [, part = suffix, attempt = '1', number = ''] = /^(.*)-attempt-(\d{1,6})(-\d+)?$/.exec(suffix) ?? [];
  return { part: `${part}${number}`.replace(/^-/, ''), attempt: Number(attempt) };
}
