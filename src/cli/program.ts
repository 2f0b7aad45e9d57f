import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { completionScript, type Shell, shells } from './completion.ts';
import type { GenerateOptions } from './generate/generate.ts';
import type { RecordOptions } from './record/record.ts';
import {
  accessInputs,
  addInputOptions,
  type ParsedOptions,
  variablePrefix,
  WrongArguments,
} from './run/input-options.ts';
import type { MutateOptions } from './run/modes.ts';
import type { RunOptions } from './run/run.ts';
import { addServeOptions, type GivenServeOptions, readServeOptions } from './serve-options.ts';
import type { ValidateOptions } from './validate.ts';

/** As in package.json. */
const version = '0.1.0';

const helpHint = '(--help lists the commands and options)';

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
    .showHelpAfterError(helpHint)
    .hook('preAction', warnOfUnread);
  for (const create of commands) {
    const command = create().exitOverride().showHelpAfterError(helpHint);
    command.configureHelp({ optionDescription: describe, argumentDescription: describe });
    program.addCommand(command);
  }
  return program;
}

/** What an option or an argument is for, and its default. */
function describe({ description, defaultValue }: Option | Argument): string {
  const isGiven = typeof defaultValue === 'string' && defaultValue !== '';
  return isGiven ? `${description} (default: ${defaultValue})` : description;
}

/** Warns of environment variables that begin like those of options, but that no option reads. */
async function warnOfUnread(program: Command): Promise<void> {
  const known = program.commands.flatMap(({ options }) => options.flatMap(({ envVar }) => envVar ?? []));
  const unread = Object.keys(process.env).filter(
    (name) => name.startsWith(variablePrefix) && !known.includes(name),
  );
  if (unread.length === 0) return;
  const { nearMisses } = await import('../common/near-misses.ts');
  const names = known.map((each) => each.slice(variablePrefix.length));
  for (const name of unread) {
    const [similar] = nearMisses(name.slice(variablePrefix.length), names);
    const advice = similar === undefined ? helpHint : `Did you mean ${variablePrefix}${similar}?`;
    console.error(`warning: No option reads the environment variable ${name}. ${advice}`);
  }
}

function initCommand(): Command {
  const command = new Command('init').description(
    'Write a first test that passes, and a workflow. Existing files are not changed.',
  );
  addInputOptions(command, ['url', 'start', 'start-timeout', 'wait-on', 'browser', ...accessInputs]);
  return command.action(async (options: ParsedOptions) => {
    const { init } = await import('./init/init.ts');
    process.exitCode = await init(options);
  });
}

function recordCommand(): Command {
  const command = new Command('record')
    .description('Open the app in a browser, record what you do as a test case, and replay it once.')
    .option('--path <path>', 'page below --url where the test case starts. Default: --url itself', '')
    .option('--title <title>', 'name of the test case', 'Recorded test case')
    .option('--out <file>', 'file to write. Default: a new file in browser-tests, named after the title')
    .addOption(new Option('--headless', 'record without a window, for tests').hideHelp());
  addInputOptions(command, ['url', ...accessInputs]);
  return command.action(async (options: RecordOptions & ParsedOptions) => {
    const { record } = await import('./record/record.ts');
    const machine = { env: process.env, platform: process.platform, workspace: process.cwd() };
    process.exitCode = await record(options, { machine });
  });
}

function generateCommand(): Command {
  const command = new Command('generate')
    .description(
      'Write test cases from steps in plain English, or by exploring the app. Only test cases that pass three times are written.',
    )
    .argument('[prompt]', 'what to test, such as: Click "Sign in". I should see "Welcome".', '')
    .option('--path <path>', 'page below --url where the test cases start. Default: --url itself', '')
    .option('--folder <folder>', 'folder for the new files', 'generated-tests')
    .option('--model-url <url>', 'OpenAI-compatible endpoint of a model. Its key is read from MODEL_KEY')
    .option('--model-name <name>', 'model of that endpoint')
    .option('--json', 'print the new files as JSON, and everything else to stderr');
  addInputOptions(command, ['url', 'variables', ...accessInputs]);
  return command.action(async (prompt: string, options: GenerateOptions & ParsedOptions) => {
    const { generate } = await import('./generate/generate.ts');
    const { cancelled } = await import('./cancelled.ts');
    const machine = { env: process.env, platform: process.platform, workspace: process.cwd() };
    process.exitCode = await generate(prompt, options, machine, cancelled);
  });
}

