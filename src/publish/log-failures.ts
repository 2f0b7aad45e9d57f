import { failuresForLog } from '../report/annotations.ts';
import type { Redacted, RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';

/**
 * Annotates the failures of a run on their lines, and logs those that GitHub would not show as annotations.
 * @param onCheck whether the check run has the annotations.
 */
export function logFailures(results: Redacted<RunResults>, onCheck: boolean, host: Host): void {
  const { annotations, lines } = failuresForLog([results], { onCheck });
  for (const annotation of annotations) host.annotate(annotation);
  if (lines.length === 0) return;
  host.startGroup(`${annotations.length === 0 ? 'Failures' : 'More failures'} and flaky test cases`);
  for (const line of lines) host.info(line);
  host.endGroup();
}
