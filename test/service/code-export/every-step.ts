import type { Assertion } from '../../../src/contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { by, css } from '../../support/steps.ts';

/** Every interaction, with a text wherever one may stand. */
export function everyInteraction(text: string): Interaction[] {
  return [
    { action: 'CLICK' },
    { action: 'CLICK', calledWith: { button: 'right', double: true, force: true } },
    { action: 'ENTER_TEXT', calledWith: text },
    { action: 'GO_TO', calledWith: text },
    { action: 'KEY_PRESS', calledWith: text },
    { action: 'UPLOAD', calledWith: text },
    { action: 'UPLOAD', calledWith: { file: text || 'x' } },
    { action: 'UPLOAD', calledWith: { file: [text || 'x', 'y'] } },
    { action: 'TYPE_TEXT', calledWith: { text } },
    { action: 'SELECT_OPTION', calledWith: text },
    { action: 'SELECT_OPTION', calledWith: [text, text] },
    { action: 'SELECT_OPTION', calledWith: { value: text, label: text, index: 1 } },
    { action: 'SELECT_OPTION', calledWith: [{ value: text }, { label: text }] },
    { action: 'SELECT_OPTION', calledWith: null },
    { action: 'HOVER' },
    { action: 'DOWNLOAD', calledWith: text },
    { action: 'DRAG_AND_DROP', calledWith: { selectors: [by('TEXT', text || 'x')] } },
    {
      action: 'DRAG_AND_DROP',
      calledWith: { selectors: [css('b')], options: { targetPosition: { x: 1, y: 2 } } },
    },
    {
      action: 'DRAG_AND_DROP',
      calledWith: {
        selectors: [css('b')],
        options: { targetPosition: { x: 1, y: 2 }, angularWorkaround: true },
      },
    },
    { action: 'EXTRACT', calledWith: { variableName: text, type: 'TEXT' } },
    { action: 'EXTRACT', calledWith: { variableName: text, type: 'ATTRIBUTE', attributeName: text } },
    { action: 'JAVASCRIPT', calledWith: { code: text, execType: 'browser' } },
    { action: 'JAVASCRIPT', calledWith: { code: text } },
    { action: 'OPEN_EMAIL', calledWith: { subjectContaining: text } },
    { action: 'ACCEPT_DIALOG' },
    { action: 'ACCEPT_DIALOG', calledWith: { messageContaining: text, promptText: text } },
    { action: 'DISMISS_DIALOG', calledWith: { messageContaining: text } },
    { action: 'SWITCH_PAGE', calledWith: 'new' },
    { action: 'SWITCH_PAGE', calledWith: 'previous' },
    { action: 'SWITCH_PAGE', calledWith: 'next' },
    { action: 'CLOSE_PAGE' },
    { action: 'WAIT_FOR' },
    { action: 'WAIT_FOR', calledWith: { type: 'networkIdle' } },
    { action: 'WAIT_FOR', calledWith: { type: 'qwikHydration' } },
    { action: 'WAIT_FOR', calledWith: { type: 'fixedTime', timeMilliseconds: 5 } },
    { action: 'WAIT_FOR', calledWith: { type: 'code', code: text } },
    { action: 'WAIT_FOR', calledWith: { type: 'code' } },
    { action: 'SCROLL' },
    { action: 'SCROLL', calledWith: { x: 1, y: 2 } },
  ];
}

/** Every expectation, with a text wherever one may stand. */
export function everyAssertion(text: string): Assertion[] {
  return [
    { expectation: 'VISIBLE' },
    { expectation: 'NOT_VISIBLE' },
    { expectation: 'DISABLED' },
    { expectation: 'TO_BE_CHECKED' },
    { expectation: 'NOT_TO_BE_CHECKED' },
    { expectation: 'TO_HAVE_VALUE', calledWith: text },
    { expectation: 'TO_CONTAIN_TEXT', calledWith: text },
    { expectation: 'TO_HAVE_STYLE', calledWith: [text, text] },
    { expectation: 'RESPONSE_OK', calledWith: text },
    { expectation: 'TO_HAVE_COUNT', calledWith: 2 },
    { expectation: 'TO_HAVE_URL', calledWith: text },
    { expectation: 'TO_HAVE_TITLE', calledWith: text },
    { expectation: 'TO_HAVE_TEXT', calledWith: text },
    { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: [text, text] },
    { expectation: 'ENABLED' },
    { expectation: 'FOCUSED' },
    { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: text },
  ];
}

/** A chain that has every kind of selector. */
export function everySelector(text: string): ExchangeElement['selectors'] {
  return [
    by('FRAME', text || 'x'),
    css(text || 'x'),
    by('ROLE', 'button', { name: text, exact: true, level: 2, checked: false }),
    by('TEXT', text || 'x', { exact: false }),
    by('ALT_TEXT', text || 'x'),
    by('LABEL', text || 'x'),
    by('TEST_ID', text || 'x'),
    by('TITLE', text || 'x'),
    by('PLACEHOLDER', text || 'x'),
    by('FILTER', '', { hasText: text, hasNotText: text }),
    by('FIRST'),
    by('LAST'),
    by('NTH', '2'),
  ];
}

/** Every step there is, with a text wherever one may stand. */
export function everyStep(text: string): ExchangeElement[] {
  const selectors = everySelector(text);
  return [
    ...everyInteraction(text).flatMap((interaction) => [{ selectors, interaction }]),
    ...everyAssertion(text).map((assertion) => ({ selectors, assertion })),
    { selectors: [], interaction: { action: 'KEY_PRESS', calledWith: text } },
    { selectors: [], interaction: { action: 'TYPE_TEXT', calledWith: { text, delay: 5 } } },
    { selectors: [], interaction: { action: 'SCROLL', calledWith: { y: 2 } } },
    { selectors: [], interaction: { action: 'SCROLL' } },
    { selectors: [by('ROLE', `${text} no role`)], assertion: { expectation: 'VISIBLE' } },
    { selectors, interaction: { action: 'ENTER_TEXT', calledWith: text }, ignoreFailure: true },
  ];
}
