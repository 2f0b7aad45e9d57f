import { describe, expect, it } from 'vitest';
import { elementsOf, recordedAction } from '../../../src/cli/record/recorded-action.ts';

/** Lines as `playwright codegen --target=jsonl` writes them, without `pageGuid` and `signals`. */
const rows: readonly (readonly [line: string, elements: unknown])[] = [
  [
    '{"name":"click","selector":"internal:role=button[name=\\"Save\\"i]","button":"left","modifiers":0,"clickCount":1,"locator":{"kind":"role","body":"button","options":{"attrs":[],"exact":false,"name":"Save"}}}',
    [
      {
        selectors: [{ selectorType: 'ROLE', selector: 'button', options: { name: 'Save' } }],
        interaction: { action: 'CLICK' },
      },
    ],
  ],
  [
    '{"name":"click","button":"right","modifiers":0,"clickCount":2,"locator":{"kind":"default","body":"li","options":{},"next":{"kind":"has-text","body":"Blue mug","options":{"exact":false},"next":{"kind":"nth","body":"1","options":{}}}}}',
    [
      {
        selectors: [
          { selectorType: 'CSS', selector: 'li' },
          { selectorType: 'FILTER', selector: '', options: { hasText: 'Blue mug' } },
          { selectorType: 'NTH', selector: '1' },
        ],
        interaction: { action: 'CLICK', calledWith: { button: 'right', double: true } },
      },
    ],
  ],
  [
    '{"name":"fill","text":"costs $HOME","locator":{"kind":"label","body":"Price in $US","options":{"exact":true}}}',
    [
      {
        selectors: [{ selectorType: 'LABEL', selector: 'Price in \\$US', options: { exact: true } }],
        interaction: { action: 'ENTER_TEXT', calledWith: 'costs \\$HOME' },
      },
    ],
  ],
  [
    '{"name":"check","locator":{"kind":"default","body":"iframe[name=\\"pay\\"]","options":{},"next":{"kind":"frame","body":"","options":{},"next":{"kind":"role","body":"checkbox","options":{"attrs":[{"name":"checked","value":false}]}}}}}',
    [
      {
        selectors: [
          { selectorType: 'FRAME', selector: 'iframe[name="pay"]' },
          { selectorType: 'ROLE', selector: 'checkbox', options: { checked: false } },
        ],
        interaction: { action: 'CLICK' },
      },
      {
        selectors: [
          { selectorType: 'FRAME', selector: 'iframe[name="pay"]' },
          { selectorType: 'ROLE', selector: 'checkbox', options: { checked: false } },
        ],
        assertion: { expectation: 'TO_BE_CHECKED' },
      },
    ],
  ],
  [
    '{"name":"press","key":"A","modifiers":10,"locator":{"kind":"test-id","body":"editor","options":{}}}',
    [
      {
        selectors: [{ selectorType: 'TEST_ID', selector: 'editor' }],
        interaction: { action: 'KEY_PRESS', calledWith: 'Control+Shift+A' },
      },
    ],
  ],
  [
    '{"name":"select","options":["de","fr"],"locator":{"kind":"title","body":"Languages","options":{"exact":false},"next":{"kind":"first","body":"","options":{}}}}',
    [
      {
        selectors: [
          { selectorType: 'TITLE', selector: 'Languages' },
          { selectorType: 'FIRST', selector: '' },
        ],
        interaction: { action: 'SELECT_OPTION', calledWith: ['de', 'fr'] },
      },
    ],
  ],
  [
    '{"name":"assertText","text":"Thank you","substring":true,"locator":{"kind":"placeholder","body":"x","options":{}}}',
    [
      {
        selectors: [{ selectorType: 'PLACEHOLDER', selector: 'x' }],
        assertion: { expectation: 'TO_CONTAIN_TEXT', calledWith: 'Thank you' },
      },
    ],
  ],
  [
    '{"name":"assertText","text":"Thank you","substring":false,"locator":{"kind":"placeholder","body":"x","options":{}}}',
    [
      {
        selectors: [{ selectorType: 'PLACEHOLDER', selector: 'x' }],
        assertion: { expectation: 'TO_HAVE_TEXT', calledWith: 'Thank you' },
      },
    ],
  ],
  ['{"name":"openPage","url":"about:blank"}', []],
  [
    '{"name":"navigate","url":"http://localhost:3000/"}',
    [{ selectors: [], interaction: { action: 'GO_TO', calledWith: 'http://localhost:3000/' } }],
  ],
];

describe('the steps of a recorded action', () => {
  it.each(rows)('%s', (line, elements) => {
    expect(elementsOf(recordedAction.parse(JSON.parse(line)))).toEqual(elements);
  });

  it.each([
    ['a click with a key', { name: 'click', modifiers: 2, locator: { kind: 'text', body: 'x' } }, 'Control'],
    ['a lost pattern', { name: 'hover', locator: { kind: 'text', body: {} } }, 'regular expression'],
    ['an unknown locator', { name: 'hover', locator: { kind: 'or', body: 'x' } }, '"or"'],
    [
      'a frame that is not found by CSS',
      { name: 'hover', locator: { kind: 'text', body: 'x', next: { kind: 'frame' } } },
      'CSS',
    ],
  ])('refuses %s', (_, action, reason) => {
    expect(() => elementsOf(recordedAction.parse(action))).toThrow(reason);
  });
});
