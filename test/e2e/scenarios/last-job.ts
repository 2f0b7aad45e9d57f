import type { ArtifactServer } from '../../support/artifact-server.ts';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { clickCase, type RunOptions, type Scenario } from '../../support/scenario.ts';

export const files = { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') };

/** The event of the workflow run. Default: that of the pull request. */
type EventOptions = Pick<RunOptions, 'eventName' | 'event' | 'env' | 'checkedOut'>;

/** Runs jobs of a matrix of two one after the other. */
export async function runJobs(
  scenario: Scenario,
  uploads: ArtifactServer,
  outcomes: readonly ('good' | 'bad')[],
  event: EventOptions = {},
) {
  await using hosted = await startHosted(ended());
  for (const [index, outcome] of outcomes.entries()) {
    hosted.answer = outcome === 'good' ? ended() : ended((each) => failedAt(each, 0, 'no button'));
    const matrix = JSON.stringify({ browser: ['chrome', 'firefox'][index] });
    const inputs = { ...hosted.inputs, matrix, 'job-total': '2' };
    await scenario.runInProcess({ ...event, inputs, env: { ...uploads.env, ...event.env } });
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
  event: EventOptions = {},
) =>
  scenario.runInProcess({
    ...event,
    inputs: {
      ...{ mode: 'publish', url: '', check: 'Required gate' },
      needs: JSON.stringify(needsOf({ browser: 'success', ...results })),
    },
    env: { ...uploads.env, GITHUB_JOB: 'gate', ...event.env },
  });
