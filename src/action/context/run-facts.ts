import type { PublishedRun } from '../../publish/verdict.ts';
import type { RunContext } from './context.ts';
import { nameWithPart } from './job-part.ts';

/** What there is to say about a run before anything was tested: the names by which it is known, and its commit. */
export type RunFacts = Pick<PublishedRun, 'title' | 'sha' | 'workflowRunUrl' | 'sourceUrl'>;

/** @returns the facts of the run in this context. */
export function runFacts(context: RunContext): RunFacts {
  const { workflow, job, part, report, workflowRunUrl, repositoryUrl } = context;
  const isKnown = repositoryUrl !== undefined && report.sha !== undefined;
  return {
    title: [workflow, nameWithPart(job, part)].filter((name) => name !== '').join(' / '),
    ...(report.sha === undefined ? {} : { sha: report.sha }),
    ...(workflowRunUrl === undefined ? {} : { workflowRunUrl }),
    ...(isKnown ? { sourceUrl: `${repositoryUrl}/blob/${report.sha}` } : {}),
  };
}
