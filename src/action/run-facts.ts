import type { PublishedRun } from '../publish/verdict.ts';
import type { RunContext } from './context.ts';

/** What there is to say about a run before anything was tested: the names by which it is known, and its commit. */
export type RunFacts = Pick<PublishedRun, 'title' | 'sha' | 'workflowRunUrl'>;

/** @returns the facts of the run in this context. */
export function runFacts({ workflow, job, part, report, workflowRunUrl }: RunContext): RunFacts {
  return {
    title: [workflow, part === '' ? job : `${job} (${part})`].filter((name) => name !== '').join(' / '),
    ...(report.sha === undefined ? {} : { sha: report.sha }),
    ...(workflowRunUrl === undefined ? {} : { workflowRunUrl }),
  };
}
