import { selectCases } from '../contract/select-cases.ts';
import type { Place, PublishedRun, Verdict } from '../publish/verdict.ts';
import { formatDuration } from '../publish/words/duration.ts';
import type { LoadedCase } from '../test-files/loaded-case.ts';
import { readCases } from './cases/read-cases.ts';
import { casesOfShard, type Shard } from './cases/shard.ts';
import { warnOfUnknownTags } from './cases/unknown-tags.ts';
import type { Connection } from './connection.ts';
import type { RunContext } from './context/context.ts';
import { runFacts } from './context/run-facts.ts';
import type { Host } from './host.ts';
import { testsApp } from './inputs/mode-input.ts';
import type { Inputs } from './inputs/read-inputs.ts';
import { oneLine } from './log-text.ts';
import { start } from './modes/start.ts';
import { type Publishing, publish } from './publish/publish.ts';
import { withoutQuery } from './shown-address.ts';
import type { Trigger } from './trigger/trigger.ts';
import { messageOf, UserError } from './user-error.ts';
import { teardownWarning } from './verdict/teardown-warning.ts';
import { missingInWords, missingResults, reachVerdict } from './verdict/verdict.ts';
import { inTime } from './wait/in-time.ts';
import { createProgress } from './wait/progress.ts';
import { countReport } from './wait/report-counts.ts';
import { type Waiting, waitForReport } from './wait/wait.ts';

/** Everything a run needs: values, and the few things that reach outside. */
export interface RunRequest extends Publishing {
  readonly inputs: Inputs;
  readonly context: RunContext;
  /** Opens the service, hosted or embedded. */
  readonly connect: (signal: AbortSignal) => Promise<Connection>;
  readonly clock: Pick<Waiting, 'sleep' | 'now'>;
  /** When the step began. */
  readonly startedAt: Date;
  /** Aborted when the job is cancelled. */
  readonly cancel: AbortSignal;
  /** Told before anything is published. */
  readonly onVerdict: (verdict: Verdict) => void;
}

/**
 * The whole run: test cases, trigger, wait, verdict, publication. Whatever happens, there is a verdict, and it is
 * published.
 */
export async function run(request: RunRequest): Promise<Verdict> {
  const startedAt = request.clock.now();
  const deadline = AbortSignal.timeout(request.inputs.timeoutMs);
  const verdict = await inTime(reach(request, deadline), request.cancel).catch((error: unknown) =>
    failedVerdict(error, request, deadline),
  );
  request.onVerdict(verdict);
  const published = describeRun(request, verdict, request.clock.now() - startedAt);
  reportToLog(request, verdict);
  await publish(published, request);
  return verdict;
}

async function reach(request: RunRequest, deadline: AbortSignal): Promise<Verdict> {
  const { inputs, context, host } = request;
  const { mode } = inputs;
  const tests = 'tests' in mode ? mode.tests : undefined;
  if (tests?.kind === 'none') return nothingOnPurpose;
  const found = tests === undefined ? [] : await readCases(context.workspace, tests.patterns, host);
  if (tests !== undefined && found.length === 0) return noCases;
  if (tests !== undefined) warnOfUnknownTags(found, inputs.tags, host);
  const cases = inShard(found, inputs, host);
  if (inputs.shard !== undefined && cases.length === 0) return emptyShard(inputs.shard);
  const expected = testsApp(mode) ? expectedCases(cases, inputs) : [];
  return test(request, cases, expected, deadline).catch((error: unknown) =>
    failedVerdict(error, request, deadline, expected),
  );
}

/** Connects, starts what the mode says, and follows it. */
async function test(
  request: RunRequest,
  cases: readonly LoadedCase[],
  expected: readonly LoadedCase[],
  deadline: AbortSignal,
): Promise<Verdict> {
  const { inputs, context, host, clock, cancel } = request;
  const signal = AbortSignal.any([deadline, cancel]);
  await using connection = await request.connect(signal);
  const started = await start({ mode: inputs.mode, inputs, connection, context, cases, host, clock, signal });
  if (started.kind === 'done') return { status: 'done', reason: started.reason, green: true, results: [] };
  // Awaited here: the connection is closed when this function is left.
  return await follow(request, connection, started.trigger, { cases, expected }, deadline);
}

/** Waits for what was triggered, and judges it. */
async function follow(
  { inputs, host, comment, cancel, clock }: RunRequest,
  connection: Connection,
  trigger: Trigger,
  { cases, expected }: Record<'cases' | 'expected', readonly LoadedCase[]>,
  deadline: AbortSignal,
): Promise<Verdict> {
  host.startGroup('Browser tests');
  using progress = createProgress(host, clock);
  const outcome = await waitForReport(connection, trigger, {
    deadline,
    cancel,
    ...clock,
    expectedResults: expected.length,
    onReport: (report) => {
      progress.tell(report);
      comment.progress(countReport(report));
    },
    warning: (text) => host.warning(text),
  });
  host.endGroup();
  const verdict = reachVerdict(outcome, cases, formatDuration(inputs.timeoutMs), expected);
  return inputs.service.kind === 'hosted' && trigger.kind === 'report' && trigger.reportUrl !== undefined
    ? { ...verdict, reportUrl: trigger.reportUrl }
    : verdict;
}

