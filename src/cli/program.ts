import { Command } from 'commander';
import { completionCommand } from './commands/completion.ts';
import { exportCommand } from './commands/export.ts';
import { generateCommand } from './commands/generate.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { mutateCommand } from './commands/mutate.ts';
import { recordCommand } from './commands/record.ts';
import { reportCommand } from './commands/report.ts';
import { runCommand } from './commands/run.ts';
import { serveCommand } from './commands/serve.ts';
import { validateCommand } from './commands/validate.ts';

/** As in package.json. */
const version = '0.1.0';

const helpHint = '(--help lists what there is)';

/** In the order of the help. */
const commands = [
  initCommand,
  recordCommand,
  generateCommand,
  importCommand,
  validateCommand,
  runCommand,
  mutateCommand,
  reportCommand,
  exportCommand,
  serveCommand,
  completionCommand,
];

/** The command's parser. What a command needs is loaded when it runs. */
export function createProgram(): Command {
  const program = new Command('browser-test-gate')
    .description('Run, check and write the browser tests of this repository.')
    .version(version)
    .exitOverride()
    .showHelpAfterError(helpHint);
  for (const create of commands) program.addCommand(create().exitOverride().showHelpAfterError(helpHint));
  return program;
}
