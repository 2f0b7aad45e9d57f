import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { keyNames, unknownKey } from '../../src/contract/exchange/keys.ts';

const layout = z.record(z.string(), z.looseObject({ key: z.string(), location: z.number().optional() }));

/** The keyboard layout in the source of the driver, which exports it nowhere. */
async function driverLayout() {
  const driver = createRequire(import.meta.url).resolve('playwright-core/package.json');
  const source = await readFile(join(dirname(driver), 'lib/coreBundle.js'), 'utf8');
  const [, keys = ''] = /\bUSKeyboardLayout = (\{[\s\S]*?\n\s*\});/.exec(source) ?? [];
  return layout.parse(runInNewContext(`(${keys})`));
}

it('the names of keys are those of the driver', async () => {
  const modifiers = ['Shift', 'Control', 'ControlOrMeta', 'Alt', 'Meta'];
  const codes = Object.keys(await driverLayout());
  expect(keyNames.toSorted()).toEqual([...codes, ...modifiers].toSorted());
});

it.each(['a', 'A', 'é', 'Control+a', 'Control++', '+', 'Shift+Digit1', '\n', 'ControlOrMeta+Shift+Z'])(
  'each key of %j exists, except for letters of other keyboards',
  (combination) => {
    expect(unknownKey(combination)).toBe(combination === 'é' ? 'é' : undefined);
  },
);

it.each([
  ['', ''],
  ['Control+', ''],
  ['++', ''],
  ['Ctrl+a', 'Ctrl'],
  ['Control+enter', 'enter'],
  ['Strg+Entf', 'Strg'],
])('%j has the unknown key %j', (combination, unknown) => {
  expect(unknownKey(combination)).toBe(unknown);
});
