import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTestCases } from '../src/test-files/load.ts';
import { runCommand } from './support/command.ts';
import { makeWorkspace } from './support/run-action.ts';
import { startShop } from './support/shop.ts';

/** The test-case files, and the single steps, that a document shows. */
async function shown(document: string): Promise<Record<string, string>> {
  const text = await readFile(join(import.meta.dirname, '..', document), 'utf8');
  const blocks = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, yaml = '']) => yaml);
  const cases = blocks.flatMap((yaml) => {
    if (/^(?:- )?(?:id|description):/.test(yaml)) return [yaml];
    return /^ {2}- (?:selectors|interaction):/.test(yaml) ? [`description: Steps\nelements:\n${yaml}`] : [];
  });
  return Object.fromEntries(cases.map((yaml, index) => [`tests/${index}.yaml`, yaml]));
}

test.each([
  ['README.md', 1],
  ['docs/test-files.md', 8],
  ['docs/writing-tests.md', 5],
])('the test cases in %s are read without a problem or a warning', async (document, count) => {
  await using workspace = await makeWorkspace(await shown(document));
  const { cases, problems, warnings } = await loadTestCases(workspace.path, ['tests']);
  expect({ count: cases.length, problems, warnings }).toEqual({ count, problems: [], warnings: [] });
});

test('the repeated steps in docs/test-files.md are the same steps', async () => {
  await using workspace = await makeWorkspace(await shown('docs/test-files.md'));
  const { cases } = await loadTestCases(workspace.path, ['tests']);
  const [first, second] = cases.filter(({ inList }) => inList).map(({ testCase }) => testCase.elements);
  expect(second?.slice(0, 2)).toEqual(first?.slice(0, 2));
  expect(second?.map(({ interaction }) => interaction?.action)).toEqual([
    'CLICK',
    'CLICK',
    'CLICK',
    undefined,
  ]);
});

test('the test cases in docs/writing-tests.md pass on the example shop', async () => {
  await using shop = await startShop();
  await using workspace = await makeWorkspace(await shown('docs/writing-tests.md'));
  const account = {
    BROWSER_TEST_GATE_TEST_ACCOUNT_USERNAME: 'ada@example.com',
    BROWSER_TEST_GATE_TEST_ACCOUNT_PASSWORD: 'correct horse',
  };
  const run = await runCommand(['run', 'tests', '--retries', '0', '--url', shop.url], {
    cwd: workspace.path,
    env: account,
  });
  expect(run.stdout).toContain('4 passed of 4');
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
});
