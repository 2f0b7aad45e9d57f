import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Expectation,
  ExpectationFailed,
  expectMet,
  expectText,
  notToContainText,
  stateExpectations,
  toHaveCount,
} from '../../../src/runner/expect/expectation.ts';
import { rejectionOf } from '../../support/failure-of.ts';
import { chromiumOptions } from '../../support/test-runner.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await chromium.launch(await chromiumOptions());
  page = await browser.newPage();
  await page.setContent(
    '<input value="42"><p>Total:\n 12</p><button>Go</button><i>a</i><i>b</i><fieldset disabled><input></fieldset>',
  );
});
afterAll(() => browser?.close());

it.concurrent.each<[string, Expectation, { expected: string; received?: string | null; reason?: unknown }]>([
  ['input:enabled', expectText('toHaveValue', '4'), { expected: '4', received: '42' }],
  ['input:enabled', expectText('toHaveValue', /^\D/), { expected: '/^\\D/', received: '42' }],
  ['p', expectText('toContainText', 'Sum'), { expected: 'Sum', received: 'Total:\n 12' }],
  ['p', expectText('toHaveCSS', '4px', '--gap'), { expected: '4px', received: '' }],
  ['button', stateExpectations.DISABLED, { expected: 'disabled', received: 'enabled' }],
  ['i', toHaveCount(0), { expected: '0', received: '2' }],
  ['i', toHaveCount(3), { expected: '3', received: '2' }],
  ['b', toHaveCount(3), { expected: '3', received: '0' }],
  ['p', expectText('toHaveText', 'Total:'), { expected: 'Total:', received: 'Total:\n 12' }],
  ['p', notToContainText('12'), { expected: 'not "12"', received: 'Total:\n 12' }],
  ['b', notToContainText(/12/), { expected: 'not /12/', reason: 'element(s) not found' }],
  ['input:enabled', expectText('toHaveAttribute', '4', 'value'), { expected: '4', received: '42' }],
  ['input:enabled', expectText('toHaveAttribute', '', 'title'), { expected: '', received: null }],
  ['button', stateExpectations.FOCUSED, { expected: 'focused', received: 'inactive' }],
  ['fieldset input', stateExpectations.ENABLED, { expected: 'enabled', received: 'disabled' }],
  ['b', stateExpectations.VISIBLE, { expected: 'visible', reason: 'element(s) not found' }],
  ['p', expectText('toHaveValue', '4'), { expected: '4', reason: 'Not an input element' }],
  [
    'i',
    stateExpectations.VISIBLE,
    { expected: 'visible', reason: expect.stringMatching(/^strict mode violation: .*2 /) },
  ],
])('an expectation about %s that is not met says what was received', async (css, expectation, fields) => {
  const limits = { timeout: 2500, signal: new AbortController().signal };
  const failure = await rejectionOf(expectMet(page.locator(css), expectation, limits));
  expect(failure).toBeInstanceOf(ExpectationFailed);
  expect(failure).toMatchObject({ received: undefined, reason: undefined, ...fields });
});

it.concurrent.each<[Expectation, { expected: string; received: string }]>([
  [expectText('toHaveURL', 'http://127.0.0.1/'), { expected: 'http://127.0.0.1/', received: 'about:blank' }],
  [expectText('toHaveTitle', /^Cart/), { expected: '/^Cart/', received: '' }],
])('an expectation about a page that is not met says what was received', async (expectation, fields) => {
  const limits = { timeout: 2500, signal: new AbortController().signal };
  const failure = await rejectionOf(expectMet(page, expectation, limits));
  expect(failure).toBeInstanceOf(ExpectationFailed);
  expect(failure).toMatchObject({ reason: undefined, ...fields });
  expect(failure).toMatchObject({ message: expect.stringMatching(/^expect\(page\)\.toHave/) });
});
