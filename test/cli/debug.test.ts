import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onTerminal, runCommand } from '../support/command.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';
import { debug, files, pages } from './debugging.ts';

it('stops before each step, and tries a failed one again with another selector', async () => {
  const { exitCode, stdout, stderr } = await debug(
    '',
    'e',
    'getByRol("button")',
    "getByRole('button', { name: 'Buy' })",
    'x',
    '',
    '',
  );
  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout).toContain('→ 1/2 click the button "Buy now"');
  expect(stdout).toMatch(/^✗ Could not click the button "Buy now": it is not on the page\. .*"Buy"/m);
  expect(stdout).not.toContain('Timeout');
  expect(stdout).toContain("Now: page.getByRole('button', { name: 'Buy now' })");
  expect(stdout).toContain('getByRol is not');
  expect(stdout).toContain(
    '    selectors:\n      - { selectorType: ROLE, selector: button, options: { name: Buy } }\n',
  );
  expect(stdout).toContain('→ 2/2 expect the heading "Thanks" to be visible');
  expect(stdout).toMatch(/^1 passed of 1/m);
});

const commented = `# Buys.
- description: Off
  runStatus: OFF
  elements: [{ interaction: { action: SCROLL } }]
- description: Buy a mug
  elements:
    - selectors: # first
        - { selectorType: ROLE, selector: button, options: { name: Buy now } } # wrong
      interaction: { action: CLICK }
    - assertion: { expectation: VISIBLE }
      selectors: [{ selectorType: TEXT, selector: Thanks }]
`;

it('writes edited selectors to the file, and keeps its comments', async () => {
  await using shop = await makeScenario({ pages, files: { 'browser-tests/mug.yaml': commented } });
  // An assertion may wait longer than a step has by default.
  const args = ['run', '--debug', '--no-headed', '--expect-timeout', '20s', '--url', shop.app.url];
  const edits = ['e', "getByRole('button')", 'w', 'e', "getByRole('heading')", 'w'];
  const { exitCode, stdout, stderr } = await runCommand(args, {
    cwd: shop.workspace.path,
    during: (child) => child.stdin?.end(edits.map((each) => `${each}\n`).join('')),
  });
  expect(exitCode, stdout).toBe(0);
  expect(stderr).toBe('');
  expect(stdout).toContain('browser-tests/mug.yaml:7:7 was not changed: there are comments between');
  expect(stdout).toContain('✓ Written to browser-tests/mug.yaml:10:7.');
  expect(await readFile(join(shop.workspace.path, 'browser-tests/mug.yaml'), 'utf8')).toBe(
    commented.replace(
      '[{ selectorType: TEXT, selector: Thanks }]',
      '[{ selectorType: ROLE, selector: heading }]',
    ),
  );
});

it.each([
  { name: 'runs a step by a key without Enter', keys: ['s', 's'], exitCode: 0 },
  { name: 'ends by Ctrl-C', keys: ['\u0003'], exitCode: 1 },
  { name: 'ends by Ctrl-D', keys: ['\u0004'], exitCode: 1 },
  { name: 'ends by Ctrl-C while a selector is typed', keys: ['e', '\u0003'], exitCode: 1 },
])('$name, and restores the terminal', async ({ keys, exitCode }) => {
  await using shop = await makeScenario({
    pages,
    files: { 'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks') },
  });
  const args = ['run', '--debug', '--no-headed', '--url', shop.app.url];
  let answered = 0;
  const printed = await onTerminal(args, shop.workspace.path, (text) => {
    const questions = text.split(/c: run all| > /).length - 1;
    if (questions === answered) return '';
    answered = questions;
    return keys[answered - 1] ?? '';
  });
  expect(printed).toContain(`exit code ${exitCode}`);
  expect(printed).toMatch(/ icanon/);
  expect(printed).toMatch(/ echo /);
});

it('does not take a key for an answer that was pressed while the step was run', async () => {
  await using shop = await makeScenario({ pages, files });
  const args = ['run', '--debug', '--no-headed', '--timeout-per-step', '5s', '--url', shop.app.url];
  const keys = [/c: run all/, 'sc', /try again/, 'q'] as const;
  let sent = 0;
  const printed = await onTerminal(args, shop.workspace.path, (text) => {
    const [wanted, key] = keys.slice(sent);
    if (!(wanted instanceof RegExp) || typeof key !== 'string' || !wanted.test(text)) return '';
    sent += 2;
    return key;
  });
  expect(printed).toContain('Cancelled');
  expect(printed).toContain('running step 1/2');
});

it('says in one line that there is no display', async () => {
  await using shop = await makeScenario({ pages, files });
  for (const option of ['--headed', '--debug']) {
    const result = await runCommand(['run', option, '--url', shop.app.url], { cwd: shop.workspace.path });
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toMatch(/^error: there is no display for a browser window\. .*\n$/);
  }
});
