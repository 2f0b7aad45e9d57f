import { asOnlyJob } from '../results/jobs.ts';
import type { Redacted, RunResults } from '../results/run-results.ts';
import type { CommentJobs, CommentTarget } from './comment-target.ts';
import { needsComment, type PublishContext } from './publish-context.ts';
import { readEarlierSteps } from './share-results.ts';

/** The comment of a job alone, rendered from memory and from what earlier steps of the job have left. */
export function jobComment(context: PublishContext, target: CommentTarget): CommentJobs {
  const { facts, evidenceFolder, redact, deadline } = context;
  const earlierResults = async () =>
    (await readEarlierSteps(evidenceFolder, facts.job, redact)).map(asOnlyJob);
  const jobsWith = async (results: Redacted<RunResults>) => [...(await earlierResults()), asOnlyJob(results)];
  return {
    replacedByNotice:
      facts.job.comment === 'always' ? ['earlier-run', 'this-run', 'missing'] : ['earlier-run', 'this-run'],
    showsProgress: true,
    earlierResults,
    async write(results) {
      const signal = deadline();
      const jobs = await jobsWith(results);
      await target.read(signal);
      const comment = await target.write({ jobs }, { mayCreate: jobs.some(needsComment), signal });
      return { comment, rendered: [] };
    },
    /** A comment of a step that was killed says so. */
    async complete(results, { isDone }) {
      const signal = deadline();
      if (isDone || (await target.read(signal)) !== 'this-run') return;
      await target.write({ jobs: await jobsWith(results) }, { mayCreate: false, signal });
    },
  };
}
