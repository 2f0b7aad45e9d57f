import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ExchangeSelector } from '../../src/contract/exchange/selector.ts';
import { loadTestCases } from '../../src/test-files/load.ts';
import { replaceSelectors } from '../../src/test-files/write.ts';
import { makeWorkspace } from '../support/run-action.ts';

const selectors: ExchangeSelector[] = [
  { selectorType: 'ROLE', selector: 'button', options: { name: 'Pay: now' } },
  { selectorType: 'FIRST', selector: '' },
];

/** Replaces the selectors of the first step. @returns the file and why it was not changed. */
async function replaced(name: string, text: string) {
  await using workspace = await makeWorkspace({ [name]: text });
  const { cases } = await loadTestCases(workspace.path, [name]);
  const [loaded] = cases;
  const [element] = loaded?.testCase.elements ?? [];
  if (loaded === undefined || element === undefined) throw new Error('The file has no step.');
  const problem = await replaceSelectors(workspace.path, loaded, { index: 0, element }, selectors);
  return { problem, text: await readFile(join(workspace.path, name), 'utf8') };
}

const step = `interaction: { action: CLICK } # the button`;
const block = `description: Pay # twice
elements:
  - selectors:
      - { selectorType: TEXT, selector: "Pay" }

    # Then click.
    ${step}
`;
const written = `      - { selectorType: ROLE, selector: button, options: { name: "Pay: now" } }
      - { selectorType: FIRST }
`;

it('replaces lines, and keeps everything else', async () => {
  const { problem, text } = await replaced('a.yaml', block);
  expect({ problem, text }).toEqual({
    problem: undefined,
    text: block.replace(/ {6}- \{ selectorType: TEXT.*\n/, written),
  });
});

it('replaces selectors in brackets by ones in the same style', async () => {
  const { text } = await replaced(
    'a.yaml',
    'description: Pay\nelements: [{ selectors: [{ selectorType: TEXT, selector: Pay }], interaction: { action: CLICK } }]\n',
  );
  expect(text).toBe(
    'description: Pay\nelements: [{ selectors: [{ selectorType: ROLE, selector: button, options: { name: "Pay: now" } }, { selectorType: FIRST }], interaction: { action: CLICK } }]\n',
  );
});

it('keeps the line ends of Windows', async () => {
  const { problem, text } = await replaced('a.yaml', block.replaceAll('\n', '\r\n'));
  expect(problem).toBeUndefined();
  expect(text.replaceAll('\r\n', '\n')).toBe(block.replace(/ {6}- \{ selectorType: TEXT.*\n/, written));
  expect(text).not.toMatch(/[^\r]\n/);
});

it('replaces selectors in JSON', async () => {
  const value = {
    description: 'Pay',
    elements: [{ selectors: [{ selectorType: 'TEXT', selector: 'Pay' }] }],
  };
  const [element] = value.elements;
  const text = JSON.stringify(
    { ...value, elements: [{ ...element, interaction: { action: 'CLICK' } }] },
    null,
    2,
  );
  const result = await replaced('a.json', text);
  expect(result.problem).toBeUndefined();
  expect(JSON.parse(result.text)).toMatchObject({
    elements: [{ selectors: [selectors[0], { selectorType: 'FIRST' }], interaction: { action: 'CLICK' } }],
  });
});

it.each([
  ['an anchor', block.replace('selectors:\n', 'selectors: &pay\n'), 'shares its selectors'],
  ['comments', block.replace('"Pay" }', '"Pay" } # here'), 'comments between'],
])('leaves selectors with %s alone', async (_, text, problem) => {
  expect(await replaced('a.yaml', text)).toEqual({ problem: expect.stringContaining(problem), text });
});

it('replaces selectors in a file with many aliases', async () => {
  const aliases = Array.from({ length: 200 }, () => `  - *step\n`).join('');
  const { problem, text } = await replaced(
    'a.yaml',
    `${block}  - &step { interaction: { action: CLICK }, selectors: [{ selectorType: TEXT, selector: Next }] }\n${aliases}`,
  );
  expect(problem).toBeUndefined();
  expect(text).toContain(`${written}\n`);
});

it('leaves selectors alone if one of them has an anchor', async () => {
  const { problem } = await replaced(
    'a.yaml',
    `${block.replace('- { selectorType', '- &pay { selectorType')}  - { selectors: [*pay], interaction: { action: HOVER } }\n`,
  );
  expect(problem).toBe('the step shares its selectors with others');
});
