import { defined } from '../../common/fields.ts';
import type { RunFacts, RunResults } from '../../results/run-results.ts';

type WithCommit = Pick<RunResults, 'context'>;

/**
 * The commit that all of these results are for. Undefined if they are for several commits, or if a job does not know its
 * commit, for example because there is no `.git` folder.
 */
export function commitOf(results: readonly WithCommit[]): string | undefined {
  const sha = results[0]?.context.sha;
  return results.every(({ context }) => context.sha === sha) ? sha : undefined;
}

/** Why results are not those of the commit of the event, as a sentence; empty if none is for another one. */
export function problemsOfCommit(results: readonly WithCommit[], ofEvent: string | undefined): string[] {
  const other = results.find(({ context: { sha = ofEvent } }) => sha !== ofEvent)?.context.sha;
  if (ofEvent === undefined || other === undefined) return [];
  return [
    `A job has results for commit ${other.slice(0, 7)}, but this workflow run is for ${ofEvent.slice(0, 7)}. Check out the same commit in all jobs.`,
  ];
}

/** @param repositoryUrl without a slash at the end. @returns facts that name this commit, or none. */
export function withCommit(
  { context: { sha: _, ...context }, ...facts }: RunFacts,
  sha: string | undefined,
  repositoryUrl: string | undefined,
): RunFacts {
  const hasSource = repositoryUrl !== undefined && sha !== undefined;
  return {
    ...facts,
    sourceUrl: hasSource ? `${repositoryUrl}/blob/${sha}` : null,
    context: { ...context, ...defined({ sha }) },
  };
}
