import { cancelled } from '../../runtime/cancellation.ts';
import { inputEnv, type ParsedOptions } from './input-options.ts';
import { readInputOptions } from './read-input-options.ts';
import { openLocalRuns } from './run-tests-here.ts';

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
  await using runs = openLocalRuns({ inputs, env, stream: process.stdout, cancel: cancelled });
  const { green } = await runs.play((cases) => cases);
  return green ? 0 : 1;
}
