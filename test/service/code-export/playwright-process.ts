import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { z } from 'zod';
import { chromiumPath } from '../../support/test-runner.ts';

const root = join(import.meta.dirname, '../../..');

/** A folder inside the repository, so that its packages are found. It goes away with the test. */
export interface ExportFolder extends AsyncDisposable {
  readonly path: string;
}

/** Unpacks an exported zip into a folder, with a configuration beside it. */
export async function exportFolder(zip: Uint8Array, config: string): Promise<ExportFolder> {
  await mkdir(join(root, 'build'), { recursive: true });
  const path = await mkdtemp(join(root, 'build', 'code-export-'));
  for (const [name, bytes] of Object.entries(unzipSync(zip))) {
    await writeFile(join(path, name), strFromU8(bytes));
  }
  await writeFile(join(path, 'playwright.config.ts'), config);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A file, or a `test.describe` in it. */
const suite = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({ results: z.array(z.object({ error: z.object({ message: z.string() }).optional() })) }),
      ),
    }),
  ),
  get suites() {
    return z.array(suite).optional();
  },
});

/** What Playwright's JSON report says, as far as we ask. */
const report = z.object({ suites: z.array(suite), errors: z.array(z.unknown()) });

/** Ends a process that hangs, in ms. */
const limitMs = 3_000_000;

export interface ExecutedFile {
  readonly file: string;
  readonly title: string;
  readonly passed: boolean;
  readonly error: string | undefined;
}

/** Runs `playwright test` in a folder as a process of its own, with the tests' Chromium. */
export async function runPlaywright(
  folder: ExportFolder,
  env: Readonly<Record<string, string>> = {},
): Promise<ExecutedFile[]> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const args = [cli, 'test', '--reporter=json', '--workers=4'];
  const output = await run(args, folder.path, { ...env, CHROME_BIN: await chromiumPath() });
  const { suites, errors } = report.parse(JSON.parse(output));
  if (errors.length > 0) throw new Error(`Playwright could not run: ${JSON.stringify(errors)}`);
  return suites.flatMap((each) => executedTests(each, []));
}

/** The tests of a suite; those of a `test.describe` have its title before their own. */
function executedTests(
  { file, specs, suites = [] }: z.infer<typeof suite>,
  titles: readonly string[],
): ExecutedFile[] {
  const own = specs.map(({ title, ok, tests }) => ({
    file,
    title: [...titles, title].join(' › '),
    passed: ok,
    error: withoutColours(tests[0]?.results[0]?.error?.message),
  }));
  return [...own, ...suites.flatMap((each) => executedTests(each, [...titles, each.title]))];
}

function withoutColours(message: string | undefined): string | undefined {
  return message === undefined ? undefined : stripVTControlCharacters(message);
}

async function run(args: readonly string[], cwd: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd,
    // Told to end, Playwright ends its browsers.
    timeout: limitMs,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return output;
}

/** The compiler's complaints about the files of a folder; empty where it has none. */
export async function typeProblems(folder: ExportFolder): Promise<string> {
  const options = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      noUncheckedIndexedAccess: true,
      target: 'es2022',
      lib: ['es2023', 'dom'],
      module: 'nodenext',
      types: ['node'],
      skipLibCheck: true,
    },
    include: ['*.ts'],
  };
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(options));
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  return run([compiler, '-p', '.'], folder.path, {});
}
