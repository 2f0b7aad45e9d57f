import { isAbsolute, relative } from 'node:path';
import { UserError } from '../../common/errors.ts';
import { formatCount } from '../../common/text.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeElement, ExchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import { variableLists } from '../../contract/values.ts';
import type { Machine } from '../../runner/browser/browser-kinds.ts';
import { openRunner } from '../../runner/open-runner.ts';
import { openRecording, type RecordedEvent, type Recording } from '../../runner/recording/recording.ts';
import type { CaseOutcome } from '../../runner/runner.ts';
import { logSafe } from '../../runtime/log-text.ts';
import { createRedactor } from '../../runtime/redactor.ts';
import { loadTestCases } from '../../test-files/load.ts';
import { formatProblem } from '../../test-files/problem.ts';
import { testFileText } from '../../test-files/write.ts';
import { type AppUnderTest, openingError, readAppUnderTest } from '../app-under-test.ts';
import { exitCodeOf } from '../exit.ts';
import { type ParsedOptions, WrongArguments } from '../run/input-options.ts';
import { hasDisplay } from '../run/last-run.ts';
import { isUndo, type RecordedTest, recordedTest } from './recorded-test.ts';
import { chooseTestFile, writeTestFile } from './recorded-test-file.ts';

/** The options of `record` that are no inputs. */
export interface RecordOptions {
  readonly path: string;
  readonly title: string;
  readonly out?: string;
  readonly headless?: boolean;
}

export interface RecordingSetup {
  readonly machine: Machine;
  /** For tests: what is done in place of a person. The recording ends with it. */
  readonly drive?: (recording: Recording) => Promise<void>;
}

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Where a recording gets its app from, and where it prints. */
interface Session extends RecordingSetup {
  readonly app: AppUnderTest;
  readonly print: (text: string) => void;
  readonly signals: Signals;
}

/**
 * Records a test case, writes it, and runs it once.
 * @returns the exit code: 0 if the replay passed.
 * @throws UserError if nothing can be recorded, WrongArguments.
 */
export async function record(
  options: RecordOptions & ParsedOptions,
  surroundings: RecordingSetup,
): Promise<number> {
  const { machine } = surroundings;
  const app = readAppUnderTest(options, machine.env);
  const redact = createRedactor(app.secrets);
  const print = (text: string) => console.log(logSafe(redact(text)));
  using signals = new Signals();
  const session = { ...surroundings, app, print, signals };
  const file = await chooseTestFile(machine.workspace, options);
  if (options.headless !== true) requireDisplay(machine);
  const test = await recordTest(options, session);
  if (test.elements.length === 0 && signals.last !== undefined) {
    print('Cancelled: nothing was recorded, and no file was written.');
    return exitCodeOf(signals.last);
  }
  if (test.elements.length === 0) throw new UserError('Nothing was recorded, so no file was written.');
  // Not sooner: npm passes on to its script what the terminal has sent to both of them.
  signals.next();
  const { elements, warnings, entryPointUrlPath = options.path } = test;
  const variables = [...test.variables.keys()];
  const text = testFileText({ description: options.title, entryPointUrlPath, elements }, variables);
  await writeTestFile(machine.workspace, file, text).catch((error: unknown) => {
    // Nobody wants to do all of it again.
    print(`\n${text}`);
    throw error;
  });
  print(`\nWrote ${file}: ${formatCount(elements.length, 'step')}.`);
  for (const name of variables) {
    print(`$${name} stands for a password. Set it as a variable of the run, from a secret.`);
  }
  for (const warning of warnings) print(`warning: ${warning}`);
  return await replayFile(file, test, session);
}

/** @throws UserError on a Linux without a display, where a browser with a window would not start. */
function requireDisplay(machine: Machine): void {
  if (hasDisplay(machine)) return;
  throw new WrongArguments(
    'Cannot record without a display: `record` opens a browser window, and neither DISPLAY nor WAYLAND_DISPLAY is set. Record on a machine with a desktop, or write the test case by hand.',
  );
}

/** Opens the app, and collects what happens until the person is done. */
async function recordTest(
  { path, headless = false }: RecordOptions,
  { machine, drive, app: { url, environment }, print, signals }: Session,
): Promise<RecordedTest> {
  const events: RecordedEvent[] = [];
  const warnings: string[] = [];
  const test = () => recordedTest(events, { url, uploadPath: (path) => uploadPath(path, machine.workspace) });
  const progress = new Progress(print);
  const { stop } = signals;
  const interrupted = new Promise((resolve) => stop.addEventListener('abort', resolve));
  const recording = await openRecording(machine, {
    executionUrl: url,
    environment,
    path,
    headed: !headless,
    onEvent(event) {
      if (isUndo(event)) progress.print(test().elements);
      events.push(event);
      const { elements } = test();
      progress.update(elements);
      return describeLast(elements);
    },
    onWarning: (message) => warnings.push(message),
    signal: stop,
  }).catch((error: unknown) => {
    if (!stop.aborted) throw openingError(error, url);
  });
  if (recording === undefined) return test();
  await using _ = recording;
  print('Recording. Use the app in the browser window. Add assertions with its toolbar.');
  print('Close the window, or press Ctrl-C here, when you are done.\n');
  await Promise.race([recording.finished, interrupted, drive?.(recording) ?? recording.finished]);
  await recording.flush();
  const recorded = test();
  progress.print(recorded.elements);
  return { ...recorded, warnings: [...warnings, ...recorded.warnings] };
}

