import { shellWord } from '../../common/text.ts';
import { cancelled } from '../../runtime/cancellation.ts';
import { inputEnv, type ParsedOptions } from './input-options.ts';
import { readInputOptions } from './read-input-options.ts';
import { LocalRuns } from './run-tests-here.ts';

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
  const { green } = await runs.play((cases) => cases);
  if (green && inputs.mode.kind === 'export')
    runs.terminal.print(
      `Run them with @playwright/test:\n  npx playwright test --config ${shellWord(inputs.mode.folder)}`,
    );
  return green ? 0 : 1;
}
