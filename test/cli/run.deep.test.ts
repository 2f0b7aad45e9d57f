import { expect, it } from 'vitest';
import { buttonPage } from '../support/scenario.ts';
import { makeShop } from './run-shop.ts';

it('runs only chosen test cases, and those that failed in the last run', async () => {
  await using shop = await makeShop();
  const args = ['run', '--url', shop.app.url];
  const passed = await shop.command([...args, '--grep', 'MUG', '--repeat', '2']);
  expect(passed.exitCode, passed.stdout).toBe(0);
  expect(passed.stdout).toContain('Buy a mug (2 of 2)');
  expect(passed.stdout).toMatch(/^2 passed of 2/m);
  const none = await shop.command([...args, '--last-failed']);
  expect(none.exitCode).toBe(1);
  expect(none.stdout).toContain('error: Every test case passed in the last run.');
  expect((await shop.command([...args, '--tag', 'tea', '--retries', '0'])).stdout).toMatch(/^1 failed of 1/m);
  shop.pages['/tea'] = buttonPage('Tea', 'Thanks');
  const repaired = await shop.command([...args, '--last-failed']);
  expect(repaired.exitCode, repaired.stdout).toBe(0);
  expect(repaired.stdout).toMatch(/^✓ 1\/1 Buy tea /m);
  expect(repaired.stdout).toMatch(/^2 test cases in 2 files$\n(?:.*\n)*Running 1 test case$/m);
});
