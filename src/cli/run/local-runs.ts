import { relative } from 'node:path';
import type { Redact } from '../../common/text.ts';
import { connect } from '../../connection/connect.ts';
import type { Connection } from '../../connection/connection.ts';
import { buildContext } from '../../gate/context/context.ts';
import { runFacts } from '../../gate/context/job-identity.ts';
import { systemClock } from '../../gate/execution/timing.ts';
import type { Inputs } from '../../gate/inputs/read-inputs.ts';
import { secretInputs } from '../../gate/inputs/secret-inputs.ts';
import { appFacts } from '../../gate/inputs/service-input.ts';
import { listUnfinished, logCaseWarnings } from '../../gate/log-results.ts';
import type { RunRequest } from '../../gate/run-request.ts';
import { runTests } from '../../gate/run-tests.ts';
import { writeResultFiles } from '../../publish/write-files.ts';
import { failuresForLog } from '../../report/annotations.ts';
import { describeBrokenApp, formatDuration } from '../../report/describe.ts';
import { formatCounts } from '../../report/headline.ts';
import { resultsOf } from '../../results/cases.ts';
import { type Redacted, type RunResults, redactDeep } from '../../results/run-results.ts';
import type { RunnerDisplay } from '../../runner/open-runner.ts';
import type { Host } from '../../runtime/host.ts';
import { createRedactor } from '../../runtime/redactor.ts';
import { nameOptions } from './input-options.ts';
import { emptyLastRun, lastRunFolder } from './last-run.ts';
import { LiveProgress } from './live-progress.ts';
import { createTerminal, createTerminalHost, type Terminal } from './terminal.ts';

interface LocalRunOptions {
  readonly inputs: Inputs;
  /** The variables that the inputs were read from. */
  readonly env: NodeJS.ProcessEnv;
  readonly stream: NodeJS.WriteStream;
  readonly cancel: AbortSignal;
  readonly display?: RunnerDisplay;
  /** Whether there may be a next run. */
  readonly isWatching?: boolean;
}

/** Runs on this machine. The browser, the app and the service stay open between them, until it is disposed of. */
export class LocalRuns implements AsyncDisposable {
  readonly terminal: Terminal;
  readonly #options: LocalRunOptions;
  readonly #workspace = process.cwd();
  readonly #folder = lastRunFolder(this.#workspace);
  readonly #context = buildContext({ GITHUB_WORKSPACE: this.#workspace }, undefined);
  readonly #secrets: readonly string[];
  readonly #redact: Redact;
  readonly #host: Host;
  readonly #progress: LiveProgress;
  readonly #runsCases: boolean;
  #opened: Connection | undefined;
  #isReady = false;
  #mustRestart = false;

