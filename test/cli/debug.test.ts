import { expect, it } from 'vitest';
import { runCommand } from '../support/command.ts';
import { buttonPage, clickCase, makeScenario } from '../support/scenario.ts';

const files = { 'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy now', 'Thanks') };
const pages = { '/': buttonPage('Buy', 'Thanks') };

/** Debugs without a window, and gives the answers. */
async function debug(...answers: string[]) {
  await using shop = await makeScenario({ pages, files });
  const args = ['run', '--debug', '--no-headed', '--timeout-per-step', '5s', '--url', shop.app.url];
  return await runCommand(args, {
    cwd: shop.workspace.path,
    during: (child) => child.stdin?.end(answers.map((each) => `${each}\n`).join('')),
  });
}

it('stops before each step, and tries a failed one again with another selector', async () => {
  const { exitCode, stdout, stderr } = await debug(
    '',
    'e',
    'getByRol("button")',
    "getByRole('button', { name: 'Buy' })",
    '',
  );
  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout).toContain('→ 1/2 click the button "Buy now"');
  expect(stdout).toMatch(/^✗ /m);
  expect(stdout).toContain("Now: page.getByRole('button', { name: 'Buy now' })");
  expect(stdout).toContain('getByRol is not');
  expect(stdout).toContain('Copy them to the test file:\n    selectors:\n      - selectorType: ROLE\n');
  expect(stdout).toContain('→ 2/2 expect the heading "Thanks" to be visible');
  expect(stdout).toMatch(/^1 passed of 1/m);
});

it('lets a step fail', async () => {
  const { exitCode, stdout } = await debug('', 'c');
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^1 failed of 1/m);
});

it('quits', async () => {
  const { exitCode, stdout } = await debug('q');
  expect(exitCode).toBe(1);
  expect(stdout).toContain('Cancelled: 0 of 1 test cases passed.');
});

it('says in one line that there is no display', async () => {
  await using shop = await makeScenario({ pages, files });
  for (const option of ['--headed', '--debug']) {
    const result = await runCommand(['run', option, '--url', shop.app.url], { cwd: shop.workspace.path });
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toMatch(/^error: there is no display for a browser window\. .*\n$/);
  }
});
