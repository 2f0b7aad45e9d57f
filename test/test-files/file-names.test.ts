import { expect, it } from 'vitest';
import { fileNameFor, newFileNames } from '../../src/test-files/write.ts';

it.each([
  ['Pay with a card', 'pay-with-a-card'],
  [
    'Clicking "Remove" on the page "Cart" removes it from the page',
    'clicking-remove-on-the-page-cart-removes-it-from-the-page',
  ],
  [
    'Clicking "Remove" on the page "Shopping cart" removes it',
    'clicking-remove-on-the-page-shopping-cart-removes-it',
  ],
  [
    'The result of clicking "Add Blue mug" is kept after a reload',
    'the-result-of-clicking-add-blue-mug-is-kept-after-a-reload',
  ],
  [
    'The result of clicking "Add Blue mug" remains after a reload',
    'the-result-of-clicking-add-blue-mug-remains-after-a-reload',
  ],
  [
    'The result of clicking "Add Blue mug" is still there afterwards',
    'the-result-of-clicking-add-blue-mug-is-still-there',
  ],
  ['x'.repeat(90), 'x'.repeat(60)],
])('the file name of "%s" has whole words', (description, name) => {
  expect(newFileNames(description, 'test-case').next().value).toBe(`${name}.yaml`);
  const id = '0d7a4b5e-3f6c-4f43-9d53-5a9a5a4a7c11';
  expect(fileNameFor({ description, id })).toBe(`${name}-0d7a4b5e.yaml`);
});

it('a description without letters and digits has a name, too', () => {
  const names = newFileNames('…', 'test-case');
  expect([names.next().value, names.next().value]).toEqual(['test-case.yaml', 'test-case-2.yaml']);
});
