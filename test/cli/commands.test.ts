import { type ChildProcess, execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createProgram } from '../../src/cli/program.ts';
import { entry, runCommand } from '../support/command.ts';
import { makeWorkspace, root } from '../support/run-action.ts';
import { clickCase } from '../support/scenario.ts';

const mug = { 'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks') };

async function inFolder(files: Record<string, string>, ...args: string[]) {
  await using workspace = await makeWorkspace(files);
  const result = await runCommand(args, { cwd: workspace.path });
  return { ...result, files: (await readdir(workspace.path, { recursive: true })).sort() };
}

it('has the version of package.json', async () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  expect(await inFolder({}, '--version')).toMatchObject({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
});

it.each([
  [[], 'Usage: browser-test-gate [options] [command]'],
  [['vaildate'], "error: unknown command 'vaildate'\n(Did you mean validate?)"],
  [['validate', '--jsno'], "error: unknown option '--jsno'\n(Did you mean --json?)"],
  [['validate', ''], 'A pattern is empty.'],
  [['import', '--url', 'app', 'x.ts'], 'error: --url: "app" is not an http or https URL'],
  [['record', '--url', 'app'], 'error: --url: "app" is not an http or https URL'],
  [['generate', '--url', 'app'], 'error: --url: "app" is not an http or https URL'],
  [['export', '--url', 'app'], 'error: --url: "app" is not an http or https URL'],
  [
    ['init', '--url', 'http://$HOST:3000'],
    `error: --url: "http://$HOST:3000" contains a shell variable that was not expanded. In a workflow, use an expression such as \${{ env.HOST }}; in a shell, use double quotes\n`,
  ],
  [
    ['run', '--url', 'http://127.0.0.1:9', '--start', 'true', '--wait-on', 'http://.example.com'],
    'error: --wait-on: "http://.example.com" lacks the beginning of its host name. An expression or a variable in it may be empty, such as the output of an earlier step\n',
  ],
  [
    ['completion', 'tcsh'],
    "error: command-argument value 'tcsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.",
  ],
  [['serve', '--port', 'x'], '--port must be a number from 0 to 65535, not "x"'],
])('refuses %j with exit code 2', async (args, problem) => {
  const { exitCode, stdout, stderr } = await inFolder(mug, ...args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(problem);
});

it.each([
  [['run'], 2, '--url is missing. Set it to the URL of the app, such as http://localhost:3000'],
  [
    ['mutate', '--url', 'http://127.0.0.1:9', '--mutants', '0'],
    2,
    '--mutants: "0" is out of range. Use 1 to 500',
  ],
  [['mutate', '--url', 'http://127.0.0.1:9', 'nope'], 1, '"nope" matches no file.'],
  [['generate', 'Click Buy', '--url', 'http://127.0.0.1:9'], 1, 'No test case was written: '],
  [['import', 'nope*.ts'], 1, '"nope*.ts" matches no file. Name specs or recordings.'],
  [['validate', '--josn'], 2, "unknown option '--josn'\n(Did you mean --json?)"],
])('prints the error of %j as JSON', async (args, code, problem) => {
  const { exitCode, stdout, stderr } = await inFolder(mug, ...args, '--json');
  expect(exitCode).toBe(code);
  const { error } = z.strictObject({ error: z.string() }).parse(JSON.parse(stdout));
  expect(error).toContain(problem);
  expect(stderr).toContain(problem);
});

it.each([
  ['run', '(default: chromium)'],
  ['serve', '(default: 8080)'],
  ['record', '(default: Recorded test case)'],
  ['generate', '(default: generated-tests)'],
])('%s --help describes its options with their defaults, such as %s', async (command, value) => {
  const { exitCode, stdout, stderr } = await inFolder({}, command, '--help');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toContain(`Usage: browser-test-gate ${command}`);
  expect(stdout.replace(/\s+/g, ' ')).toContain(value);
});

it('finishes if its output is no longer read', async () => {
  await using workspace = await makeWorkspace(mug);
  const during = (child: ChildProcess) => child.stdout?.destroy();
  const result = await runCommand(['run', '--help'], { cwd: workspace.path, during });
  expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

it('has a help for every command', () => {
  for (const command of createProgram().commands)
    expect(command.helpInformation()).toContain(`Usage: browser-test-gate ${command.name()}`);
});

describe('validate', () => {
  it('prints the number of test cases and files', async () => {
    const { exitCode, stdout } = await inFolder(mug, 'validate');
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: '1 test case in 1 file: 0 problems, 0 warnings\n',
    });
  });

  const wrong = { 'browser-tests/mug.yaml': clickCase('Buy', 'Buy', 'Thanks').replace('ROLE', 'RLOE') };

  it('prints problems with line and column, and a hint', async () => {
    const { exitCode, stdout } = await inFolder(wrong, 'validate');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^error: browser-tests\/mug\.yaml:4:\d+: .*RLOE.*ROLE/m);
  });

  it('prints them as JSON', async () => {
    const { exitCode, stdout } = await inFolder(wrong, 'validate', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      files: 1,
      problems: [{ position: { file: 'browser-tests/mug.yaml', line: 4 } }],
    });
  });

  it('refuses a test case without steps, as a run does', async () => {
    const empty = { 'browser-tests/mug.yaml': 'description: Buy\nelements: []\n' };
    const { exitCode, stdout } = await inFolder(empty, 'validate');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^error: browser-tests\/mug\.yaml:2:11: elements: the test case has no steps/);
  });

  it('says how to write a first test', async () => {
    const message =
      'error: "browser-tests" matches no file. Name test files, folders or glob patterns, or write a first test with `browser-test-gate init`.';
    const { stdout } = await inFolder({ 'package.json': '{}' }, 'validate');
    expect(stdout.split('\n')[0]).toBe(message);
  });

  it('names the patterns that mend the warnings', async () => {
    const files = {
      ...mug,
      'browser-tests/data.json': '{"a": 1}',
      'browser-tests/late.ymal': 'description: Late',
      'browser-tests/alone.yaml': `dependencyId: 3b0f4c1e-8f5a-4c57-9c5e-1c2d7a0e6b11\n${clickCase('Alone', 'Buy', 'Thanks')}`,
    };
    const { stdout } = await inFolder(files, 'validate');
    expect(stdout).toContain('Exclude other files with a pattern such as `!browser-tests/data`');
    expect(stdout).toContain('or exclude it with the pattern `!browser-tests/late.ymal`.');
    expect(stdout).toContain('Include its file, or correct the id.');
    const excluding = await inFolder(mug, 'validate', '!browser-tests/mug.yaml');
    expect(excluding.stdout).toContain(
      'error: The patterns only exclude files (`!`). Name test files, folders',
    );
  });

  it('names patterns that match nothing', async () => {
    const { exitCode, stdout } = await inFolder(mug, 'validate', 'elsewhere');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('"elsewhere" matches no file');
  });
});

