import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeTestFiles } from '../../../src/cli/import/import-files.ts';
import { runCommand } from '../../support/command.ts';
import { makeWorkspace } from '../../support/run-action.ts';

const spec = `import { test, expect } from '@playwright/test';

test('pays', async ({ page }) => {
  await page.goto('http://localhost:3000/cart');
  await page.getByLabel('Card token').fill('tok_12345');
  await page.route('**/*', (route) => route.abort()); await page.getByText('Pay').click();
  await page.request.fetch('/api/login', { data: { user: 'ann', password: 'pa55word' } });
  await expect(page.getByText('')).toContainText('');
  await expect(page.getByRole('heading')).toHaveText('Thanks ${'$'}CUSTOMER');
});
`;

const expected = `description: pays
entryPointUrlPath: /cart
elements:
  - selectors:
      - { selectorType: LABEL, selector: Card token }
    interaction: { action: ENTER_TEXT, calledWith: $PASSWORD }
  # Not imported, line 6: requests are not mocked: the app itself must answer like this, with test data
  # await page.route('**/*', (route) => route.abort());
  - selectors:
      - { selectorType: TEXT, selector: Pay }
    interaction: { action: CLICK }
  # Not imported, line 7: page.request.fetch has no equivalent
  # await page.request.fetch('…', { data: { user: '…', password: '…' } });
  # Not imported, line 8: getByText needs a text that is not empty
  # await expect(page.getByText('')).toContainText('');
  - selectors:
      - { selectorType: ROLE, selector: heading }
    assertion: { expectation: TO_HAVE_TEXT, calledWith: Thanks \\$CUSTOMER }
`;

it('writes a test file of a spec, and names what it does not have', async () => {
  await using workspace = await makeWorkspace({ 'e2e/pay.spec.ts': spec });
  const { exitCode, stdout, stderr } = await runCommand(['import', 'e2e/pay.spec.ts'], {
    cwd: workspace.path,
  });
  expect(stderr).toBe('');
  expect(await readFile(join(workspace.path, 'browser-tests/pay.yaml'), 'utf8')).toBe(expected);
  expect(stdout).toBe(
    [
      'e2e/pay.spec.ts → browser-tests/pay.yaml: 1 test case, 3 of 6 lines',
      "  e2e/pay.spec.ts:6: requests are not mocked: the app itself must answer like this, with test data: await page.route('**/*', (route) => route.abort());",
      "  e2e/pay.spec.ts:7: page.request.fetch has no equivalent: await page.request.fetch('…', { data: { user: '…', password: '…' } });",
      "  e2e/pay.spec.ts:8: getByText needs a text that is not empty: await expect(page.getByText('')).toContainText('');",
      '  Addresses below http://localhost:3000 are now below the URL under test.',
      '  To run it, set --variable PASSWORD=…, in a workflow the input `variables`.',
      '',
    ].join('\n'),
  );
  expect(exitCode).toBe(0);
  const validated = await runCommand(['validate'], { cwd: workspace.path });
  expect(validated.stdout).toContain('1 test case in 1 file: 0 problems');
});

it('names what it does not have of the support file with its path', async () => {
  await using workspace = await makeWorkspace({
    'cypress/support/e2e.js':
      "Cypress.Commands.add('reset', () => {\n  cy.task('reset');\n  cy.visit('/');\n});",
    'cypress/e2e/pay.cy.js': "it('pays', () => { cy.reset(); cy.contains('Pay'); });",
  });
  const { stdout } = await runCommand(['import', 'cypress/e2e/pay.cy.js'], { cwd: workspace.path });
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'cypress/e2e/pay.cy.js → browser-tests/pay.yaml: 1 test case, 2 of 3 lines',
    "  cypress/support/e2e.js:2: cy.task has no equivalent: cy.task('reset');",
  ]);
});

it('opens a page as a step if nothing else is in a test, and not if the rest of the test is left out', async () => {
  await using workspace = await makeWorkspace({
    'e2e/shop.cy.js': `it('a', () => { cy.visit('/a'); });\nit('b', () => { cy.visit('/b'); cy.getCookie('c'); });`,
  });
  const out = join(workspace.path, 'browser-tests');
  await writeTestFiles([join(workspace.path, 'e2e/shop.cy.js')], { out });
  const text = await readFile(join(out, 'shop.yaml'), 'utf8');
  expect(text).toContain(
    '- description: a\n  elements:\n    - interaction: { action: GO_TO, calledWith: /a }\n- runStatus: OFF\n',
  );
  expect(text).toContain('entryPointUrlPath: /b\n  elements: []\n');
});

