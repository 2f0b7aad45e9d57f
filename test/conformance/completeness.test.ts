import { expect, it } from 'vitest';
import { expectations } from '../../src/contract/exchange/assertion.ts';
import { actions } from '../../src/contract/exchange/interaction.ts';
import { selectorOptions, selectorTypes } from '../../src/contract/exchange/selector.ts';
import { rows } from './rows/rows.ts';
import { contractShapes, rowShapes } from './shapes.ts';

const shown = new Set(rows.flatMap(rowShapes));

function notShown(shapes: readonly string[]): string[] {
  return shapes.filter((shape) => !shown.has(shape));
}

const byText = ['TEXT', 'ALT_TEXT', 'LABEL', 'TITLE', 'PLACEHOLDER'];

/** Where a pattern may stand in place of a text. */
const patterns = [
  ...[...byText, 'TEST_ID'].map((type) => `${type}.selector`),
  'ROLE.options.name',
  'FILTER.options.hasText',
  'FILTER.options.hasNotText',
  'DOWNLOAD',
  'ACCEPT_DIALOG.messageContaining',
  'DISMISS_DIALOG.messageContaining',
  'TO_HAVE_VALUE',
  'TO_CONTAIN_TEXT',
  'TO_HAVE_STYLE[1]',
  'TO_HAVE_TEXT',
  'NOT_TO_CONTAIN_TEXT',
  'TO_HAVE_ATTRIBUTE[1]',
  'TO_HAVE_URL',
  'TO_HAVE_TITLE',
].map((place) => `${place}: pattern`);

/** FILTER takes the texts; all others are for a ROLE, and `exact` for what is found by a text too. */
const options = Object.entries(selectorOptions.shape).flatMap(([key, schema]) => {
  const values = schema.unwrap().type === 'boolean' ? ['=true', '=false'] : [`: ${schema.unwrap().type}`];
  const types = key.startsWith('has') ? ['FILTER'] : key === 'exact' ? [...byText, 'ROLE'] : ['ROLE'];
  return types.flatMap((type) => values.map((value) => `${type}.options.${key}${value}`));
});

it.each([
  ['action', actions],
  ['shape of an argument', contractShapes()],
  ['expectation', expectations],
  ['type of a selector', selectorTypes],
  ['option of a selector', options],
  ['place for a pattern', patterns],
])('every %s has a row that passes and fails', (_, shapes) => {
  expect(shapes.length).toBeGreaterThan(8);
  expect(notShown(shapes)).toEqual([]);
});

it('row names are unique', () => {
  const names = rows.map(({ of, name }) => `${of}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});
