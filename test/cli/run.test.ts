import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runResults } from '../../src/results/run-results.ts';
import { runCommand } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { processesOf } from '../support/processes.ts';
import { buttonPage, clickCase, makeScenario } from '../support/scenario.ts';
import { makeShop } from './run-shop.ts';

const nothing = { exitCode: 2, stdout: '' };

it('runs test cases, and prints a line for each, the failures, and the paths of the report', async () => {
  await using shop = await makeShop();
  const { exitCode, stdout, stderr } = await shop.command(['run', '--url', shop.app.url]);
  expect(exitCode, stdout).toBe(1);
  expect(stdout).toContain('2 test cases in 2 files');
  expect(stdout).toMatch(/^✓ \d\/2 Buy a mug \(.+\)$/m);
  expect(stdout).toMatch(/^⟳ Buy tea failed and will be retried\n {4}Could not click the button "Tea": /m);
  expect(stdout).toMatch(/^✗ \d\/2 Buy tea \(.+\)$/m);
  expect(stdout).toMatch(/^✗ Buy tea \(browser-tests\/tea.yaml:\d+\)\n {4}Step 1: .*button "Tea"/m);
  expect(stdout).toMatch(/^1 failed, 1 passed of 2 \(.+\)$/m);
  expect(stdout).toContain('Report: .browser-test-gate/last-run/report.html\n');
  expect(stdout).toContain('Failures: .browser-test-gate/last-run/failures.md\n');
  expect(stdout).not.toContain('\u001b');
  expect(stderr).toBe('');
  const output = join(shop.workspace.path, '.browser-test-gate');
  expect(await readFile(join(output, '.gitignore'), 'utf8')).toBe('*\n');
  expect(await readFile(join(output, 'last-run/report.html'), 'utf8')).toContain('Buy tea');
});

it('names what a script of the page has thrown', async () => {
  await using shop = await makeScenario({
    pages: { '/': '<h1>Shop</h1><script>throw new Error("prices is undefined\\n✓ all passed")</script>' },
    files: { 'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks') },
  });
  const args = ['run', '--url', shop.app.url, '--retries', '0', '--timeout-per-step', '5s'];
  const { stdout, stderr } = await runCommand(args, { cwd: shop.workspace.path });
  expect(stdout, stderr).toMatch(
    /^✗ Buy a mug \(.+\)\n {4}Step 1: .*\n {4}In the page: Uncaught Error: prices is undefined.+$/m,
  );
});

it('names a request that the app could not serve', async () => {
  await using shop = await makeScenario({
    pages: {
      '/': `<h1>Shop</h1><button onclick="fetch('/missing', { method: 'POST' })">Buy</button>`,
    },
    files: { 'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks') },
  });
  const args = ['run', '--url', shop.app.url, '--retries', '0', '--expect-timeout', '2s'];
  const { stdout, stderr } = await runCommand(args, { cwd: shop.workspace.path });
  expect(stdout, stderr).toMatch(
    /^✗ Buy a mug \(.+\)\n {4}Step 2: .*\n {4}In the page: POST .+\/missing → 404$/m,
  );
});

it('runs the test cases at the lines that it prints', async () => {
  const buy = (name: string) => clickCase(name, 'Buy', 'Thanks').replace(/^/gm, '  ').replace(/^ {2}/, '- ');
  await using shop = await makeScenario({
    pages: { '/': buttonPage('Buy', 'Thanks') },
    files: {
      'browser-tests/all.yaml': ['One', 'Two', 'Three'].map(buy).join('\n'),
      'browser-tests/other.yaml': clickCase('Four', 'Buy', 'Thanks'),
    },
  });
  const lines = (await readFile(join(shop.workspace.path, 'browser-tests/all.yaml'), 'utf8')).split('\n');
  const inTwo = lines.findIndex((line) => line.includes('Two')) + 3;
  const run = (...patterns: string[]) =>
    runCommand(['run', ...patterns, '--url', shop.app.url], { cwd: shop.workspace.path });
  const some = await run(
    `./browser-tests/all.yaml:1:5`,
    `browser-tests/all.yaml:${inTwo}`,
    'browser-tests/other.yaml',
  );
  expect(some.exitCode, some.stdout).toBe(0);
  expect([...some.stdout.matchAll(/^✓ \d\/3 (\w+) /gm)].map(([, name]) => name).sort()).toEqual([
    'Four',
    'One',
    'Two',
  ]);
  const after = await run('browser-tests/all.yaml:999');
  expect(after.exitCode).toBe(1);
  expect(after.stdout).toContain(`browser-tests/all.yaml:999: The file has only ${lines.length} lines.`);
  expect((await run('browser-tests/none.yaml:3')).stdout).toContain(
    '"browser-tests/none.yaml" matches no file',
  );
});

