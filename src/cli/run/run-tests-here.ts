import { relative } from 'node:path';
import { connect } from '../../connection/connect.ts';
import type { Connection } from '../../connection/connection.ts';
import { buildContext } from '../../gate/context/context.ts';
import { runFacts } from '../../gate/context/job-identity.ts';
import { systemClock } from '../../gate/execution/timing.ts';
import type { Inputs } from '../../gate/inputs/read-inputs.ts';
import { secretInputs } from '../../gate/inputs/secret-inputs.ts';
import { withoutQuery } from '../../gate/inputs/service-input.ts';
import type { RunRequest } from '../../gate/run.ts';
import { runTests } from '../../gate/run-tests.ts';
import { writeResultFiles } from '../../publish/write-files.ts';
import { failuresForLog } from '../../report/annotations.ts';
import { formatDuration } from '../../report/describe.ts';
import { formatCounts } from '../../report/headline.ts';
import { type Redacted, redactDeep } from '../../results/redacted.ts';
import { resultsOf } from '../../results/results-of.ts';
import type { RunResults } from '../../results/run-results.ts';
import type { RunnerDisplay } from '../../runner/open-runner.ts';
import { createRedactor } from '../../runtime/redactor.ts';
import { nameOptions } from './input-options.ts';
import { LiveProgress } from './live-progress.ts';
import { emptyLastRun, lastRunFolder } from './output-folder.ts';
import { createTerminal, createTerminalHost, type Terminal } from './terminal.ts';

export interface LocalRunOptions {
  readonly inputs: Inputs;
  /** The variables that the inputs were read from. */
  readonly env: NodeJS.ProcessEnv;
  readonly stream: NodeJS.WriteStream;
  readonly cancel: AbortSignal;
  readonly display?: RunnerDisplay;
  /** Whether there may be a next run. */
  readonly isWatching?: boolean;
}

/** Runs on this machine. The browser, the app and the service stay open between them. */
export interface LocalRuns extends AsyncDisposable {
  readonly terminal: Terminal;
  /** Plays the chosen test cases, prints their results, and writes the result files. */
  play(chooseCases: NonNullable<RunRequest['chooseCases']>): Promise<Redacted<RunResults>>;
  /** Whether the app was started here. */
  readonly startsApp: boolean;
  /** Whether an app that was started here does not run any more. The next run starts it again. */
  appHasFailed(): boolean;
  /** Has the next run start the app again. */
  restartApp(): void;
}

export function openLocalRuns(options: LocalRunOptions): LocalRuns {
  const { inputs, env, stream, cancel, display, isWatching = false } = options;
  const workspace = process.cwd();
  const folder = lastRunFolder(workspace);
  const { secrets } = secretInputs(env);
  const redact = createRedactor(secrets);
  const terminal = createTerminal(stream, redact);
  const host = createTerminalHost(terminal);
  const context = buildContext({ GITHUB_WORKSPACE: workspace }, undefined);
  const progress = new LiveProgress(terminal);
  const playsCases = inputs.mode.kind === 'draft-push';
  let opened: Connection | undefined;
  let isReady = false;
  let mustRestart = false;

  async function connectOnce(signal: AbortSignal): Promise<Connection> {
    const { app } = opened ?? {};
    if (mustRestart || app?.hasFailed()) await app?.restart(signal);
    mustRestart = false;
    opened ??= await connect(
      {
        inputs,
        context,
        evidenceFolder: folder,
        secrets,
        host,
        onStart: () => {},
        onTempFolder: () => {},
        onAppStarted: () => {},
        onAppFailed: (text) => host.warning(isWatching ? `${text}\nThe next run starts it again.` : text),
        // On mutants, each test case is played many times.
        display: { ...display, ...(playsCases ? { follow: progress.follow } : {}) },
      },
      signal,
    );
    // The files of the last run stay if this one could not begin.
    if (playsCases) await emptyLastRun(workspace);
    isReady = playsCases;
    return { ...opened, [Symbol.asyncDispose]: async () => {} };
  }

  return {
    terminal,
    startsApp: inputs.service.kind === 'embedded' && inputs.service.start !== undefined,
    appHasFailed: () => opened?.app?.hasFailed() ?? false,
    restartApp: () => {
      mustRestart = true;
    },
    async play(chooseCases) {
      const startedAt = new Date();
      const verdict = await runTests({
        inputs,
        context,
        evidenceFolder: folder,
        host,
        cancel,
        clock: systemClock,
        onProgress: () => {},
        connect: connectOnce,
        chooseCases: (cases) => {
          progress.expect(cases.length);
          return chooseCases(cases);
        },
      });
      terminal.showStatus('');
      const facts = {
        ...runFacts(context, startedAt, withoutQuery(inputs.service.url ?? '')),
        title: 'Browser tests',
      };
      const named = { ...verdict, reason: nameOptions(verdict.reason) };
      const results = redactDeep(resultsOf(facts, named, Date.now() - startedAt.getTime()), redact);
      const hasPlayed = isReady && results.results.length > 0;
      const written = hasPlayed ? await writeResultFiles(results, folder, host) : undefined;
      printResults(results, cancel.aborted ? progress.describe() : undefined, terminal);
      for (const file of written?.paths.filter((each) => /\.(?:html|md)$/.test(each)) ?? []) {
        terminal.print(`${file.endsWith('.md') ? 'Failures' : 'Report'}: ${relative(workspace, file)}`);
      }
      return results;
    },
    [Symbol.asyncDispose]: async () => opened?.[Symbol.asyncDispose](),
  };
}

/** @param cancelled what has passed until the run was cancelled. */
function printResults(
  results: Redacted<RunResults>,
  cancelled: string | undefined,
  { print }: Terminal,
): void {
  if (cancelled !== undefined) {
    print(`Cancelled: ${cancelled}.`, 'yellow');
    return;
  }
  if (results.total === 0 && (results.green || results.status === 'failed')) {
    print(results.reason, results.green ? 'green' : 'red');
    return;
  }
  const { lines } = failuresForLog([results], true, 'the report');
  if (lines.length > 0) print('');
  for (const line of lines) print(line);
  print('');
  const counts = `${formatCounts(results)} (${formatDuration(results.durationMs)})`;
  if (results.green) print(counts, 'green');
  else if (results.status === 'failed') print(counts, 'red');
  else print(`error: ${results.reason}`, 'red');
}
