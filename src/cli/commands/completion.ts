import { Argument, Command } from 'commander';
import { completionScript, type Shell, shells } from '../completion.ts';

/** `completion`: a script for a shell. */
export function completionCommand(): Command {
  return new Command('completion')
    .description('Print a script for your shell that completes commands, options and files.')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .action((shell: Shell, _options: unknown, command: Command) => {
      if (command.parent !== null) process.stdout.write(completionScript(shell, command.parent));
      process.exitCode = 0;
    });
}
