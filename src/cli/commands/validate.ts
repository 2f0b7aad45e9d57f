import { Command } from 'commander';
import { patternsArgument, patternsOf } from './patterns.ts';

/** `validate`: checks test files without a browser. */
export function validateCommand(): Command {
  return new Command('validate')
    .description('Check test files without a browser. Exit code 1 if there are problems.')
    .addArgument(patternsArgument())
    .option('--json', 'print the problems and warnings as JSON')
    .action(async (patterns: string[], { json = false }: { json?: boolean }) => {
      const { validate } = await import('../validate.ts');
      process.exitCode = await validate(patternsOf(patterns), json);
    });
}
