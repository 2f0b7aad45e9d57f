import { Command } from 'commander';

/** The default of the input `tests`. */
export const defaultPattern = 'browser-tests';

/** `validate`: checks test files without a browser. */
export function validateCommand(): Command {
  return new Command('validate')
    .description('Check test files without a browser. Exit code 1 if there are problems.')
    .argument('[patterns...]', 'test files, as in the input `tests`', [defaultPattern])
    .option('--json', 'print the problems and warnings as JSON')
    .action(async (patterns: string[], { json = false }: { json?: boolean }) => {
      const { validate } = await import('../validate.ts');
      process.exitCode = await validate(patterns, json);
    });
}
