import { Command } from 'commander';
import { addInputOptions, type ParsedOptions } from '../run/input-options.ts';
import type { MutateOptions } from '../run/mutate.ts';
import { patternsArgument, patternsOf } from './patterns.ts';

/** `mutate`: finds out which faults test cases notice, as `mode: mutate` does. */
export function mutateCommand(): Command {
  const command = new Command('mutate')
    .description('Break the app in many ways, one at a time, and report what no test case notices.')
    .addArgument(patternsArgument())
    .option('--json', 'print the result as JSON, and everything else to stderr');
  addInputOptions(command, 'mutate');
  return command.action(async (patterns: string[], options: MutateOptions & ParsedOptions) => {
    const { mutateHere } = await import('../run/mutate.ts');
    process.exitCode = await mutateHere(patternsOf(patterns), options);
  });
}