/** The path of an uploaded file from the repository's root; undefined if the file is elsewhere. */
function uploadPath(path: string, workspace: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  const inside = relative(workspace, path).replaceAll('\\', '/');
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : inside;
}

/** Ctrl-C ends what is going on, such as the recording or the replay, and not the process. */
class Signals implements Disposable {
  /** The signal that came last. */
  last: NodeJS.Signals | undefined;
  #controller = new AbortController();
  readonly #onSignal = (signal: NodeJS.Signals) => {
    this.last = signal;
    this.#controller.abort();
  };

  constructor() {
    for (const signal of endSignals) process.on(signal, this.#onSignal);
  }

  /** Aborted when a signal ends what is going on. */
  get stop(): AbortSignal {
    return this.#controller.signal;
  }

  /** From here on, signals end what comes next. */
  next(): void {
    this.#controller = new AbortController();
  }

  [Symbol.dispose](): void {
    for (const signal of endSignals) process.off(signal, this.#onSignal);
  }
}

/** What the toolbar shows of a recording. */
function describeLast(elements: readonly ExchangeElement[]): string {
  const last = elements.at(-1);
  return last === undefined ? 'Recording' : `${elements.length}: ${describeStep(last)}`;
}

/** Prints each step when two others follow it: until then, it may become a double click. */
class Progress {
  readonly #printed: string[] = [];
  readonly #line: Session['print'];

  constructor(print: Session['print']) {
    this.#line = print;
  }

  update(elements: readonly ExchangeElement[]): void {
    for (const undone of this.#printed.splice(elements.length)) this.#line(`  undone: ${undone}`);
    this.print(elements.slice(0, -2));
  }

  print(elements: readonly ExchangeElement[]): void {
    for (const step of elements.slice(this.#printed.length).map(describeStep)) {
      this.#line(`  ${step}`);
      this.#printed.push(step);
    }
  }
}

async function replayFile(
  file: string,
  { variables }: RecordedTest,
  { app, machine, print, signals }: Session,
): Promise<number> {
  const { cases, problems } = await loadTestCases(machine.workspace, [file]);
  for (const problem of problems) print(`error: ${formatProblem(problem)}`);
  const [loaded] = cases;
  if (problems.length > 0 || loaded === undefined) return 1;
  print('Replaying it once ...');
  const outcome = await replay(loaded.testCase, { machine, app, variables, signal: signals.stop });
  if (outcome === undefined) {
    print('The replay was cancelled.');
    return signals.last === undefined ? 1 : exitCodeOf(signals.last);
  }
  for (const line of describeDifference(loaded.testCase, outcome)) print(line);
  for (const warning of outcome.warnings ?? []) print(`warning: ${warning}`);
  if (outcome.status === 'PASSED') print('The replay passed.');
  return outcome.status === 'PASSED' ? 0 : 1;
}

/** Time of a step, in ms. Less than in a run: the app has just answered, and a person waits. */
const timeoutPerStepMs = 10_000;
/** As in the input `expect-timeout`. */
const expectTimeoutMs = 5000;

interface ReplayOptions {
  readonly machine: Machine;
  readonly app: Pick<AppUnderTest, 'url' | 'environment'>;
  readonly variables: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

/** Runs a recorded test case once, as the action would. */
async function replay(
  testCase: ExchangeTestCase,
  { machine, app, variables, signal }: ReplayOptions,
): Promise<CaseOutcome | undefined> {
  await using runner = openRunner(machine, {
    retries: 0,
    expectTimeoutMs,
    uploadFolder: machine.workspace,
    redactor: (secrets) => createRedactor([...secrets, ...variables.values()]),
  });
  let outcome: CaseOutcome | undefined;
  const plan = {
    cases: [testCase],
    library: new Map([[testCase.id, testCase]]),
    executionUrl: app.url,
    browser: 'CHROMIUM' as const,
    breakpoint: 'DESKTOP' as const,
    variables: variableLists(Object.fromEntries(variables)),
    timeoutPerStepMs,
    testIdAttribute: null,
    environment: app.environment,
  };
  const onOutcome = (ended: CaseOutcome) => {
    outcome = ended;
  };
  await runner.run(plan, { onStart: () => {}, onOutcome }, signal);
  return outcome;
}

/** What a replay did otherwise than the recording, as lines; none if it passed. */
function describeDifference(testCase: ExchangeTestCase, outcome: CaseOutcome): string[] {
  if (outcome.status === 'PASSED') return [];
  const index = outcome.failedStep?.elementIndex ?? undefined;
  const element = index === undefined ? undefined : testCase.elements[index];
  const where =
    index === undefined || element === undefined
      ? 'before the first step'
      : `at step ${index + 1} of ${testCase.elements.length}, ${describeStep(element)}`;
  const [reason = 'Unknown reason.'] = (outcome.errorMessage ?? '').split('\n\n');
  return [
    `The replay differs from the recording ${where}:`,
    `  ${reason.replaceAll('\n', '\n  ')}`,
    ...(element === undefined
      ? []
      : [
          'If the recording has changed data of the app, reset the data and run the test case again. Otherwise correct the step in the file.',
        ]),
  ];
}
