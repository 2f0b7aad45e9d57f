import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from '../support/run-action.ts';
import { clickCase } from '../support/scenario.ts';
import { makeShop } from './run-shop.ts';

it('runs, exports and validates without what only newer versions of Node have', async () => {
  await using shop = await makeShop();
  const preloaded = pathToFileURL(join(root, 'test/cli/oldest-node.mjs'));
  const env = { NODE_OPTIONS: `--import ${preloaded}` };
  const mug = 'browser-tests/mug.yaml';
  const anyCase = clickCase('Buy a mug', 'Buy', 'OCTOREGEX(?i:THANKS)OCTOREGEX');
  await writeFile(join(shop.workspace.path, mug), anyCase);
  const run = await shop.command(['run', mug, '--url', shop.app.url], { env });
  expect(run, run.stdout).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await shop.command(['export', mug, '--folder', 'out'], { env })).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
  expect(await shop.command(['validate'], { env })).toMatchObject({ exitCode: 0, stderr: '' });
});