it('prints the results as JSON, and everything else to stderr, in colour if that is forced', async () => {
  await using shop = await makeShop();
  const args = ['run', '--json', '--url', shop.app.url, '--retries', '0'];
  const { exitCode, stdout, stderr } = await shop.command(args, { env: { FORCE_COLOR: '1' } });
  expect(exitCode).toBe(1);
  expect(runResults.parse(JSON.parse(stdout))).toMatchObject({ status: 'failed', passed: 1, failed: 1 });
  expect(stderr).toContain('1 failed, 1 passed of 2');
  expect(stderr).toContain('\u001b[32m✓ ');
});

it('names options where the action names inputs, also in JSON', async () => {
  await using shop = await makeShop();
  const url = `http://127.0.0.1:${await freePort()}`;
  const args = ['run', '--json', '--url', url, '--start', 'sleep 60', '--start-timeout', '1s'];
  const { stdout } = await shop.command(args);
  expect(runResults.parse(JSON.parse(stdout)).reason).toContain('Check `--start`, `--url` and');
});

it('says which options set an account that a test case needs', async () => {
  await using shop = await makeShop();
  await shop.workspace.write('browser-tests/tea.yaml', clickCase('Sign in', '$OCTO_USERNAME', 'Welcome'));
  const { exitCode, stdout } = await shop.command(['run', '--url', shop.app.url]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain(
    "`--test-account-password` and `--test-account-otp-key`, or the environment's test account. Defined variables: ",
  );
});

it('says what has passed when it is cancelled, and ends everything that it has started', async () => {
  await using shop = await makeScenario({
    pages: { '/': buttonPage('Buy', 'Thanks'), '/slow': '<p>Wait</p>' },
    files: {
      'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks'),
      'browser-tests/slow.yaml': `${clickCase('Wait', 'Never', 'Thanks')}entryPointUrlPath: /slow\n`,
    },
  });
  const args = ['run', '--url', shop.app.url, '--workers', '2', '--retries', '0'];
  const { exitCode, stdout } = await runCommand(args, {
    cwd: shop.workspace.path,
    during: async (child, printed) => {
      await expect.poll(printed).toContain('Buy a mug (');
      child.kill('SIGINT');
    },
  });
  expect(exitCode).toBe(130);
  expect(stdout).toContain('Cancelled: 1 of 2 test cases passed.');
  expect(await processesOf(shop.workspace.path)).toEqual([]);
});

it('does not count test cases if mutate is cancelled', async () => {
  await using shop = await makeScenario({
    pages: { '/': '<p>Wait</p>' },
    files: { 'browser-tests/slow.yaml': clickCase('Wait', 'Never', 'Thanks') },
  });
  const { exitCode, stdout } = await runCommand(['mutate', '--url', shop.app.url], {
    cwd: shop.workspace.path,
    during: async (child, printed) => {
      await expect.poll(printed).toContain('on the healthy app');
      child.kill('SIGINT');
    },
  });
  expect(exitCode).toBe(130);
  expect(stdout).toMatch(/^Cancelled\.$/m);
});

it('prints the warnings of test cases that have passed', async () => {
  const elements = [
    { selectors: [{ selectorType: 'TEXT', selector: 'Sorry' }], assertion: { expectation: 'NOT_VISIBLE' } },
  ];
  await using shop = await makeScenario({
    files: { 'browser-tests/shop.json': JSON.stringify({ description: 'No error', elements }) },
    pages: { '/': '<p>Shop</p><script>throw new Error("no tea")</script>' },
  });
  const { exitCode, stdout } = await runCommand(['run', '--url', shop.app.url], {
    cwd: shop.workspace.path,
  });
  expect(exitCode, stdout).toBe(0);
  expect(stdout).toMatch(/^warning: Test cases have warnings\. /m);
  expect(stdout).toMatch(/^- No error: The entry point: .+ no tea$/m);
});

it('texts of tests and pages can neither control the terminal nor print workflow commands', async () => {
  await using shop = await makeScenario({
    files: {
      'browser-tests/evil.json': JSON.stringify({
        description: '::error::forged \u001b[2J\nname',
        elements: [
          {
            selectors: [{ selectorType: 'TEXT', selector: 'x' }],
            assertion: { expectation: 'TO_CONTAIN_TEXT', calledWith: '\u001b[31mred $API_KEY' },
          },
        ],
      }),
    },
    pages: { '/': '<p>x</p><p>x \u009b31m</p>' },
  });
  const { stdout, stderr } = await runCommand(
    ['run', '--url', shop.app.url, '--retries', '0', '--variable', 'API_KEY=very-s3cret-value'],
    { cwd: shop.workspace.path },
  );
  expect(stdout).toContain('forged');
  expect(stdout + stderr).not.toMatch(/^\s*::/m);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals interpret.
  expect(stdout + stderr).not.toMatch(/[\u001b\u009b]/);
  expect(stdout + stderr).not.toContain('very-s3cret-value');
});