/** The cases of this job's shard; all of them where there are no shards, or nothing that could be split. */
function inShard(cases: readonly LoadedCase[], inputs: Inputs, host: Host): readonly LoadedCase[] {
  const { shard } = inputs;
  const selected = selectedCases(cases, inputs);
  if (shard === undefined || selected.length === 0) return cases;
  const pushed = casesOfShard(cases, selected, shard);
  const mine = selectedCases(pushed, inputs).length;
  host.info(`Shard ${shard.number} of ${shard.total}: ${mine} of ${selected.length} test cases`);
  return pushed;
}

/** The cases that are to run for their own sake. */
function selectedCases(cases: readonly LoadedCase[], { tags, environment }: Inputs): LoadedCase[] {
  const selected = new Set(
    selectCases(
      cases.map(({ testCase }) => testCase),
      { tags, environmentName: environment },
    ),
  );
  return cases.filter(({ testCase }) => selected.has(testCase));
}

/** The cases that the service was to run. What `default` is called there is not known, and so whom it excludes. */
function expectedCases(cases: readonly LoadedCase[], inputs: Inputs): LoadedCase[] {
  return selectedCases(cases, inputs).filter(
    ({ testCase }) => inputs.environment !== 'default' || !testCase.excludedEnvironmentNames?.length,
  );
}

const nothingOnPurpose: Verdict = {
  status: 'nothing-to-run',
  reason: '`tests: none` says that there is nothing to test here.',
  green: true,
  results: [],
};

const noCases: Verdict = {
  status: 'nothing-to-run',
  reason:
    'The test files hold no test case. Add one; if there is nothing to test on purpose, write `tests: none`.',
  green: false,
  results: [],
};

function emptyShard({ number, total }: Shard): Verdict {
  return {
    status: 'nothing-to-run',
    reason: `Shard ${number} of ${total} has no test case: there are too few for so many shards. The other shards run them all.`,
    green: true,
    results: [],
  };
}

/** @param expected the cases that were to run: none of them has a result. */
function failedVerdict(
  error: unknown,
  { cancel, inputs }: RunRequest,
  deadline: AbortSignal,
  expected: readonly LoadedCase[] = [],
): Verdict {
  const results = missingResults(expected);
  const none = { green: false, results };
  const missing = missingInWords(results);
  if (cancel.aborted) {
    return {
      status: 'cancelled',
      reason: `The run was cancelled before any result came.${missing}`,
      ...none,
    };
  }
  if (deadline.aborted && !(error instanceof UserError)) {
    const limit = formatDuration(inputs.timeoutMs);
    const reason = `No result came within ${limit} (input \`timeout\`): the run had not been started, or its start was not answered.${missing}`;
    return { status: 'timed-out', reason, ...none };
  }
  return { status: 'error', reason: messageOf(error), ...none };
}

function describeRun(
  { context, inputs, startedAt }: RunRequest,
  verdict: Verdict,
  durationMs: number,
): PublishedRun {
  const { url } = inputs.service;
  return {
    verdict,
    startedAt: startedAt.toISOString(),
    durationMs,
    ...runFacts(context),
    ...(url === undefined ? {} : { url: withoutQuery(url) }),
  };
}

function inFile(place: Place | undefined): string {
  return place === undefined ? '' : ` (${place.file}:${place.line})`;
}

/** The log alone must tell what failed: who reads it may not see the comment. */
function reportToLog({ host, redact }: Pick<RunRequest, 'host' | 'redact'>, verdict: Verdict): void {
  for (const { name, status, errorMessage, failedStep, place, flaky } of verdict.results) {
    if (flaky) host.info(`⟳ ${oneLine(name)} is flaky: it passed, but not at the first attempt`);
    const at = failedStep?.place ?? place;
    if (status === 'unfinished') host.info(`… ${oneLine(name)} did not finish${inFile(at)}`);
    if (status !== 'failed' && status !== 'error') continue;
    const step = failedStep === undefined ? '' : ` at step ${failedStep.number}: ${failedStep.words}`;
    host.info(`✗ ${oneLine(name)}${oneLine(step) === '' ? '' : ` ${oneLine(step)}`}${inFile(at)}`);
    for (const line of (errorMessage ?? '').split('\n')) host.info(`    ${line}`);
  }
  const warning = teardownWarning(verdict.results, redact);
  if (warning !== undefined) host.warning(warning);
  if (verdict.green) host.info(verdict.reason);
  host.info(`Verdict: ${verdict.status}`);
}
