import { expect, it } from 'vitest';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { containsText, css, entersText } from '../../support/steps.ts';
import { acts, openStage, shortMs } from './stage.ts';

const { playOn } = openStage();

const page = `<h1 title="in EUR">12 <span hidden>secret</span><b style="text-transform:uppercase">eur</b></h1>
  <input oninput="p.textContent = this.value"><p id="p"></p>`;

it.concurrent.each<[string, Extract<Interaction, { action: 'EXTRACT' }>['calledWith'], string]>([
  ['the text as it is shown', { variableName: 'price', type: 'TEXT' }, 'Now 12 EUR!'],
  ['an attribute', { variableName: 'price', type: 'ATTRIBUTE', attributeName: 'title' }, 'Now in EUR!'],
  ['into a name as it is used', { variableName: '$$price', type: 'TEXT' }, 'Now 12 EUR!'],
])('EXTRACT keeps %s', async (_, calledWith, text) => {
  const outcome = await playOn(page, [
    acts({ action: 'EXTRACT', calledWith }, css('h1')),
    entersText('Now $$price!', css('input')),
    containsText(text, css('#p')),
  ]);
  expect(outcome.errorMessage).toBeNull();
});

it.concurrent('EXTRACT fails where the attribute is missing', async () => {
  const calledWith = { variableName: 'price', type: 'ATTRIBUTE', attributeName: 'lang' } as const;
  const outcome = await playOn(page, [acts({ action: 'EXTRACT', calledWith }, css('h1'))], shortMs);
  expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
  expect(outcome.errorMessage).toMatch(/^The element has no attribute lang\.\nLocator: locator\('h1'\)/);
});

it.concurrent.each([
  ['innerText', { variableName: 'price', type: 'TEXT' }],
  ['getAttribute', { variableName: 'price', type: 'ATTRIBUTE', attributeName: 'title' }],
] as const)('EXTRACT fails in %s where the element never comes', async (call, calledWith) => {
  const outcome = await playOn(page, [acts({ action: 'EXTRACT', calledWith }, css('h2'))], shortMs);
  expect(outcome.errorMessage).toMatch(
    new RegExp(`^TimeoutError: locator\\.${call}: Timeout \\d+ms exceeded\\.`),
  );
});
