import { expect, it } from 'vitest';
import { runCommand } from '../support/command.ts';
import { ambiguousPage, buttonPage, clickCase, makeScenario } from '../support/scenario.ts';

it('runs all test cases again when the app has changed and answers', async () => {
  await using shop = await makeScenario({
    // It fails at once.
    pages: { '/': buttonPage('Buy', 'Thanks') + ambiguousPage('Sell') },
    files: {
      'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks'),
      'browser-tests/tea.yaml': clickCase('Buy tea', 'Sell', 'Thanks'),
      'app/pages/index.html': 'old',
      'app/build.log': '',
    },
  });
  const args = ['run', '--watch-app', 'app/**/*.html', '--url', shop.app.url];
  const { stdout } = await runCommand(args, {
    cwd: shop.workspace.path,
    during: async (child, printed) => {
      const waits = () => printed().split('Waiting for changes').length - 1;
      await expect.poll(waits).toBe(1);
      await shop.workspace.write('app/build.log', 'new');
      child.stdin?.write('f\n');
      await expect.poll(waits).toBe(2);
      await shop.workspace.write('app/pages/index.html', 'new');
      await expect.poll(waits).toBe(3);
      child.stdin?.write('\n');
      await expect.poll(waits).toBe(4);
      child.stdin?.write('q\n');
    },
  });
  const runs = stdout
    .split('Waiting for changes')
    .map((part) => [...part.matchAll(/^[✓✗] \d\/\d (.*) \(/gm)].map(([, name]) => name).sort());
  const all = ['Buy a mug', 'Buy tea'];
  expect(runs).toEqual([all, ['Buy tea'], all, all, []]);
  expect(stdout.match(/The app has changed/g)).toHaveLength(1);
  expect(stdout).not.toContain('retried');
});
