import { join } from 'node:path';
import { readResultsFile } from '../../publish/results-artifacts.ts';
import { formatResults, resultsFileName } from '../../results/results-file.ts';
import { cancelled } from '../../runtime/cancellation.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import { openFile } from '../open-file.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { chooseByName, chooseLastFailed, repeat } from './choose-cases.ts';
import { inputEnv, type ParsedOptions } from './input-options.ts';
import { lastRunFolder } from './output-folder.ts';
import { readInputOptions } from './read-input-options.ts';
import { openLocalRuns } from './run-tests-here.ts';

/** The options of `run` that are no inputs. */
export interface RunOptions {
  readonly grep?: string;
  readonly lastFailed?: boolean;
  readonly repeat?: string;
  readonly json?: boolean;
  readonly open?: boolean;
}

type Choose = (cases: readonly LoadedCase[]) => readonly LoadedCase[];

/** Plays test cases on this machine. @returns the exit code. @throws WrongArguments */
export async function run(patterns: readonly string[], options: RunOptions & ParsedOptions): Promise<number> {
  const env = inputEnv(options, { tests: patterns.join('\n') }, process.env);
  const inputs = readInputOptions(env);
  const choose = await chooser(options);
  // A closed terminal ends what was started, as Ctrl-C does.
  process.once('SIGHUP', () => process.emit('SIGTERM'));
  const stream = options.json ? process.stderr : process.stdout;
  await using runs = openLocalRuns({ inputs, env, stream, cancel: cancelled });
  const results = await runs.play(choose);
  if (options.json) process.stdout.write(formatResults(results, Number.POSITIVE_INFINITY));
  if (options.open) await openFile(join(lastRunFolder(process.cwd()), 'report.html'), runs.terminal.print);
  return results.green && !cancelled.aborted ? 0 : 1;
}

async function chooser({ grep, lastFailed, repeat: times }: RunOptions): Promise<Choose> {
  const steps: Choose[] = [];
  if (lastFailed) steps.push(chooseLastFailed(await lastResults()));
  if (grep !== undefined) steps.push(chooseByName(readPattern(grep)));
  if (times !== undefined) steps.push(repeat(readTimes(times)));
  return (cases) => steps.reduce((chosen, step) => step(chosen), cases);
}

async function lastResults() {
  const read = await readResultsFile(join(lastRunFolder(process.cwd()), resultsFileName));
  if (read.kind === 'results') return read.results;
  throw new WrongArguments(
    '--last-failed needs the results of an earlier run in this folder: there are none',
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
