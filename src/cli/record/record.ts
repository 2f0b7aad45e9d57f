import { isAbsolute, relative } from 'node:path';
import { formatCount } from '../../common/text.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import type { Machine } from '../../runner/browser/browser-kinds.ts';
import { BrowserNotFound } from '../../runner/browser/find-browser.ts';
import { BrowserNotStarted } from '../../runner/browser/launch.ts';
import { joinUrl } from '../../runner/join-url.ts';
import { openRecording, type RecordedEvent, type Recording } from '../../runner/recording/recording.ts';
import { logSafe } from '../../runtime/log-text.ts';
import { UserError } from '../../runtime/user-error.ts';
import { loadTestCases } from '../../test-files/load.ts';
import { formatProblem } from '../../test-files/problem.ts';
import { hasDisplay } from '../open-file.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { type RecordedTest, recordedTest } from './recorded-test.ts';
import { describeDifference, replay } from './replay.ts';
import { chooseTestFile, testFileText, writeTestFile } from './test-file.ts';

export interface RecordOptions {
  readonly url: string;
  readonly path: string;
  readonly title: string;
  readonly out?: string;
  readonly headless?: boolean;
}

export interface Surroundings {
  readonly machine: Machine;
  /** For tests: what is done in place of a person. The recording ends with it. */
  readonly drive?: (recording: Recording) => Promise<void>;
}

/**
 * Records a test case, writes it, and plays it once.
 * @returns the exit code: 0 if the replay passed.
 * @throws UserError if nothing can be recorded, WrongArguments.
 */
export async function record(options: RecordOptions, surroundings: Surroundings): Promise<number> {
  const { machine } = surroundings;
  requireUrl(options.url);
  const file = await chooseTestFile(machine.workspace, options.out, options.title);
  if (options.headless !== true) requireDisplay(machine);
  const test = await recordTest(options, surroundings);
  if (test.elements.length === 0) throw new UserError('Nothing was recorded, so no file was written.');
  const variables = [...test.variables.keys()];
  const entryPointUrlPath = test.entryPointUrlPath ?? options.path;
  const { title: description } = options;
  await writeTestFile(
    machine.workspace,
    file,
    testFileText({ description, entryPointUrlPath, elements: test.elements, variables }),
  );
  print(`\nWrote ${file}: ${formatCount(test.elements.length, 'step')}.`);
  for (const name of variables) {
    print(`$${name} stands for a password. Set it as a variable of the run, from a secret.`);
  }
  for (const warning of test.warnings) print(`warning: ${warning}`);
  return replayFile(file, test, { ...options, machine });
}

function print(text: string): void {
  console.log(logSafe(text));
}

function requireUrl(url: string): void {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return;
  throw new WrongArguments(`Cannot record ${url}: use an http or https URL, such as http://localhost:3000.`);
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
  { url, path, headless = false }: RecordOptions,
  { machine, drive }: Surroundings,
): Promise<RecordedTest> {
  const events: RecordedEvent[] = [];
  const warnings: string[] = [];
  const test = () => recordedTest(events, { url, uploadPath: (path) => uploadPath(path, machine.workspace) });
  const progress = new Progress();
  const interrupted = new Interruption();
  const recording = await openRecording(machine, {
    url: joinUrl(url, path),
    headed: !headless,
    onEvent(event) {
      events.push(event);
      progress.update(test().elements);
    },
    onWarning: (message) => warnings.push(message),
  }).catch((error: unknown) => {
    throw cannotRecord(error, url);
  });
  await using _ = recording;
  await using __ = interrupted;
  print('Recording. Use the app in the browser window; the toolbar in it adds assertions.');
  print('Close the window, or press Ctrl-C here, when you are done.\n');
  await Promise.race([recording.finished, interrupted.occurred, drive?.(recording) ?? recording.finished]);
  await recording.flush();
  const recorded = test();
  progress.end(recorded.elements);
  return { ...recorded, warnings: [...warnings, ...recorded.warnings] };
}

function cannotRecord(error: unknown, url: string): unknown {
  if (error instanceof BrowserNotFound || error instanceof BrowserNotStarted)
    return new UserError(error.message);
  const refused = error instanceof Error && /net::ERR_\w+/.exec(error.message)?.[0];
  if (typeof refused !== 'string') return error;
  return new UserError(`Cannot open ${url}: ${refused}. Start the app first.`);
}

/** The path of an uploaded file from the repository's root; undefined if the file is elsewhere. */
function uploadPath(path: string, workspace: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  const inside = relative(workspace, path).replaceAll('\\', '/');
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : inside;
}

/** The first Ctrl-C ends a recording, and nothing else. */
class Interruption implements AsyncDisposable {
  readonly occurred: Promise<void>;
  readonly #onSignal: () => void;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.occurred = promise;
    this.#onSignal = resolve;
    process.once('SIGINT', this.#onSignal);
    process.once('SIGTERM', this.#onSignal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off('SIGINT', this.#onSignal);
    process.off('SIGTERM', this.#onSignal);
  }
}

/** Prints each step when two others follow it: until then, it may become a double click. */
class Progress {
  #printed = 0;

  update(elements: readonly ExchangeElement[]): void {
    this.#print(elements.slice(0, -2));
  }

  end(elements: readonly ExchangeElement[]): void {
    this.#print(elements);
  }

  #print(elements: readonly ExchangeElement[]): void {
    for (const element of elements.slice(this.#printed)) print(`  ${describeStep(element)}`);
    this.#printed = Math.max(this.#printed, elements.length);
  }
}

async function replayFile(
  file: string,
  { variables }: RecordedTest,
  { url, machine }: { readonly url: string; readonly machine: Machine },
): Promise<number> {
  const { cases, problems } = await loadTestCases(machine.workspace, [file]);
  for (const problem of problems) print(`error: ${formatProblem(problem)}`);
  const [loaded] = cases;
  if (problems.length > 0 || loaded === undefined) return 1;
  print('Playing it once ...');
  const stop = new AbortController();
  const interrupted = new Interruption();
  void interrupted.occurred.then(() => stop.abort(new UserError('The replay was cancelled.')));
  await using _ = interrupted;
  const outcome = await replay(loaded.testCase, { machine, url, variables, signal: stop.signal });
  if (outcome === undefined) return 1;
  for (const line of describeDifference(loaded.testCase, outcome)) print(line);
  for (const warning of outcome.warnings ?? []) print(`warning: ${warning}`);
  if (outcome.status === 'PASSED') print('The replay passed.');
  return outcome.status === 'PASSED' ? 0 : 1;
}