it('lists the test cases that did not finish in time, with the step at which they stood', async () => {
  await using shop = await makeShop();
  await shop.workspace.write(
    'browser-tests/tea.yaml',
    'description: Wait\nelements:\n  - interaction: { action: WAIT_FOR, calledWith: { type: fixedTime, timeMilliseconds: 600000 } }\n',
  );
  const runWith = (timeout: string) =>
    shop.command(['run', '--url', shop.app.url, '--timeout', timeout, 'browser-tests/tea.yaml']);
  const hasBegun = (result: { stdout: string }) => result.stdout.includes('Wait: Step 1');
  const shortRun = await runWith('5s');
  // A busy machine may need more than that to begin.
  const { exitCode, stdout } = hasBegun(shortRun) ? shortRun : await runWith('90s');
  expect(exitCode).toBe(1);
  expect(stdout).toContain('\n… Wait: Step 1: wait for 600000 ms (browser-tests/tea.yaml:3:5)\n');
  expect(stdout).toMatch(
    /^error: The tests did not end within .+ \(`--timeout`\)\. 1 of 1 test cases did not finish\./m,
  );
});

describe('wrong arguments', () => {
  const url = ['--url', 'http://127.0.0.1:9'];
  it.each([
    [[], ['--url is missing. Set it to the URL of the app, such as http://localhost:3000']],
    [
      ['--url', 'localhost', '--workers', 'many', '--browser', 'opera', '--variable', '=x'],
      [
        '--url: "localhost" is not an http or https URL',
        '--workers: "many" is not a whole number. Use 1 to 64',
        '--browser: "opera" is not a valid value',
        '--variable: line 1 is not NAME=value',
      ],
    ],
    [
      [...url, '--wait-on', 'http://localhost', '--basic-auth-username', 'ann'],
      [
        '--wait-on: is set, but `--start` is empty',
        '--basic-auth-password: is missing, but `--basic-auth-username` is set. Set both or neither. Secrets are empty on pull requests from forks\n',
      ],
    ],
    [[...url, '--grep', '('], ['--grep "(" is not a regular expression']],
    [[...url, '--repeat', '0'], ['--repeat "0" is not a number from 1 to 100']],
    [[...url, '--last-failed'], ['--last-failed needs the results of an earlier run in this folder']],
    [[...url, '--retires', '2'], ["unknown option '--retires'"]],
  ])('%j', async (args, problems) => {
    await using shop = await makeShop();
    const result = await shop.command(['run', ...args]);
    expect(result).toMatchObject(nothing);
    expect(result.stderr).toContain('error: ');
    for (const problem of problems) expect(result.stderr).toContain(problem);
  });

  it('an option can come from the environment', async () => {
    await using shop = await makeShop();
    const env = { BROWSER_TEST_GATE_URL: 'ftp://app' };
    expect(await shop.command(['run'], { env })).toMatchObject({
      ...nothing,
      stderr: expect.stringContaining('--url: "ftp://app" is not an http or https URL'),
    });
  });

  it('quotes around the value of a variable have a warning', async () => {
    await using shop = await makeShop();
    const env = { BROWSER_TEST_GATE_VARIABLE: 'NAME="Ada"\nTEA=green' };
    const { stderr } = await shop.command(['run', '--url', 'ftp://app'], { env });
    expect(stderr.match(/^warning: .*/gm)).toEqual([
      'warning: `--variable`: the quotes around the value of NAME are part of the value. Remove them if they are not meant.',
    ]);
  });

  it('a variable of the environment that no option reads has a warning', async () => {
    await using shop = await makeShop();
    const env = { BROWSER_TEST_GATE_VARIABLES: 'NAME=Ada' };
    const { exitCode, stderr } = await shop.command(['validate'], { env });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      'warning: No option reads the environment variable BROWSER_TEST_GATE_VARIABLES. Did you mean BROWSER_TEST_GATE_VARIABLE?',
    );
  });
});

describe('what cannot run', () => {
  it.each([
    [
      'no test files',
      ['none-here'],
      '"none-here" matches no file. Name test files, folders or glob patterns, or write a first test with `browser-test-gate init`.',
    ],
    ['no such name', ['--grep', 'coffee'], 'None of 2 test cases has a name that matches `--grep coffee`.'],
    ['no such tag', ['--tag', 'coffee'], 'No test case was selected: 2 of 2 are without the tag "coffee".'],
    ['an app that fails', ['--url', 'http://127.0.0.1:9', '--start', 'echo no port; exit 3'], 'no port'],
  ])('%s', async (_, args, problem) => {
    await using shop = await makeShop();
    const url = args.includes('--url') ? [] : ['--url', shop.app.url];
    const { exitCode, stdout } = await shop.command(['run', ...url, ...args]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('error: ');
    expect(stdout).toContain(problem);
    expect(stdout).not.toContain('warning: ');
    expect(stdout).not.toContain('A gate');
  });
});
