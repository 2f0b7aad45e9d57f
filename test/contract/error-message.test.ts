import { expect, it } from 'vitest';
import { joinMessage, splitMessage } from '../../src/contract/error-message.ts';

const callLog = "Call log:\n  - waiting for locator('#pay')";
const timeout = `TimeoutError: locator.click: Timeout 2500ms exceeded.\n${callLog}`;
const expectation =
  'expect(locator).toHaveValue(expected) failed\n\nLocator: a\nExpected: "1"\nReceived: "2"';

it.each([
  ['a sentence and the driver’s message', 'The button is hidden.', timeout],
  ['a sentence and a failed expectation', 'The value is "2".', `${expectation}\n\n${callLog}`],
  ['a sentence alone', 'The variable $NAME is not defined.', ''],
])('joins and splits %s', (_, sentence, details) => {
  expect(splitMessage(joinMessage({ sentence, details }))).toEqual({ sentence, details });
});

it.each([
  ['a call', timeout, 'TimeoutError: locator.click: Timeout 2500ms exceeded.'],
  ['an expectation', `${expectation}\n\n${callLog}`, expectation],
  [
    'an expectation of a dependency',
    `Dependency "A": ${expectation}\n\n${callLog}`,
    `Dependency "A": ${expectation}`,
  ],
])('keeps all of a message in Playwright’s own words but the call log: %s', (_, message, sentence) => {
  expect(splitMessage(message)).toEqual({ sentence, details: callLog });
});

it('takes an expectation without a call log as one sentence', () => {
  expect(splitMessage(expectation)).toEqual({ sentence: expectation, details: '' });
});

it('knows other line ends, and empty messages', () => {
  expect(splitMessage('One.\r\n\r\nTwo\r\n')).toEqual({ sentence: 'One.', details: 'Two' });
  expect(splitMessage(' \n')).toEqual({ sentence: '', details: '' });
});