function importCommand(): Command {
  return new Command('import')
    .description(
      'Convert Playwright specs, Cypress specs and recordings to test files. Existing files are not changed.',
    )
    .argument('<files...>', 'specs (.ts, .js), Playwright codegen (.jsonl), Chrome DevTools Recorder (.json)')
    .option('--out <folder>', 'folder of the test files', defaultPattern)
    .option(
      '--url <url>',
      'URL of the app in the imported files. Default: their baseURL, or the origin of the first URL that they open',
    )
    .option('--json', 'print the result as JSON')
    .action(
      async (files: string[], { out, url, json = false }: { out: string; url?: string; json?: boolean }) => {
        if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
          throw new WrongArguments(`--url: ${JSON.stringify(url)} is not an http or https URL`);
        const { importFiles } = await import('./import/import-files.ts');
        process.exitCode = await importFiles(files, { out, url, json });
      },
    );
}

function validateCommand(): Command {
  return new Command('validate')
    .description('Check test files without a browser. Exits with 1 if there are problems.')
    .addArgument(patternsArgument())
    .option('--json', 'print the problems and warnings as JSON')
    .action(async (patterns: string[], options: ValidateOptions) => {
      const { validate } = await import('./validate.ts');
      process.exitCode = await validate(patternsOf(patterns), options);
    });
}

function runCommand(): Command {
  const command = new Command('run')
    .description('Run test cases on this machine. Exits with 0 if all of them passed, otherwise with 1.')
    .addArgument(
      patternsArgument('test files, folders or glob patterns, or a line of a file: tests/cart.yaml:12'),
    )
    .option('--grep <pattern>', 'run only test cases whose name matches this regular expression')
    .option('--last-failed', 'run only test cases that did not pass in the last run')
    .option('--repeat <n>', 'run each test case n times')
    .option('--headed', 'show the browser')
    .option('--no-headed', 'hide the browser with --debug')
    .option('--debug', 'show the browser, and pause before each step')
    .option('--watch', 'rerun test cases when they change, or when you press a key')
    .option(
      '--watch-app <folder>',
      'like --watch, and rerun all test cases when files in this folder or glob pattern change',
    )
    .option('--json', 'print the results as JSON, and everything else to stderr')
    .option('--open', 'open the report at the end');
  addInputOptions(command, 'run');
  return command.action(async (patterns: string[], options: RunOptions & ParsedOptions) => {
    const { run } = await import('./run/run.ts');
    process.exitCode = await run(patternsOf(patterns), options);
  });
}

function mutateCommand(): Command {
  const command = new Command('mutate')
    .description('Inject faults into the app, one at a time, and report those that no test case detects.')
    .addArgument(patternsArgument())
    .option('--json', 'print the result as JSON, and everything else to stderr');
  addInputOptions(command, 'mutate');
  return command.action(async (patterns: string[], options: MutateOptions & ParsedOptions) => {
    const { mutateHere } = await import('./run/modes.ts');
    process.exitCode = await mutateHere(patternsOf(patterns), options);
  });
}

function reportCommand(): Command {
  return new Command('report')
    .description('Open the report of the last run, or print its path if there is no display.')
    .action(async () => {
      const { openLastReport } = await import('./run/last-run.ts');
      process.exitCode = await openLastReport();
    });
}

function exportCommand(): Command {
  const command = new Command('export')
    .description('Write test cases as Playwright tests.')
    .addArgument(patternsArgument())
    .option('--folder <folder>', 'folder to write to, inside the current folder (default: playwright-tests)');
  addInputOptions(command, ['url', 'environment', 'browser', 'breakpoint', ...accessInputs]);
  return command.action(async (patterns: string[], options: ParsedOptions) => {
    const { exportTests } = await import('./run/modes.ts');
    process.exitCode = await exportTests(patternsOf(patterns), options);
  });
}

function serveCommand(): Command {
  const command = new Command('serve').description('Serve the embedded test service on a port.');
  return addServeOptions(command).action(async (given: GivenServeOptions) => {
    const options = readServeOptions(given);
    const { serve } = await import('./serve.ts');
    await serve(options);
    process.exit(0);
  });
}

function completionCommand(): Command {
  return new Command('completion')
    .description('Print a shell completion script for commands, options and files.')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .action((shell: Shell, _options: unknown, command: Command) => {
      if (command.parent !== null) process.stdout.write(completionScript(shell, command.parent));
      process.exitCode = 0;
    });
}

const defaultPattern = 'browser-tests';

function patternsArgument(kinds = 'test files, folders or glob patterns'): Argument {
  return new Argument('[patterns...]', `${kinds} (default: ${defaultPattern})`).argParser(
    (pattern, previous?: readonly string[]) => {
      if (pattern.trim() === '') throw new InvalidArgumentError('A pattern is empty.');
      // For the input `tests`, this word means that nothing is to be tested.
      return [...(previous ?? []), pattern === 'none' ? './none' : pattern];
    },
  );
}

function patternsOf(given: readonly string[]): readonly string[] {
  return given.length === 0 ? [defaultPattern] : given;
}
