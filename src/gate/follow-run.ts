import { formatDuration } from '../report/describe.ts';
import type { Verdict } from '../results/run-results.ts';
import { countReport, createProgressLog } from './execution/progress-log.ts';
import type { Trigger } from './execution/start-run.ts';
import { waitForReport } from './execution/wait-for-report.ts';
import type { ModeRequest } from './run.ts';
import { reachVerdict } from './verdict/verdict.ts';

/** Waits for the report of a run that has started, and reaches its verdict. */
export async function followRun(
  { inputs, connection, host, cancel, deadline, clock, onProgress, evidenceFolder }: ModeRequest,
  trigger: Trigger,
): Promise<Verdict> {
  host.startGroup('Browser tests');
  using log = createProgressLog(host, clock);
  const outcome = await waitForReport(connection, trigger, {
    deadline,
    cancel,
    ...clock,
    onReport: (report) => {
      log.update(report);
      onProgress(countReport(report));
    },
    warning: (text) => host.warning(text),
  });
  host.endGroup();
  const timeout = formatDuration(inputs.timeoutMs);
  const verdict = reachVerdict({ ...outcome, run: trigger.run, timeout, evidenceFolder });
  return inputs.service.kind === 'hosted' && trigger.kind === 'report' && trigger.reportUrl !== undefined
    ? { ...verdict, reportUrl: trigger.reportUrl }
    : verdict;
}
