/** Jobs by their ids, each with how it ended: `success`, `failure`, `cancelled` or `skipped`. */
export type JobConclusions = Readonly<Record<string, string>>;

/** The line of a workflow file that passes them. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions.
export const needsLine = 'needs: ${{ toJSON(needs) }}';

/** The warning of a last job that only knows the results that were uploaded. */
export const needsMissing = `The input \`needs\` is missing: a job that ended before it could upload its results goes unnoticed. Add the line \`${needsLine}\` below \`mode: publish\`.`;

/**
 * Why the jobs that the last job waits for do not let it be green, one line each. Their results alone do not say it: a job
 * may have ended before it could upload any, and a job without a matrix and shards uploads none if it is green.
 */
export function problemsOfNeeds(needs: JobConclusions): string[] {
  const jobs = Object.entries(needs);
  if (jobs.length === 0) {
    return ['This job waits for no other job. List all jobs with tests in its `needs`.'];
  }
  return jobs.flatMap(([job, conclusion]) => (conclusion === 'success' ? [] : [describe(job, conclusion)]));
}

function describe(job: string, conclusion: string): string {
  switch (conclusion) {
    case 'failure':
      return `The job \`${job}\` failed.`;
    case 'cancelled':
      return `The job \`${job}\` was cancelled.`;
    case 'skipped':
      return `The job \`${job}\` was skipped, so it tested nothing. If that is intended, skip this job on the same condition.`;
    default:
      return `The job \`${job}\` ended with an unknown result.`;
  }
}
