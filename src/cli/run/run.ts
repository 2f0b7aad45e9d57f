import { join } from 'node:path';
import { formatResults, readResultsFile, resultsFileName } from '../../results/results-file.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { cancelled } from '../cancelled.ts';
import {
  type Choose,
  chooseAtLines,
  chooseByName,
  chooseLastFailed,
  readLines,
  repeat,
} from './choose-cases.ts';
import { inputEnv, type ParsedOptions, WrongArguments } from './input-options.ts';
import { openKeyboard } from './keyboard.ts';
import { hasDisplay, lastRunFolder, openFile } from './last-run.ts';
import { LocalRuns } from './local-runs.ts';
import { readInputOptions } from './read-input-options.ts';
import { StepDebugger } from './step-debugger.ts';
import { watch } from './watch.ts';

/** The options of `run` that are no inputs. */
export interface RunOptions {
  readonly grep?: string;
  readonly lastFailed?: boolean;
  readonly repeat?: string;
  readonly json?: boolean;
  readonly open?: boolean;
  readonly headed?: boolean;
  readonly debug?: boolean;
  readonly watch?: boolean;
  readonly watchApp?: string;
}

/**
 * Runs test cases on this machine.
 * @param given files, folders, glob patterns and lines of files. @returns the exit code. @throws WrongArguments
 */
export async function run(given: readonly string[], options: RunOptions & ParsedOptions): Promise<number> {
  const { files: patterns, lines } = readLines(process.cwd(), given);
  const { debug = false, headed = debug } = options;
  if (headed) requireDisplay();
  const isWatching = options.watch === true || options.watchApp !== undefined;
  if (isWatching && options.json)
    throw new WrongArguments('--json prints the results of one run. Leave out --watch');
  const env = inputEnv(
    { ...(isWatching && watchDefaults), ...(debug && debugDefaults(options)), ...options },
    { tests: patterns.join('\n'), ...(debug && debugInputs) },
    process.env,
  );
  const inputs = readInputOptions(env);
  let chosenCases: readonly LoadedCase[] = [];
  const chosen = await chooser(options, lines);
  const choose: Choose = (cases) => {
    chosenCases = chosen(cases);
    return chosenCases;
  };
  const stream = options.json ? process.stderr : process.stdout;
  const quit = new AbortController();
  const cancel = AbortSignal.any([cancelled, quit.signal]);
  const app = { folder: options.watchApp, url: inputs.service.url ?? '' };
  using keyboard = debug || isWatching ? openKeyboard() : undefined;
  const runStep =
    debug && keyboard !== undefined
      ? new StepDebugger({
          terminal: () => runs.terminal,
          keyboard,
          fileOf: ({ id }) => chosenCases.find(({ testCase }) => testCase.id === id),
          quit: () => quit.abort(),
          cancel,
        }).run
      : undefined;
  const display = { headed, ...(runStep && { runStep }) };
  await using runs = new LocalRuns({ inputs, env, stream, cancel, display, isWatching });
  if (keyboard !== undefined && isWatching)
    return (await watch({ runs, patterns, choose, cancel, keyboard, app })) ? 0 : 1;
  const results = await runs.run(choose);
  if (options.json) process.stdout.write(formatResults(results, Number.POSITIVE_INFINITY));
  if (options.open) await openFile(join(lastRunFolder(process.cwd()), 'report.html'), runs.terminal.print);
  return results.green && !cancel.aborted ? 0 : 1;
}

/** Whoever waits for the result changes something, or presses a key. */
const watchDefaults = { retries: '0' };

/** A step may take as long as somebody looks at it. */
const debugInputs = { workers: '1', retries: '0', timeout: '6h' };

/** Nobody wants to look long at a step that finds nothing. An assertion cannot wait longer than a step. */
function debugDefaults({ expectTimeout }: ParsedOptions) {
  return expectTimeout === undefined ? { timeoutPerStep: '10s' } : {};
}

/** @throws WrongArguments */
function requireDisplay(): void {
  if (hasDisplay(process)) return;
  throw new WrongArguments(
    'there is no display for a browser window. Leave out --headed, set --no-headed with --debug, or use xvfb-run',
  );
}

async function chooser(
  { grep, lastFailed, repeat: times }: RunOptions,
  lines: ReadonlyMap<string, readonly number[]>,
): Promise<Choose> {
  const steps: Choose[] = lines.size === 0 ? [] : [chooseAtLines(lines)];
  if (lastFailed) steps.push(chooseLastFailed(await lastResults()));
  if (grep !== undefined) steps.push(chooseByName(readPattern(grep)));
  if (times !== undefined) steps.push(repeat(readTimes(times)));
  return (cases) => steps.reduce((chosen, step) => step(chosen), cases);
}

async function lastResults() {
  const results = await readResultsFile(join(lastRunFolder(process.cwd()), resultsFileName));
  if (results !== undefined) return results;
  throw new WrongArguments(
    '--last-failed needs the results of an earlier run in this folder. Run the test cases once without it',
  );
}

function readPattern(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    throw new WrongArguments(`--grep ${JSON.stringify(text)} is not a regular expression`);
  }
}

function readTimes(text: string): number {
  const times = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (times >= 1 && times <= 100) return times;
  throw new WrongArguments(`--repeat ${JSON.stringify(text)} is not a number from 1 to 100`);
}
