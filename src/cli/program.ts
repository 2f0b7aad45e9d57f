import { Command } from 'commander';
import { importCommand } from './commands/import.ts';
import { runCommand } from './commands/run.ts';
import { validateCommand } from './commands/validate.ts';

/** The command's parser. What a command needs is loaded when it runs. */
export function createProgram(): Command {
  const program = new Command('browser-test-gate')
    .description('Run, check and write the browser tests of this repository.')
    .exitOverride()
    .showHelpAfterError()
    .showSuggestionAfterError();
  for (const create of [runCommand, validateCommand, importCommand]) {
    program.addCommand(create().copyInheritedSettings(program));
  }
  return program;
}
