import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { processesOf } from '../support/processes.ts';
import { ambiguousPage, buttonPage, clickCase, makeScenario } from '../support/scenario.ts';

it('runs test cases again that change, in the same browser', async () => {
  await using shop = await makeScenario({
    pages: { '/': buttonPage('Buy', 'Thanks') },
    files: {
      'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks'),
      'browser-tests/tea.yaml': clickCase('Buy tea', 'Buy', 'Thanks'),
    },
  });
  const { exitCode, stdout } = await runCommand(['run', '--watch', '--url', shop.app.url], {
    cwd: shop.workspace.path,
    during: async (child, printed) => {
      // At once, as many editors do it: half a file would be run as well.
      const save = async (name: string, content: string) => {
        await shop.workspace.write('new-content', content);
        await rename(
          join(shop.workspace.path, 'new-content'),
          join(shop.workspace.path, 'browser-tests', name),
        );
      };
      const waits = () => printed().split('Waiting for changes').length - 1;
      await expect.poll(waits).toBe(1);
      const browsers = await browsersOf(shop.workspace.path);
      await save('mug.yaml', clickCase('Buy a cup', 'Buy', 'Thanks'));
      await expect.poll(waits).toBe(2);
      await save('new.yaml', 'elements: [');
      await expect.poll(waits).toBe(3);
      await save('new.yaml', clickCase('Buy more', 'Buy', 'Thanks'));
      await expect.poll(waits).toBe(4);
      child.stdin?.write('a\n');
      await expect.poll(waits).toBe(5);
      expect(await browsersOf(shop.workspace.path)).toEqual(browsers);
      child.stdin?.write('f\n');
      await expect.poll(printed).toContain('No test case failed when it last ran.');
      child.stdin?.write('q\n');
    },
  });
  expect(exitCode, stdout).toBe(0);
  expect(ranIn(stdout)).toEqual([
    ['Buy a mug', 'Buy tea'],
    ['Buy a cup'],
    [],
    ['Buy more'],
    ['Buy a cup', 'Buy more', 'Buy tea'],
    [],
  ]);
  expect(stdout).toContain(
    'error: 1 problem in the test files. No test was run.\n  browser-tests/new.yaml:1:',
  );
  expect(await processesOf(shop.workspace.path)).toEqual([]);
});

it('detects changes while another file is invalid, while the folder is replaced, and in a new folder', async () => {
  await using shop = await makeScenario({
    // It fails at once.
    pages: { '/': buttonPage('Buy', 'Thanks') + ambiguousPage('Sell') },
    files: {
      'browser-tests/mug.yaml': clickCase('Buy a mug', 'Sell', 'Thanks'),
      'browser-tests/tea.yaml': clickCase('Buy tea', 'Buy', 'Thanks'),
    },
  });
  const { path, write } = shop.workspace;
  const { stdout } = await runCommand(['run', '--watch', '--retries', '0', '--url', shop.app.url], {
    cwd: path,
    during: async (child, printed) => {
      const waits = () => printed().split('Waiting for changes').length - 1;
      const save = async (name: string, content: string) => {
        await write('new-content', content);
        await rename(join(path, 'new-content'), join(path, name));
      };
      await expect.poll(waits).toBe(1);
      await save('browser-tests/tea.yaml', 'elements: [');
      await expect.poll(waits).toBe(2);
      await save('browser-tests/mug.yaml', clickCase('Buy a cup', 'Sell', 'Thanks'));
      await expect.poll(waits).toBe(3);
      await save('browser-tests/tea.yaml', clickCase('Buy green tea', 'Buy', 'Thanks'));
      await expect.poll(waits).toBe(4);
      await save('browser-tests/tea.yaml', clickCase('Buy black tea', 'Buy', 'Thanks'));
      await expect.poll(waits).toBe(5);
      child.stdin?.write('f\n');
      await expect.poll(waits).toBe(6);
      await rename(join(path, 'browser-tests'), join(path, 'away'));
      await expect.poll(waits).toBe(7);
      await rename(join(path, 'away'), join(path, 'browser-tests'));
      await expect.poll(waits).toBe(8);
      await mkdir(join(path, 'browser-tests/more'));
      await save('browser-tests/more/new.yaml', clickCase('Buy more', 'Buy', 'Thanks'));
      await expect.poll(waits).toBe(9);
      await save('browser-tests/more/new.yaml', clickCase('Buy a lot', 'Buy', 'Thanks'));
      await expect.poll(waits).toBe(10);
      child.stdin?.write('q\n');
    },
  });
  expect(ranIn(stdout)).toEqual([
    ['Buy a mug', 'Buy tea'],
    [],
    [],
    ['Buy a cup', 'Buy green tea'],
    ['Buy black tea'],
    ['Buy a cup'],
    [],
    ['Buy a cup', 'Buy black tea'],
    ['Buy more'],
    ['Buy a lot'],
    [],
  ]);
});

/** The names of the test cases that ended in each run of a watch. */
function ranIn(stdout: string): (string | undefined)[][] {
  return stdout
    .split('Waiting for changes')
    .map((part) => [...part.matchAll(/^[✓✗] \d+\/\d+ (.*) \(/gm)].map(([, name]) => name).sort());
}

/** The ids of the browser processes that are not children of another one. */
async function browsersOf(marker: string): Promise<string[]> {
  const found = await processesOf(marker);
  return found
    .filter((each) => each.includes('--remote-debugging') && !each.includes('--type='))
    .map((each) => each.split(' ', 1)[0] ?? '');
}

it('starts an app again that has failed, and on request', async () => {
  const page = JSON.stringify(buttonPage('Buy', 'Thanks'));
  await using shop = await makeScenario({
    files: {
      'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks'),
      'server.mjs': `import { createServer } from 'node:http';
        createServer(({ url }, response) => {
          if (url === '/crash') throw new Error('crashed');
          response.setHeader('content-type', 'text/html').end(${page});
        }).listen(process.argv[2], '127.0.0.1');`,
    },
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['run', '--watch', '--retries', '0', '--url', url, '--start', `node server.mjs ${port}`];
  const { exitCode, stdout } = await runCommand(args, {
    cwd: shop.workspace.path,
    during: async (child, printed) => {
      const waits = () => printed().split('r: restart the app and run all.').length - 1;
      await expect.poll(waits).toBe(1);
      await fetch(`${url}/crash`).catch(() => {});
      await expect.poll(printed).toContain('The next run starts it again.');
      child.stdin?.write('\n');
      await expect.poll(waits).toBe(2);
      child.stdin?.write('r\n');
      await expect.poll(waits).toBe(3);
      child.stdin?.write('q\n');
    },
  });
  expect(exitCode, stdout).toBe(0);
  expect(stdout).toMatch(/warning: The app ended with exit code \d+ after it had answered\. Its last lines:/);
  expect(stdout).toContain('Error: crashed');
  expect(stdout.match(/^Starting the app/gm)).toHaveLength(3);
  expect(stdout.match(/^1 passed of 1/gm)).toHaveLength(3);
  expect(await processesOf(shop.workspace.path)).toEqual([]);
});

it('names a folder of the app that does not exist', async () => {
  await using shop = await makeScenario({ pages: {}, files: {} });
  const args = ['run', '--watch-app', 'sources', '--url', shop.app.url];
  const result = await runCommand(args, { cwd: shop.workspace.path });
  expect(result).toMatchObject({
    exitCode: 2,
    stderr: 'error: --watch-app "sources": there is no folder sources\n',
  });
});
