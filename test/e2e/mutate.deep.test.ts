import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutationResults } from '../../src/results/mode-results.ts';
import { runCommand } from '../support/command.ts';
import { buttonPage, clickCase, makeScenario } from '../support/scenario.ts';

const files = { 'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks') };
const pages = { '/': `${buttonPage('Buy', 'Thanks')}<p>3 left</p>` };

it('the job fails below the threshold', async () => {
  await using scenario = await makeScenario({ files, pages });
  // On a busy machine, a step that takes too long looks like a fault that was noticed, but not each time.
  const inputs = { mode: 'mutate', mutants: '8', 'mutation-threshold': '100' };
  const { exitCode, log, outputs } = await scenario.run({ inputs });
  expect(exitCode).toBe(1);
  expect(outputs.status).toBe('failed');
  expect(log).toMatch(/The input `mutation-threshold` requires 100 %(?:25)?\./);
});

it('the command does the same, and says so if the app is not healthy', async () => {
  await using scenario = await makeScenario({ files, pages });
  const cwd = scenario.workspace.path;
  const args = ['mutate', '--url', scenario.app.url, '--expect-timeout', '1s', '--timeout-per-step', '5s'];
  const done = await runCommand([...args, '--mutants', '1', '--json'], { cwd });
  expect(done.exitCode, done.stderr).toBe(0);
  expect(mutationResults.parse(JSON.parse(done.stdout)).made).toBe(1);
  expect(JSON.parse(await readFile(join(cwd, '.browser-test-gate/mutation.json'), 'utf8'))).toEqual(
    JSON.parse(done.stdout),
  );
  expect(done.stderr).toContain('All mutants: .browser-test-gate/mutation.json');
  scenario.pages['/'] = buttonPage('Sell', 'Thanks');
  const broken = await runCommand(args, { cwd });
  expect(broken.exitCode).toBe(1);
  expect(broken.stdout).toContain(
    '1 of 1 test case did not pass on the healthy app, so no fault was injected.',
  );
  expect(broken.stdout).toContain('- Buy a mug: ');
  expect(broken.stdout).not.toContain('Call log');
  expect(broken.stdout).not.toContain('failed Locator');
  const wrong = await runCommand(['mutate', '--mutants', '0'], { cwd });
  expect(wrong.exitCode).toBe(2);
});
