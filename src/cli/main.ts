import { CommanderError } from 'commander';
import { errorCode, messageOf, UserError } from '../common/errors.ts';
import { isDriverNoise } from '../runner/browser/driver.ts';
import { logSafe, redirectWarnings } from '../runtime/log-text.ts';
import { jsonError } from './exit.ts';
import { createProgram } from './program.ts';
import { WrongArguments } from './run/input-options.ts';

/** The command `browser-test-gate`. Commands set the exit code themselves; 2 is for wrong arguments. */

redirectWarnings((text) => console.error(text));
// A reader such as `head` may have enough of the output. What was started goes on to its end.
process.stdout.on('error', (error) => {
  if (errorCode(error) !== 'EPIPE') throw error;
});
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    if (!isDriverNoise(error)) end(1, `Unexpected internal error: ${messageOf(error)}`);
  });
}

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  // The parser has printed what is wrong, or the help.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    if (process.exitCode === 2) printJsonError(error.message);
  } else if (error instanceof WrongArguments) end(2, `error: ${error.message}`);
  else if (error instanceof UserError) end(1, `error: ${error.message}`);
  else throw error;
}

function end(code: number, message: string): never {
  console.error(logSafe(message));
  printJsonError(message);
  process.exit(code);
}

/** With `--json`, stdout is JSON in any case. */
function printJsonError(message: string): void {
  if (process.argv.includes('--json')) process.stdout.write(jsonError(message));
}
