import { type Counts, countResults, type PublishedRun, type VerdictStatus } from '../../publish/verdict.ts';
import { attempt } from '../attempt.ts';
import type { Host } from '../host.ts';

/** Of several verdicts the first of these counts. */
const worstFirst: readonly VerdictStatus[] = [
  'error',
  'failed',
  'timed-out',
  'cancelled',
  'passed',
  'done',
  'nothing-to-run',
];

/** Sets the outputs for all runs together; without any, `nothing-to-run`. */
export async function setOutputs(host: Host, runs: readonly PublishedRun[]): Promise<void> {
  const statuses = runs.map(({ verdict }) => verdict.status);
  const counts = runs.map(({ verdict }) => countResults(verdict.results));
  const sum = (name: keyof Counts) => String(counts.reduce((total, each) => total + each[name], 0));
  await attempt(host, 'The outputs', async () => {
    host.setOutput('status', worstFirst.find((each) => statuses.includes(each)) ?? 'nothing-to-run');
    for (const name of ['total', 'passed', 'failed', 'flaky'] as const) host.setOutput(name, sum(name));
    host.setOutput('comment-url', '');
  });
}
