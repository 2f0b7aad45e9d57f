import { relative } from 'node:path';
import { shellWord } from '../../common/text.ts';
import { survivorsOf } from '../../report/markdown/mode-sections.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { cancelled } from '../cancelled.ts';
import { jsonError } from '../exit.ts';
import { inputEnv, type ParsedOptions } from './input-options.ts';
import { writeBesideLastRun } from './last-run.ts';
import { LocalRuns } from './local-runs.ts';
import { readInputOptions } from './read-input-options.ts';

export interface MutateOptions {
  readonly json?: boolean;
}

/** Runs test cases against mutants of the app. @returns the exit code. @throws WrongArguments */
export async function mutateHere(
  patterns: readonly string[],
  options: MutateOptions & ParsedOptions,
): Promise<number> {
  const env = inputEnv(options, { mode: 'mutate', tests: patterns.join('\n') }, process.env);
  const inputs = readInputOptions(env);
  const stream = options.json ? process.stderr : process.stdout;
  await using runs = new LocalRuns({ inputs, env, stream, cancel: cancelled });
  const { green, mutation, reason } = await runs.run((cases) => cases);
  if (mutation === undefined) {
    if (options.json) process.stdout.write(jsonError(reason));
    return green ? 0 : 1;
  }
  const { print } = runs.terminal;
  const survivors = survivorsOf(mutation);
  if (survivors.length > 0) print('\nNo test case detects:');
  for (const { page, description } of survivors) print(`- ${oneLine(page)}: ${oneLine(description)}`);
  const text = `${JSON.stringify(mutation, null, 2)}\n`;
  const file = await writeBesideLastRun(process.cwd(), 'mutation.json', text);
  print(`\nAll mutants: ${relative(process.cwd(), file)}`);
  if (options.json) process.stdout.write(text);
  return green ? 0 : 1;
}

/** Writes test cases as Playwright tests. @returns the exit code. @throws WrongArguments */
export async function exportTests(patterns: readonly string[], options: ParsedOptions): Promise<number> {
  const { folder } = options;
  const mode = {
    mode: 'export',
    tests: patterns.join('\n'),
    ...(typeof folder === 'string' ? { folder } : {}),
  };
  const env = inputEnv(options, mode, process.env);
  const inputs = readInputOptions(env);
  await using runs = new LocalRuns({ inputs, env, stream: process.stdout, cancel: cancelled });
  const { green } = await runs.run((cases) => cases);
  if (green && inputs.mode.kind === 'export')
    runs.terminal.print(
      `Run them with Playwright Test:\n  npx playwright test --config ${shellWord(inputs.mode.folder)}`,
    );
  return green ? 0 : 1;
}