it('never overwrites a file, and goes on with the others', async () => {
  await using workspace = await makeWorkspace({
    'a/cart.spec.js': `test('a', async ({ page }) => { await page.goto('/'); });`,
    'b/cart.spec.js': `test('b', async ({ page }) => { await page.goto('/'); });`,
    'browser-tests/cart.yaml': 'mine',
  });
  const { exitCode, stdout } = await runCommand(['import', 'a/cart.spec.js', 'b/cart.spec.js'], {
    cwd: workspace.path,
  });
  expect(stdout).toContain('a/cart.spec.js: browser-tests/cart.yaml already exists and was not changed.');
  expect(await readFile(join(workspace.path, 'browser-tests/cart.yaml'), 'utf8')).toBe('mine');
  expect(await readFile(join(workspace.path, 'browser-tests/cart-2.yaml'), 'utf8')).toContain(
    'description: b',
  );
  expect(exitCode).toBe(1);
});

/** Each loop repeats the next one. */
const loops = `const l = [1, 2, 3, 4, 5, 6, 7, 8, 9]; test('x', () => { ${'for (const i of l) '.repeat(9)} f(); });`;

const badFiles: Readonly<Record<string, readonly [content: string, problem: string]>> = {
  'broken.spec.js': ['test(', 'Cannot parse the file: Unexpected token (1:5)'],
  'broken.spec.ts': ["test('a', () => {});\ntest(", 'Cannot parse the file: Expression expected in line 2'],
  'sizes.spec.ts': ['namespace Sizes { export const small = 1 }', 'is not supported in strip-only mode'],
  'empty.spec.ts': ['', 'The file has no test that could be read.'],
  'library.js': ['export const a = 1;', 'The file has no test that could be read.'],
  'page.tsx': ['export default () => <p />;', 'neither a Playwright or Cypress spec'],
  'data.json': ['{"title": "x"}', 'neither a Playwright or Cypress spec'],
  'torn.json': ['{', 'The file is not valid JSON.'],
  'binary.spec.js': ['\ud800\u0000', 'Cannot parse the file: Unexpected character'],
  'deep.spec.js': [
    `f(${'('.repeat(20_000)}1${')'.repeat(20_000)})`,
    'Cannot parse the file: Not enough stack space',
  ],
  'loops.spec.js': [loops, 'The loops and functions of the file repeat more than 10000 statements.'],
};

it('says why a file cannot be imported', async () => {
  const contents = Object.entries(badFiles).map(([name, [content]]) => [name, content] as const);
  await using workspace = await makeWorkspace({ ...Object.fromEntries(contents), 'folder/x': '' });
  const names = [...Object.keys(badFiles), 'missing.spec.ts', 'folder'];
  const paths = names.map((name) => join(workspace.path, name));
  const results = await writeTestFiles(paths, { out: join(workspace.path, 'browser-tests') });
  const problems = Object.fromEntries(results.map(({ problem }, index) => [names[index], problem]));
  for (const [name, [, problem]] of Object.entries(badFiles)) {
    expect(problems[name], name).toContain(problem);
  }
  expect(problems['missing.spec.ts']).toMatch(
    /^The file does not exist\. .*Write its path from the current folder\.$/,
  );
  expect(problems.folder).toMatch(
    /^This is a folder\. Name the files in it, such as .*folder\/\*\.spec\.ts\.$/,
  );
  expect((await readdir(workspace.path)).includes('browser-tests')).toBe(false);
});

it('takes glob patterns that no shell has expanded', async () => {
  const spec =
    "import { test } from '@playwright/test';\ntest('a', async ({ page }) => { await page.goto('/'); });";
  await using workspace = await makeWorkspace({
    'e2e/a.spec.ts': spec,
    'e2e/shop/b.spec.ts': spec,
    'e2e/node_modules/c.spec.ts': spec,
  });
  const { exitCode, stdout } = await runCommand(['import', 'e2e/**/*.spec.ts', 'e2e/a.spec.ts'], {
    cwd: workspace.path,
  });
  expect(exitCode, stdout).toBe(0);
  expect((await readdir(join(workspace.path, 'browser-tests'))).sort()).toEqual(['a.yaml', 'b.yaml']);
  const nothing = await runCommand(['import', 'e2e/*.cy.ts'], { cwd: workspace.path });
  expect(nothing).toMatchObject({
    exitCode: 1,
    stderr: 'error: "e2e/*.cy.ts" matches no file. Name specs or recordings.\n',
  });
});

it('refuses wrong arguments', async () => {
  await using workspace = await makeWorkspace({});
  const { exitCode, stderr } = await runCommand(['import'], { cwd: workspace.path });
  expect(stderr).toContain("missing required argument 'files'");
  expect(exitCode).toBe(2);
});
