import { safeArtifactName, splitTaken } from '../../publish/artifact/artifact-name.ts';
import type { ListedArtifact } from '../../publish/github/run-artifacts.ts';

/** An artifact that may hold results. */
export interface ResultArtifact {
  readonly id: number;
  readonly name: string;
  /** The name that the workflow gave. */
  readonly base: string;
  /** What its name has behind the one that the workflow gave it: which of several jobs or steps it is of. */
  readonly part: string;
  /** What stands behind that because another job or step had the name already; empty where none had. */
  readonly taken: string;
  /** Which attempt of the run has made it. */
  readonly attempt: number;
}

/**
 * Chooses a run's artifacts of a name: also those with a suffix, which the jobs of a matrix and the steps of a job have.
 * Of those that differ in the attempt alone it is the last one, up to the run's own. Where several jobs were given one
 * name, their names don't say which attempt is of which job, and all are chosen.
 * @param given the input `artifact` of the workflow that tested.
 * @returns the last attempt's first.
 */
export function resultArtifacts(
  all: readonly ListedArtifact[],
  given: string,
  attempt: number,
): ResultArtifact[] {
  const base = safeArtifactName(given);
  const fitting = all
    .filter(({ name, expired }) => !expired && (name === base || name.startsWith(`${base}-`)))
    .map(({ id, name }) => ({ id, name, base, ...readSuffix(name.slice(base.length)) }))
    .filter((each) => each.attempt <= attempt);
  const shared = new Set(fitting.filter(({ taken }) => taken !== '').map(({ part }) => part));
  const isOver = (one: ResultArtifact) =>
    !shared.has(one.part) && fitting.some((other) => other.part === one.part && isLater(other, one));
  return fitting
    .filter((each) => !isOver(each))
    .sort((a, b) => b.attempt - a.attempt || a.name.localeCompare(b.name, 'en', { numeric: true }));
}

function isLater(a: ResultArtifact, b: ResultArtifact): boolean {
  return a.attempt > b.attempt || (a.attempt === b.attempt && a.id > b.id);
}

/** `-2-4-attempt-3` is part 2-4 at attempt 3; behind it may stand what another job got that was given the same name. */
function readSuffix(suffix: string): Pick<ResultArtifact, 'part' | 'taken' | 'attempt'> {
  const { rest, taken } = splitTaken(suffix);
  const [, part = rest, attempt = '1'] = /^(.*)-attempt-(\d{1,6})$/.exec(rest) ?? [];
  return { part: part.replace(/^-/, ''), taken, attempt: Number(attempt) };
}
