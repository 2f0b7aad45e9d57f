import { expect, it } from 'vitest';
import type { Assertion } from '../../../src/contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { by, css, pattern } from '../../support/steps.ts';
import { acts, openStage } from './stage.ts';

const { messagesOf } = openStage();

const html = '<p title="">Hi</p>';
const asserts = (assertion: Assertion, ...selectors: ExchangeElement['selectors']): ExchangeElement => ({
  selectors,
  assertion,
});
const containsText = (calledWith: string, ...selectors: ExchangeElement['selectors']) =>
  asserts({ expectation: 'TO_CONTAIN_TEXT', calledWith }, ...selectors);
const hasStyle = (property: string, value: string) =>
  asserts({ expectation: 'TO_HAVE_STYLE', calledWith: [property, value] }, css('p'));
/** Sets `$$empty` to an empty attribute. */
const extractsNothing = acts(
  { action: 'EXTRACT', calledWith: { type: 'ATTRIBUTE', attributeName: 'title', variableName: 'empty' } },
  css('p'),
);

const rows: readonly [what: string, step: ExchangeElement, message: string][] = [
  ['an empty text', containsText('', css('p')), 'TO_CONTAIN_TEXT would check nothing'],
  ['a pattern of anything', containsText(pattern('.*'), css('p')), 'TO_CONTAIN_TEXT would check nothing'],
  ['an empty variable', containsText('$$empty', css('p')), 'a variable in it is empty'],
  [
    'an empty variable in a pattern',
    containsText(pattern('^$$empty'), css('p')),
    'a variable in it is empty',
  ],
  [
    'an empty variable in a selector',
    containsText('Hi', by('TEXT', '$$empty')),
    'The TEXT selector would match any',
  ],
  [
    'an empty variable in a name',
    containsText('Hi', by('ROLE', 'paragraph', { name: pattern('$$empty') })),
    'The name of the ROLE selector would match any text',
  ],
  [
    'an empty variable in a filter',
    containsText('Hi', css('p'), by('FILTER', '', { hasText: '$$empty' })),
    'hasText of the FILTER selector would match any text',
  ],
  ...[
    '[class*="$$empty"]',
    "p:has-text( '$$empty' )",
    '//p[contains(., "$$empty")]',
    'body >> text=$$empty',
  ].map((selector): (typeof rows)[number] => [
    `an empty variable in ${selector}`,
    asserts({ expectation: 'TO_HAVE_COUNT', calledWith: selector.startsWith('[') ? 0 : 1 }, css(selector)),
    'The CSS selector would search for an empty text, because a variable in',
  ]),
  ['an empty style', hasStyle('no-such-property', ''), 'the property "no-such-property" does not exist'],
  ['a style of anything', hasStyle('no-such-property', pattern('.*')), '"no-such-property" does not exist'],
  ['an empty variable as a style', hasStyle('color', '$$empty'), 'the property "color" does not exist'],
  [
    'a style that every value has',
    hasStyle('color', pattern('.+')),
    'TO_HAVE_STYLE would check nothing: any value of color',
  ],
  [
    'a text that must not be there, by a pattern that no text matches',
    asserts({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: pattern('(?!)') }, css('p')),
    'NOT_TO_CONTAIN_TEXT has a pattern that no text matches',
  ],
  [
    'a selector with a pattern that no text matches',
    asserts({ expectation: 'NOT_VISIBLE' }, by('TEXT', pattern('Hi$!'))),
    'The TEXT selector has a pattern that no text matches',
  ],
  [
    'the name of a role that any name contains',
    asserts({ expectation: 'VISIBLE' }, by('ROLE', 'paragraph', { name: '' })),
    'The name of the ROLE selector would match any text, so it finds nothing in particular',
  ],
  [
    'an empty text that must not be there',
    asserts({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: '$$empty' }, css('p')),
    'NOT_TO_CONTAIN_TEXT would check nothing',
  ],
  [
    'a value that matches an empty variable',
    asserts({ expectation: 'TO_HAVE_VALUE', calledWith: pattern('^$$empty') }, css('input')),
    'TO_HAVE_VALUE would check nothing',
  ],
  [
    'a whole text that matches an empty variable',
    asserts({ expectation: 'TO_HAVE_TEXT', calledWith: pattern('$$empty') }, css('p')),
    'TO_HAVE_TEXT would check nothing',
  ],
  [
    'a title of anything',
    asserts({ expectation: 'TO_HAVE_TITLE', calledWith: pattern('$$empty.*') }),
    'TO_HAVE_TITLE would check nothing',
  ],
  [
    'an attribute that matches an empty variable',
    asserts({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['title', pattern('$$empty')] }, css('p')),
    'TO_HAVE_ATTRIBUTE would check nothing',
  ],
  [
    'a URL of anything',
    asserts({ expectation: 'TO_HAVE_URL', calledWith: pattern('.*$$empty') }),
    'TO_HAVE_URL would check nothing',
  ],
  [
    'a pattern of a URL that is only a slash without its variable',
    asserts({ expectation: 'TO_HAVE_URL', calledWith: pattern('/$$empty') }),
    'TO_HAVE_URL would check nothing: any URL matches "OCTOREGEX/$$emptyOCTOREGEX", because a variable in it is empty',
  ],
  [
    'a URL from an empty variable',
    asserts({ expectation: 'TO_HAVE_URL', calledWith: '$$empty' }),
    'TO_HAVE_URL has no URL, because a variable in "$$empty" is empty',
  ],
  [
    'TO_HAVE_COUNT of no element in a frame that does not exist',
    asserts({ expectation: 'TO_HAVE_COUNT', calledWith: 0 }, by('FRAME', 'iframe'), css('p')),
    'but the frame does not exist. To check',
  ],
  [
    'NOT_VISIBLE in a frame that does not exist',
    asserts({ expectation: 'NOT_VISIBLE' }, by('FRAME', 'iframe'), css('p')),
    'but the frame does not exist. To check',
  ],
];

it('an assertion that checks nothing is refused', async () => {
  const messages = await messagesOf(rows.map(([what, step]) => [what, html, [extractsNothing, step]]));
  expect(rows.map(([what], index) => [what, messages[index]])).toEqual(
    rows.map(([what, , message]) => [what, expect.stringContaining(message)]),
  );
});
