import { Command } from 'commander';

/** `report`: opens the report of the last run. */
export function reportCommand(): Command {
  return new Command('report')
    .description('Open the report of the last run, or print its path if there is no display.')
    .action(async () => {
      const { openLastReport } = await import('../open-file.ts');
      process.exitCode = await openLastReport();
    });
}
