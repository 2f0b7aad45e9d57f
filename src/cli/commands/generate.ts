import { Command } from 'commander';
import type { GenerateOptions } from '../generate/generate.ts';

/** `generate`: turns steps in plain words, or what it finds in the app, into test cases. */
export function generateCommand(): Command {
  return new Command('generate')
    .description(
      'Write test cases for a prompt with steps in plain words, or for what is found in the app. Each passes three times before it is written.',
    )
    .argument('[prompt]', 'what to test, such as: Click "Sign in". I should see "Welcome".', '')
    .requiredOption('--url <url>', 'URL of the app under test')
    .option('--path <path>', 'page below the URL where the test cases start', '/')
    .option('--folder <folder>', 'folder for the new files', 'generated-tests')
    .option('--variable <NAME=value...>', 'value of $NAME in the prompt. May be repeated')
    .action(async (prompt: string, options: GenerateOptions) => {
      const { generate } = await import('../generate/generate.ts');
      const machine = { env: process.env, platform: process.platform, workspace: process.cwd() };
      process.exitCode = await generate(prompt, options, machine);
    });
}