  constructor(options: LocalRunOptions) {
    this.#options = options;
    this.#secrets = secretInputs(options.env).secrets;
    this.#redact = createRedactor(this.#secrets);
    this.terminal = createTerminal(options.stream, this.#redact);
    this.#host = createTerminalHost(this.terminal);
    this.#progress = new LiveProgress(this.terminal);
    this.#runsCases = options.inputs.mode.kind === 'draft-push';
  }

  get startsApp(): boolean {
    const { service } = this.#options.inputs;
    return service.kind === 'embedded' && service.start !== undefined;
  }

  /** Whether an app that was started here does not run any more. The next run starts it again. */
  appHasFailed(): boolean {
    return this.#opened?.app?.hasFailed() ?? false;
  }

  /** Has the next run start the app again. */
  restartApp(): void {
    this.#mustRestart = true;
  }

  /** Runs the chosen test cases, prints their results, and writes the result files. */
  async run(chooseCases: NonNullable<RunRequest['chooseCases']>): Promise<Redacted<RunResults>> {
    const { inputs, cancel } = this.#options;
    const startedAt = new Date();
    const verdict = await runTests({
      inputs,
      context: this.#context,
      evidenceFolder: this.#folder,
      host: this.#host,
      cancel,
      clock: systemClock,
      onProgress: () => {},
      connect: (signal) => this.#connectOnce(signal),
      chooseCases: (cases) => {
        this.#progress.expect(cases.length);
        return chooseCases(cases);
      },
    });
    this.terminal.showStatus('');
    const facts = {
      ...runFacts(this.#context, startedAt, appFacts(inputs.service)),
      title: 'Browser tests',
    };
    const named = { ...verdict, reason: nameOptions(verdict.reason) };
    const results = redactDeep(resultsOf(facts, named, Date.now() - startedAt.getTime()), this.#redact);
    await this.#report(results);
    return results;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened?.[Symbol.asyncDispose]();
  }

  /** The connection, which one run does not close. */
  async #connectOnce(signal: AbortSignal): Promise<Connection> {
    const { app } = this.#opened ?? {};
    if (this.#mustRestart || app?.hasFailed()) await app?.restart(signal);
    this.#mustRestart = false;
    this.#opened ??= await connect(this.#connectionRequest(), signal);
    // The files of the last run stay if this one could not begin.
    if (this.#runsCases) await emptyLastRun(this.#workspace);
    this.#isReady = this.#runsCases;
    return { ...this.#opened, [Symbol.asyncDispose]: async () => {} };
  }

  #connectionRequest(): Parameters<typeof connect>[0] {
    const { inputs, display, isWatching = false } = this.#options;
    return {
      inputs,
      context: this.#context,
      evidenceFolder: this.#folder,
      secrets: this.#secrets,
      host: this.#host,
      onStart: () => {},
      onTempFolder: () => {},
      onAppStarted: () => {},
      onAppFailed: (text) => this.#host.warning(isWatching ? `${text}\nThe next run starts it again.` : text),
      // On mutants, each test case is run many times.
      display: { ...display, ...(this.#runsCases ? { follow: this.#progress.follow } : {}) },
    };
  }

  /** Writes the result files of a run in which test cases ran, and prints its results. */
  async #report(results: Redacted<RunResults>): Promise<void> {
    const hasRun = this.#isReady && results.results.length > 0;
    const written = hasRun ? await writeResultFiles(results, this.#folder, this.#host) : undefined;
    logCaseWarnings(results.results, this.#host);
    printResults(results, this.#describeCancellation(results.green), this.terminal);
    for (const file of written?.paths.filter((each) => /\.(?:html|md)$/.test(each)) ?? []) {
      const name = file.endsWith('.md') ? 'Failures' : 'Report';
      this.terminal.print(`${name}: ${relative(this.#workspace, file)}`);
    }
  }

  /** @returns undefined if nothing was cancelled. Modes that follow no test cases may have done their work before. */
  #describeCancellation(isGreen: boolean): string | undefined {
    if (!this.#options.cancel.aborted) return undefined;
    if (this.#runsCases) return `Cancelled: ${this.#progress.describe()}.`;
    return isGreen ? undefined : 'Cancelled.';
  }
}

/** @param cancelled what to print if the run was cancelled. */
function printResults(
  results: Redacted<RunResults>,
  cancelled: string | undefined,
  { print }: Terminal,
): void {
  if (cancelled !== undefined) {
    print(cancelled, 'yellow');
    return;
  }
  if (results.total === 0 && (results.green || results.status === 'failed')) {
    print(results.reason, results.green ? 'green' : 'red');
    return;
  }
  const { lines } = failuresForLog([results], { onCheck: true, elsewhere: 'the report' });
  const unfinished = results.status === 'timed-out' ? listUnfinished(results.results).lines : [];
  const broken = nameOptions(describeBrokenApp(results.results));
  const listed = [...lines, ...unfinished, broken].filter((line) => line !== '');
  if (listed.length > 0) print('');
  for (const line of listed) print(line);
  print('');
  const counts = `${formatCounts(results)} (${formatDuration(results.durationMs)})`;
  if (results.green) print(counts, 'green');
  else if (results.status === 'failed') print(counts, 'red');
  else print(`error: ${results.reason}`, 'red');
}
