import { expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { containsText, css, pattern } from '../../support/steps.ts';
import { acts, openStage, type StageRow } from './stage.ts';

const { expectPassed, failOn, runOn } = openStage();

type Selected = Extract<Interaction, { action: 'SELECT_OPTION' }>['calledWith'];

const page = `<select multiple oninput="p.textContent = [...this.selectedOptions].map((each) => each.value) + '.'">
  <option value="s">Small</option><option value="m" selected>Medium</option><option value="l">Large</option>
</select><p id="p">untouched</p>`;

function selects(calledWith: Selected): ExchangeElement {
  return acts({ action: 'SELECT_OPTION', calledWith }, css('select'));
}

const rows: readonly [what: string, calledWith: Selected, chosen: string][] = [
  ['a value', 'l', 'l'],
  ['a text', 'Large', 'l'],
  ['a variable', '$SIZE', 'l'],
  ['several texts', ['s', '$SIZE'], 's,l'],
  ['a value by name', { value: '$SIZE_VALUE' }, 'l'],
  ['a label', { label: '$SIZE' }, 'l'],
  ['a place', { index: 0 }, 's'],
  ['what fits all that is said', { value: 's', label: 'Small', index: 0 }, 's'],
  ['several of them', [{ label: '$SIZE' }, { index: 0 }], 's,l'],
  ['nothing, with null', null, ''],
  ['nothing, with an empty list', [], ''],
];

it.concurrent('SELECT_OPTION chooses options', async () => {
  const variables = { SIZE: ['Large'], SIZE_VALUE: ['l'] };
  const chooses = ([what, calledWith, chosen]: (typeof rows)[number]): StageRow => [
    what,
    page,
    [selects(calledWith), containsText(pattern(`^${chosen}\\.$`), css('#p'))],
  ];
  await expectPassed(rows.map(chooses), { variables });
});

it.concurrent('SELECT_OPTION fails if the option does not exist', async () => {
  const outcome = await failOn(page, [selects('Huge')], { saying: /did not find some options/ });
  expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
  expect(outcome.errorMessage).toMatch(
    /^TimeoutError: locator\.selectOption: Timeout \d+ms exceeded\.\nCall log:/m,
  );
  expect(outcome.errorMessage).toContain('did not find some options');
});

it.concurrent('SELECT_OPTION fails if the element is not a list', async () => {
  const outcome = await runOn('<select hidden></select><p>List</p>', [
    acts({ action: 'SELECT_OPTION', calledWith: 'x' }, css('p')),
  ]);
  expect(outcome.errorMessage).toContain('Element is not a <select> element');
});

it.concurrent('SELECT_OPTION warns if a list takes only one of several options', async () => {
  const { warnings } = await runOn('<select><option>Small<option>Large</select>', [
    selects(['Small', 'Large']),
    containsText('Small', css('select')),
  ]);
  expect(warnings).toEqual([expect.stringContaining('Only one of the options was chosen')]);
});
