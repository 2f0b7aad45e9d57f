import { Command } from 'commander';
import { addInputOptions, type ParsedOptions } from '../run/input-options.ts';

/** `init`: a first test and a workflow. */
export function initCommand(): Command {
  const command = new Command('init').description(
    'Write a first test that passes, and a workflow. Files that exist are not changed.',
  );
  addInputOptions(command, ['url', 'start', 'start-timeout', 'wait-on', 'browser']);
  return command.action(async (options: ParsedOptions) => {
    const { init } = await import('../init/init.ts');
    process.exitCode = await init(options);
  });
}
