import { Command } from 'commander';
import { addInputOptions, type ParsedOptions } from '../run/input-options.ts';
import { patternsArgument, patternsOf } from './patterns.ts';

/** `export`: writes test cases as Playwright tests, as `mode: export` does. */
export function exportCommand(): Command {
  const command = new Command('export')
    .description('Write test cases as Playwright tests.')
    .addArgument(patternsArgument())
    .option('--folder <folder>', 'folder inside this one to write to (default: playwright-tests)');
  addInputOptions(command, [
    'url',
    'environment',
    'browser',
    'breakpoint',
    'headers',
    'basic-auth-username',
    'basic-auth-password',
  ]);
  return command.action(async (patterns: string[], options: ParsedOptions) => {
    const { exportTests } = await import('../run/export-tests.ts');
    process.exitCode = await exportTests(patternsOf(patterns), options);
  });
}
