import { expect, it } from 'vitest';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { by, containsText, css, entersText, pattern, sees } from '../../support/steps.ts';
import { acts, openStage, type StageRow } from './stage.ts';

const { expectPassed, failOn, runOn } = openStage();

const page = `<h1 title="in EUR">12 <span hidden>secret</span><b style="text-transform:uppercase">eur</b></h1>
  <input oninput="p.textContent = this.value"><p id="p"></p><b id="none" style="display:block;height:9px"></b>
  <input id="name" value="first"><textarea>first</textarea><select><option value="s">Small<option value="l">Large</select>
  <script>document.querySelector('#name').value = 'Ann'; document.querySelector('textarea').value = 'Bob';
  document.querySelector('select').selectedIndex = 1;</script>`;

type Extraction = Extract<Interaction, { action: 'EXTRACT' }>['calledWith'];

const kept: readonly [what: string, calledWith: Extraction, text: string][] = [
  ['the text as it is shown', { variableName: 'price', type: 'TEXT' }, 'Now 12 EUR!'],
  ['an attribute', { variableName: 'price', type: 'ATTRIBUTE', attributeName: 'title' }, 'Now in EUR!'],
  [
    'an attribute that a variable names',
    { variableName: 'price', type: 'ATTRIBUTE', attributeName: '$ATTRIBUTE' },
    'Now in EUR!',
  ],
  ['into a name as it is used', { variableName: '$$price', type: 'TEXT' }, 'Now 12 EUR!'],
];

it.concurrent('EXTRACT keeps a text or an attribute', async () => {
  const variables = { ATTRIBUTE: ['title'] };
  const row = ([what, calledWith, text]: (typeof kept)[number]): StageRow => {
    const extracts = acts({ action: 'EXTRACT', calledWith }, css('h1'));
    return [
      what,
      page,
      [extracts, entersText('Now $$price!', css('input:not([id])')), containsText(text, css('#p'))],
    ];
  };
  await expectPassed(kept.map(row), { variables });
});

it.concurrent('EXTRACT fails if the attribute is missing', async () => {
  const calledWith = { variableName: 'price', type: 'ATTRIBUTE', attributeName: 'lang' } as const;
  const outcome = await runOn(page, [acts({ action: 'EXTRACT', calledWith }, css('h1'))]);
  expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
  expect(outcome.errorMessage).toMatch(
    /^Could not extract the attribute lang of the element "h1" as price: it has no such attribute\.\n\nLocator: locator\('h1'\)/,
  );
});

it.concurrent.each([
  ['evaluate', { variableName: 'price', type: 'TEXT' }],
  ['getAttribute', { variableName: 'price', type: 'ATTRIBUTE', attributeName: 'title' }],
] as const)('EXTRACT fails in %s where the element never comes', async (call, calledWith) => {
  const outcome = await failOn(page, [acts({ action: 'EXTRACT', calledWith }, css('h2'))]);
  expect(outcome.errorMessage).toMatch(
    new RegExp(`^TimeoutError: locator\\.${call}: Timeout \\d+ms exceeded\\.`, 'm'),
  );
});

const held: readonly [what: string, selector: string, value: string][] = [
  ['an input', '#name', 'Ann'],
  ['a text area', 'textarea', 'Bob'],
  ['a list', 'select', 'l'],
];

it.concurrent('EXTRACT keeps what a field holds now, as text and as value', async () => {
  const extracts = (selector: string, calledWith: Extraction) =>
    acts({ action: 'EXTRACT', calledWith }, css(selector));
  const row = ([what, selector, value]: (typeof held)[number]): StageRow => [
    what,
    page,
    [
      extracts(selector, { variableName: 'one', type: 'TEXT' }),
      extracts(selector, { variableName: 'two', type: 'ATTRIBUTE', attributeName: 'value' }),
      entersText('$$one, $$two!', css('input:not([id])')),
      containsText(`${value}, ${value}!`, css('#p')),
    ],
  ];
  await expectPassed(held.map(row));
});

it.concurrent('EXTRACT refuses an invalid variable name', async () => {
  const calledWith = { variableName: 'a b', type: 'TEXT' } as const;
  const outcome = await runOn(page, [acts({ action: 'EXTRACT', calledWith }, css('h1'))]);
  expect(outcome.errorMessage).toContain('"a b" is not a valid variable name');
});

it.concurrent.each([
  ['a text', '$$none'],
  ['a pattern', pattern('$$none')],
])('an empty text is kept, and %s that is empty by it checks nothing', async (_, expected) => {
  const none = acts({ action: 'EXTRACT', calledWith: { variableName: 'none', type: 'TEXT' } }, css('#none'));
  const fine = await runOn(page, [
    none,
    entersText('<$$none>', css('input:not([id])')),
    containsText('<$$none>', css('#p')),
  ]);
  expect(fine.errorMessage).toBeNull();
  const outcome = await runOn(page, [none, containsText(expected, css('h1'))]);
  expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 2 } });
  expect(outcome.errorMessage).toContain(
    `any text matches ${JSON.stringify(expected)}, because a variable in it is empty`,
  );
});

it.concurrent('a value that looks like a pattern is not used as one', async () => {
  const wild = pattern('.*');
  const set = acts({ action: 'JAVASCRIPT', calledWith: { code: `setDynamicVariable('wild', '${wild}')` } });
  const outcomes = await Promise.all([
    failOn(page, [set, containsText('$$wild', css('h1'))]),
    failOn(page, [set, sees(by('TEXT', '$$wild'), by('FIRST'))]),
    failOn(page, [set, sees(css('h1'), by('FILTER', '', { hasText: '$$wild' }))]),
    runOn('<a download="a.csv" href="data:text/csv,a">Get</a>', [
      set,
      acts({ action: 'DOWNLOAD', calledWith: '$$wild' }, css('a')),
    ]),
  ]);
  expect(outcomes.map(({ failedStep }) => failedStep?.elementIndex)).toEqual([2, 2, 2, 2]);
});
