import { Command } from 'commander';
import { WrongArguments } from '../wrong-arguments.ts';
import { defaultPattern } from './patterns.ts';

/** `import`: test files of Playwright and Cypress specs and of recordings. */
export function importCommand(): Command {
  return new Command('import')
    .description(
      'Write test files of Playwright and Cypress specs, and of recordings. Existing files are not changed.',
    )
    .argument('<files...>', 'specs (.ts, .js), Playwright codegen (.jsonl), Chrome DevTools Recorder (.json)')
    .option('--out <folder>', 'folder of the test files', defaultPattern)
    .option(
      '--url <url>',
      'where the app is in the files; default: their baseURL, or the first address that they open',
    )
    .option('--json', 'print the result as JSON')
    .action(
      async (files: string[], { out, url, json = false }: { out: string; url?: string; json?: boolean }) => {
        if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
          throw new WrongArguments(`--url: ${JSON.stringify(url)} is not an http or https URL`);
        const { importFiles } = await import('../import/import-files.ts');
        process.exitCode = await importFiles(files, { out, url, json });
      },
    );
}
