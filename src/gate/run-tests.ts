import { UserError } from '../common/errors.ts';
import type { Connection } from '../connection/connection.ts';
import { formatDuration } from '../report/describe.ts';
import { greenWithoutTests, notGreen, warningsOf } from '../results/cases.ts';
import type { CaseResult, Verdict } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import type { LoadedCase } from '../test-files/problem.ts';
import { readCases, refuseExtensions, requireVariables } from './cases/read-cases.ts';
import {
  casesOfJob,
  countSwitchedOff,
  describeNoSelection,
  describeSelection,
  expectedCases,
  otherCapitals,
  unknownTags,
} from './cases/select-cases.ts';
import { triggerDraftPush } from './execution/start-run.ts';
import { withGracePeriod } from './execution/timing.ts';
import { testsApp } from './inputs/mode-input.ts';
import { withoutQuery } from './inputs/service-input.ts';
import type { ModeRequest, Run, RunningMode, RunRequest } from './run-request.ts';

/** Reads the test cases, starts the run, waits for its report, and reaches a verdict. Never rejects. */
export async function runTests(request: RunRequest): Promise<Verdict> {
  const run = { ...request, deadline: AbortSignal.timeout(request.inputs.timeoutMs) };
  return withGracePeriod(runMode(run), request.cancel).catch((error: unknown) => onError(error, run, []));
}

async function onError(
  error: unknown,
  { cancel, deadline, inputs }: Run,
  expected: readonly LoadedCase[],
): Promise<Verdict> {
  // Loaded late: the run has ended.
  const { verdictOnError } = await import('./verdict/verdict.ts');
  // The embedded service loses no response: such an error is one of the app or of the browser, before the run.
  const neverRan =
    error instanceof UserError && inputs.service.kind === 'embedded' && inputs.mode.kind === 'draft-push';
  const state = { isCancelled: cancel.aborted, isOverdue: deadline.aborted, expected, neverRan };
  return verdictOnError(error, { ...state, timeout: formatDuration(inputs.timeoutMs) });
}

async function runMode(run: Run): Promise<Verdict> {
  const { inputs, context, host, onWarning = () => {}, chooseCases = (cases) => cases } = run;
  const { mode, shard } = inputs;
  if (!('tests' in mode)) return connectAndRun(run, []);
  if (mode.tests.kind === 'none') {
    const reason = 'Nothing to test: the input `tests` is `none`.';
    return greenWithoutTests('nothing-to-run', reason, 'tests-none');
  }
  const toRun = testsApp(mode);
  const read = await readCases(context.workspace, mode.tests.patterns, host, { toRun, onWarning });
  const found = chooseCases(read);
  if (found.length === 0) {
    const reason = `The test files contain no test case. ${host.noTestsAdvice}`;
    return notGreen('nothing-to-run', reason);
  }
  const selection = toRun ? describeSelection(found, inputs) : undefined;
  if (selection !== undefined) host.info(selection);
  const cases = casesOfJob(found, inputs, host);
  if (shard !== undefined && cases.length === 0) {
    const reason = `Shard ${shard.number} of ${shard.total} has no test case: there are fewer test cases than shards. The other shards run them all.`;
    return greenWithoutTests('nothing-to-run', reason, 'empty-shard');
  }
  const expected = toRun ? expectedCases(cases, inputs) : [];
  // A hosted service may have another name for the environment.
  if (expected.length === 0 && toRun && inputs.service.kind === 'embedded') {
    return notGreen('nothing-to-run', describeNoSelection(found, inputs));
  }
  for (const text of [...unknownTags(found, inputs.tags), ...otherCapitals(found, inputs.tags)]) {
    host.warning(text);
    onWarning(text);
  }
  refuseExtensions(cases, inputs, host);
  await requireVariables(cases, expected, inputs, host);
  const verdict = await connectAndRun(run, cases).catch((error: unknown) => onError(error, run, expected));
  // Each shard reads all test cases.
  const switchedOff = toRun && (shard?.number ?? 1) === 1 ? countSwitchedOff(found, inputs) : 0;
  return switchedOff === 0 ? verdict : { ...verdict, switchedOff };
}

async function connectAndRun(run: Run, cases: readonly LoadedCase[]): Promise<Verdict> {
  const signal = AbortSignal.any([run.deadline, run.cancel]);
  await using connection = await run.connect(signal);
  const request = { ...run, mode: run.inputs.mode, connection, cases, signal };
  const started = await startMode(request);
  if (!('trigger' in started)) return (await displacedVerdict(connection, started)) ?? started;
  // Loaded late: the run has started. Awaited here: the connection is closed when this function returns.
  const { followRun } = await import('./execution/wait-for-report.ts');
  const verdict = await followRun(request, started.trigger);
  const displaced = await displacedVerdict(connection, verdict);
  if (displaced !== undefined) return displaced;
  const isDoubtful = (result: CaseResult) => result.flaky || warningsOf(result).length > 0;
  if (!verdict.green || verdict.results.some(isDoubtful)) logApp(connection, run.host);
  return (await started.conclude?.(verdict)) ?? verdict;
}

/** The verdict on a run that may have tested another program than the app; undefined if nothing says so. */
async function displacedVerdict(
  { app }: Pick<Connection, 'app'>,
  verdict: Verdict,
): Promise<Verdict | undefined> {
  const reason = await app?.displaced();
  return reason === undefined ? undefined : { ...verdict, ...notGreen('error', reason, verdict.results) };
}

/** Writes what the app has printed to the log, folded: messages of failures and warnings refer to it. */
function logApp({ app }: Pick<Connection, 'app'>, host: Host): void {
  const lines = app?.lastLines() ?? [];
  if (lines.length === 0) return;
  host.startGroup('Log of the app');
  // In one piece: a secret may have several lines.
  host.info(lines.join('\n'));
  host.endGroup();
}

/**
 * Starts the run of the mode, or does what the mode does instead.
 * @throws ClientError, UserError, or the reason of the request's signal.
 */
async function startMode(request: ModeRequest): Promise<RunningMode | Verdict> {
  const { mode, connection } = request;
  switch (mode.kind) {
    case 'draft-push':
      request.host.info(`Testing ${withoutQuery(await connection.url())}`);
      return { trigger: await triggerDraftPush(request) };
    case 'batch-generation':
      if (request.inputs.service.kind === 'embedded') {
        return (await import('./modes/generate-embedded.ts')).generateHere({ ...request, mode });
      }
      return (await import('./modes/batch-generation.ts')).startBatchGeneration({ ...request, mode });
    case 'push':
      return (await import('./modes/stored-cases.ts')).pushCases({ ...request, mode });
    case 'pull':
      return (await import('./modes/stored-cases.ts')).pullCases({ ...request, mode });
    case 'export':
      return (await import('./modes/export.ts')).exportCode({ ...request, mode });
    case 'discovery':
      return (await import('./modes/discovery.ts')).runDiscovery({ ...request, mode });
    case 'mutate':
      return (await import('./modes/mutate.ts')).mutateApp({ ...request, mode });
    case 'publish':
      // Handled before a connection is opened.
      throw new Error('`mode: publish` has no service.');
  }
}
