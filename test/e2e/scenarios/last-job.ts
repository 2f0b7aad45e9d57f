import type { ArtifactServer } from '../../support/artifact-server.ts';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { clickCase, type Scenario } from '../../support/scenario.ts';

export const files = { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') };

/** Runs jobs of a matrix of two one after the other. */
export async function runJobs(
  scenario: Scenario,
  uploads: ArtifactServer,
  outcomes: readonly ('good' | 'bad')[],
) {
  await using hosted = await startHosted(ended());
  for (const [index, outcome] of outcomes.entries()) {
    hosted.play = outcome === 'good' ? ended() : ended((each) => failedAt(each, 0, 'no button'));
    const matrix = JSON.stringify({ browser: ['chrome', 'firefox'][index] });
    await scenario.runInProcess({ inputs: { ...hosted.inputs, matrix, 'job-total': '2' }, env: uploads.env });
  }
}

/** The context `needs` of a job that waits for these. */
const needsOf = (results: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(results).map(([job, result]) => [job, { result, outputs: {} }]));

/** The job after them: `mode: publish`, `needs` and `if: always()`. */
export const runLastJob = (
  scenario: Scenario,
  uploads: ArtifactServer,
  results: Record<string, string> = {},
) =>
  scenario.runInProcess({
    inputs: {
      ...{ mode: 'publish', url: '', check: 'Required gate' },
      needs: JSON.stringify(needsOf({ browser: 'success', ...results })),
    },
    env: { ...uploads.env, GITHUB_JOB: 'gate' },
  });
