import { messageOf } from '../common/errors.ts';
import type { Connection } from '../connection/connection.ts';
import { formatDuration } from '../report/words/format-duration.ts';
import type { Verdict } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { UserError } from '../runtime/user-error.ts';
import type { LoadedCase } from '../test-files/loaded-case.ts';
import { readCases, warnOfUnknownTags } from './cases/read-cases.ts';
import { casesOfJob, expectedCases } from './cases/select-cases.ts';
import type { RunContext } from './context/context.ts';
import { countReport, createProgressLog } from './execution/progress-log.ts';
import type { Trigger } from './execution/start-run.ts';
import { type Clock, withGracePeriod } from './execution/timing.ts';
import { waitForReport } from './execution/wait-for-report.ts';
import { testsApp } from './inputs/mode-input.ts';
import type { Inputs } from './inputs/read-inputs.ts';
import { start } from './modes/start.ts';
import { missingResults } from './verdict/case-results.ts';
import { describeMissing, green, notGreen, reachVerdict } from './verdict/verdict.ts';

/** What a run needs: values, and the few things that reach outside. */
export interface RunRequest {
  readonly inputs: Inputs;
  readonly context: RunContext;
  readonly evidenceFolder: string;
  readonly host: Host;
  readonly clock: Clock;
  /** Connects to the service, hosted or embedded. */
  readonly connect: (signal: AbortSignal) => Promise<Connection>;
  /** Called with the progress of the run. */
  readonly onProgress: (progress: ReturnType<typeof countReport>) => void;
  /** Aborted when the job is cancelled. */
  readonly cancel: AbortSignal;
}

/** A request with the deadline of the run. */
interface Run extends RunRequest {
  readonly deadline: AbortSignal;
}

/** Reads the test cases, starts the run, waits for its report, and reaches a verdict. Never rejects. */
export async function runTests(request: RunRequest): Promise<Verdict> {
  const run = { ...request, deadline: AbortSignal.timeout(request.inputs.timeoutMs) };
  return withGracePeriod(runMode(run), request.cancel).catch((error: unknown) =>
    failedVerdict(error, run, []),
  );
}

async function runMode(run: Run): Promise<Verdict> {
  const { inputs, context, host } = run;
  const { mode, shard } = inputs;
  const tests = 'tests' in mode ? mode.tests : undefined;
  if (tests?.kind === 'none') {
    return nothingToRun('`tests: none` says that there is nothing to test here.', 'tests-none');
  }
  const found = tests === undefined ? [] : await readCases(context.workspace, tests.patterns, host);
  if (tests !== undefined && found.length === 0) {
    return notGreen(
      'nothing-to-run',
      'The test files have no test case. Add one. If there is nothing to test on purpose, write `tests: none`.',
    );
  }
  if (tests !== undefined) warnOfUnknownTags(found, inputs.tags, host);
  const cases = casesOfJob(found, inputs, host);
  if (shard !== undefined && cases.length === 0) {
    const reason = `Shard ${shard.number} of ${shard.total} has no test case: there are fewer test cases than shards. The other shards run them all.`;
    return nothingToRun(reason, 'empty-shard');
  }
  const expected = testsApp(mode) ? expectedCases(cases, inputs) : [];
  return connectAndRun(run, cases, expected).catch((error: unknown) => failedVerdict(error, run, expected));
}

function nothingToRun(reason: string, check: string): Verdict {
  return green('nothing-to-run', reason, [{ check, compared: reason }]);
}

async function connectAndRun(
  run: Run,
  cases: readonly LoadedCase[],
  expected: readonly LoadedCase[],
): Promise<Verdict> {
  const { inputs, context, host, clock, cancel, deadline } = run;
  const signal = AbortSignal.any([deadline, cancel]);
  await using connection = await run.connect(signal);
  const started = await start({ mode: inputs.mode, inputs, connection, context, cases, host, clock, signal });
  if (started.kind === 'done') {
    return green('done', started.reason, [{ check: 'mode', compared: `\`${inputs.mode.kind}\` completed` }]);
  }
  // Awaited here: the connection is closed when this function returns.
  return await followRun(run, connection, started.trigger, { cases, expected });
}

async function followRun(
  { inputs, host, cancel, deadline, clock, onProgress, evidenceFolder }: Run,
  connection: Connection,
  trigger: Trigger,
  { cases, expected }: Record<'cases' | 'expected', readonly LoadedCase[]>,
): Promise<Verdict> {
  host.startGroup('Browser tests');
  using log = createProgressLog(host, clock);
  const outcome = await waitForReport(connection, trigger, {
    deadline,
    cancel,
    ...clock,
    expectedResults: expected.length,
    onReport: (report) => {
      log.update(report);
      onProgress(countReport(report));
    },
    warning: (text) => host.warning(text),
  });
  host.endGroup();
  const timeout = formatDuration(inputs.timeoutMs);
  const verdict = reachVerdict({ outcome, cases, expected, timeout, evidenceFolder });
  return inputs.service.kind === 'hosted' && trigger.kind === 'report' && trigger.reportUrl !== undefined
    ? { ...verdict, reportUrl: trigger.reportUrl }
    : verdict;
}

/** @param expected the cases that were to run: none of them has a result. */
function failedVerdict(
  error: unknown,
  { cancel, deadline, inputs }: Run,
  expected: readonly LoadedCase[],
): Verdict {
  const results = missingResults(expected);
  const missing = describeMissing(results);
  if (cancel.aborted) {
    return notGreen('cancelled', `The run was cancelled before there was any result.${missing}`, results);
  }
  if (deadline.aborted && !(error instanceof UserError)) {
    const limit = formatDuration(inputs.timeoutMs);
    return notGreen(
      'timed-out',
      `There was no result within ${limit} (input \`timeout\`): the run was not started, or the service did not answer the request that starts it.${missing}`,
      results,
    );
  }
  return notGreen('error', messageOf(error), results);
}