describe('export', () => {
  it('writes Playwright tests', async () => {
    const { exitCode, stdout, files } = await inFolder(mug, 'export', '--folder', 'pw');
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout:
        '1 test case in 1 file\nExported 2 files to pw.\nRun them with Playwright Test:\n  npx playwright test --config pw\n',
    });
    expect(files).toContain('pw/buy-a-mug.spec.ts');
    expect(files).not.toContain('.browser-test-gate');
  });

  it('does not write outside the folder', async () => {
    const { exitCode, stdout } = await inFolder(mug, 'export', '--folder', '../pw');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('error: ');
  });
});

describe('report', () => {
  it('prints the path where there is no display', async () => {
    const report = { '.browser-test-gate/last-run/report.html': '<p>report' };
    const { exitCode, stdout } = await inFolder(report, 'report');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Open \S+\/\.browser-test-gate\/last-run\/report\.html in a browser\.\n$/);
  });

  it('explains what to do if there is no report', async () => {
    const { exitCode, stderr } = await inFolder({}, 'report');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Run test cases first: browser-test-gate run');
  });
});

it('serve listens until it is stopped', async () => {
  await using workspace = await makeWorkspace();
  const { exitCode, stdout } = await runCommand(['serve', '--port', '0', '--api-key', 'key'], {
    cwd: workspace.path,
    during: async (child, printed) => {
      await expect.poll(printed).toMatch(/^listening on \S+\n/);
      const url = /listening on (\S+)/.exec(printed())?.[1];
      expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
      child.kill('SIGTERM');
    },
  });
  expect(exitCode, stdout).toBe(0);
});

describe('completion', () => {
  let script: string;
  beforeAll(() => {
    script = execFileSync(process.execPath, [entry, 'completion', 'bash'], { encoding: 'utf8' });
  });

  /** What bash completes after these words, the last of which is incomplete. */
  function completed(...words: string[]): string[] {
    const typed = words.map((each) => `'${each}'`).join(' ');
    const lines = [
      script,
      `COMP_WORDS=(browser-test-gate ${typed}); COMP_CWORD=${words.length}`,
      '_browser_test_gate',
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ];
    return execFileSync('bash', ['-uc', lines.join('\n')], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
  }

  it('completes commands, options and shells in bash', () => {
    expect(completed('re')).toEqual(['record', 'report']);
    expect(completed('')).toEqual(expect.arrayContaining(['init', 'run', 'validate', 'completion']));
    expect(completed('run', '--wa')).toEqual(['--watch', '--watch-app', '--wait-on']);
    expect(completed('import', '--')).toEqual(['--out', '--url', '--json', '--help']);
    expect(completed('completion', 'f')).toEqual(['fish']);
    expect(completed('serve', '--ma')).toEqual(['--max-failures', '--mail-port']);
  });

  it('leaves files to bash', () => {
    expect(completed('run', '')).toEqual([]);
    expect(completed('run', 'browser-te')).toEqual([]);
  });

  it.each(['zsh', 'fish'])('names commands and options in %s', async (shell) => {
    const { exitCode, stdout } = await inFolder({}, 'completion', shell);
    expect(exitCode).toBe(0);
    for (const name of ['validate', 'watch-app', 'wait-on', 'bash']) expect(stdout).toContain(name);
  });
});
