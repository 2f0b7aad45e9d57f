import { expect, it } from 'vitest';
import { startShop } from '../../support/shop.ts';
import { generateWith } from './with-model.ts';

it('makes test cases for the shop', async () => {
  await using shop = await startShop();
  const { cases, info, textOf } = await generateWith(
    [
      [
        ['enter_text', { element: 'Search', text: 'mug' }],
        ['select_option', { element: 'Sort by', option: 'Name' }],
        ['press_key', { element: 'Search', key: 'Enter' }],
      ],
      [
        ['expect_text', { text: 'Blue mug' }],
        ['expect_text_gone', { text: 'Desk lamp' }],
        ['expect_value', { element: 'Search', value: 'mug' }],
        ['finish_test_case', { description: 'Finds products by name' }],
      ],
      [['click', { element: 'Add Blue mug' }]],
      [['go_to', { path: '/cart' }]],
      [['click', { element: 'Pay' }]],
      [['expect_text', { text: 'Blue mug' }]],
      [['finish_test_case', { description: 'Adds a product to the cart' }]],
      [['stop', { reason: 'done' }]],
    ],
    { baseUrl: shop.url, prompt: 'What a visitor of the shop does' },
  );
  expect(info).toContain('The model made 2 test cases. The model stopped: "done".');
  expect(cases.map(({ description, elements }) => [description, elements.length])).toEqual([
    ['Finds products by name', 6],
    ['Adds a product to the cart', 3],
  ]);
  expect(textOf(5)).toMatch(/problem: .*Pay/);
});
