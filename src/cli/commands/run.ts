import { Command } from 'commander';
import { addInputOptions, type ParsedOptions } from '../run/input-options.ts';
import type { RunOptions } from '../run/run.ts';
import { patternsArgument, patternsOf } from './patterns.ts';

/** `run`: plays test cases on this machine. */
export function runCommand(): Command {
  const command = new Command('run')
    .description('Run test cases on this machine. Exit code 0 if all of them passed, otherwise 1.')
    .addArgument(patternsArgument())
    .option('--grep <pattern>', 'only test cases whose name matches this regular expression')
    .option('--last-failed', 'only test cases that did not pass in the last run')
    .option('--repeat <n>', 'run each test case n times')
    .option('--headed', 'show the browser')
    .option('--no-headed', 'do not show the browser with --debug')
    .option('--debug', 'show the browser, and stop before each step')
    .option('--watch', 'run test cases again when they change, or when you press a key')
    .option(
      '--watch-app <folder>',
      'as --watch, and run all again when files of this folder or glob pattern change',
    )
    .option('--json', 'print the results as JSON, and everything else to stderr')
    .option('--open', 'open the report at the end');
  addInputOptions(command, 'run');
  return command.action(async (patterns: string[], options: RunOptions & ParsedOptions) => {
    const { run } = await import('../run/run.ts');
    process.exitCode = await run(patternsOf(patterns), options);
  });
}
