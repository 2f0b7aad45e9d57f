import { Command, Option } from 'commander';
import type { RecordOptions } from '../record/record.ts';

/** `record`: turns what a person does in a browser into a test case. */
export function recordCommand(): Command {
  return new Command('record')
    .description('Open the app in a browser and write what you do as a test case. Then play it once.')
    .requiredOption('--url <url>', 'URL of the app under test')
    .option('--path <path>', 'page below the URL where the test case starts', '/')
    .option('--title <title>', 'name of the test case', 'Recorded test case')
    .option('--out <file>', 'file to write. Default: a new file in browser-tests, named after the title')
    .addOption(new Option('--headless', 'record without a window, for tests').hideHelp())
    .action(async (options: RecordOptions) => {
      const { record } = await import('../record/record.ts');
      const machine = { env: process.env, platform: process.platform, workspace: process.cwd() };
      process.exitCode = await record(options, { machine });
    });
}
