import { Command } from 'commander';
import { validateCommand } from './commands/validate.ts';

/** The command's parser. What a command needs is loaded when it runs. */
export function createProgram(): Command {
  const program = new Command('browser-test-gate')
    .description('Run, check and write the browser tests of this repository.')
    .exitOverride()
    .showHelpAfterError()
    .showSuggestionAfterError();
  for (const command of [validateCommand()]) program.addCommand(command.copyInheritedSettings(program));
  return program;
}
