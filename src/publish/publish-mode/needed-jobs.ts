/** Jobs by their ids, each with how it ended: `success`, `failure`, `cancelled` or `skipped`. */
export type JobConclusions = Readonly<Record<string, string>>;

/** The line of a workflow file that passes them. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions.
export const needsLine = 'needs: ${{ toJSON(needs) }}';

/** The warning of a last job that only knows the results that were uploaded. */
export const needsMissing = `The input \`needs\` is missing: a job that ended before it could upload its results goes unnoticed. Add the line \`${needsLine}\` below \`mode: publish\`.`;

const endings = new Map([
  ['failure', 'failed.'],
  ['cancelled', 'was cancelled.'],
  ['skipped', 'was skipped, so it tested nothing. If that is intended, skip this job on the same condition.'],
]);

/**
 * Why the jobs that the last job waits for do not let it be green, one line each. Their results alone do not say it: a job
 * may have ended before it could upload any, and a job without a matrix and shards uploads none if it is green.
 */
export function problemsOfNeeds(needs: JobConclusions): string[] {
  const jobs = Object.entries(needs);
  if (jobs.length === 0) {
    return ['This job waits for no other job. List all jobs with tests in its `needs`.'];
  }
  return jobs
    .filter(([, conclusion]) => conclusion !== 'success')
    .map(
      ([job, conclusion]) =>
        `The job \`${job}\` ${endings.get(conclusion) ?? 'ended with an unknown result.'}`,
    );
}
