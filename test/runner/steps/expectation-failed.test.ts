import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Expectation,
  ExpectationFailed,
  expectMet,
  notToContainText,
  toBeDisabled,
  toBeEnabled,
  toBeFocused,
  toBeVisible,
  toContainText,
  toHaveAttribute,
  toHaveCount,
  toHaveCss,
  toHaveText,
  toHaveTitle,
  toHaveUrl,
  toHaveValue,
} from '../../../src/runner/expect/expectation.ts';
import { rejectionOf } from '../../support/failure-of.ts';
import { chromiumOptions } from '../../support/play.ts';

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
  ['input:enabled', toHaveValue('4'), { expected: '4', received: '42' }],
  ['input:enabled', toHaveValue(/^\D/), { expected: '/^\\D/', received: '42' }],
  ['p', toContainText('Sum'), { expected: 'Sum', received: 'Total:\n 12' }],
  ['p', toHaveCss('--gap', '4px'), { expected: '4px', received: '' }],
  ['button', toBeDisabled, { expected: 'disabled', received: 'enabled' }],
  ['i', toHaveCount(0), { expected: '0', received: '2' }],
  ['i', toHaveCount(3), { expected: '3', received: '2' }],
  ['b', toHaveCount(3), { expected: '3', received: '0' }],
  ['p', toHaveText('Total:'), { expected: 'Total:', received: 'Total:\n 12' }],
  ['p', notToContainText('12'), { expected: 'not "12"', received: 'Total:\n 12' }],
  ['b', notToContainText(/12/), { expected: 'not /12/', reason: 'element(s) not found' }],
  ['input:enabled', toHaveAttribute('value', '4'), { expected: '4', received: '42' }],
  ['input:enabled', toHaveAttribute('title', ''), { expected: '', received: null }],
  ['button', toBeFocused, { expected: 'focused', received: 'inactive' }],
  ['fieldset input', toBeEnabled, { expected: 'enabled', received: 'disabled' }],
  ['b', toBeVisible, { expected: 'visible', reason: 'element(s) not found' }],
  ['p', toHaveValue('4'), { expected: '4', reason: 'Not an input element' }],
  ['i', toBeVisible, { expected: 'visible', reason: expect.stringMatching(/^strict mode violation: .*2 /) }],
])('an expectation about %s that is not met says what was received', async (css, expectation, fields) => {
  const limits = { timeout: 2500, signal: new AbortController().signal };
  const failure = await rejectionOf(expectMet(page.locator(css), expectation, limits));
  expect(failure).toBeInstanceOf(ExpectationFailed);
  expect(failure).toMatchObject({ received: undefined, reason: undefined, ...fields });
});

it.concurrent.each<[Expectation, { expected: string; received: string }]>([
  [toHaveUrl('http://127.0.0.1/'), { expected: 'http://127.0.0.1/', received: 'about:blank' }],
  [toHaveTitle(/^Cart/), { expected: '/^Cart/', received: '' }],
])('an expectation about a page that is not met says what was received', async (expectation, fields) => {
  const limits = { timeout: 2500, signal: new AbortController().signal };
  const failure = await rejectionOf(expectMet(page, expectation, limits));
  expect(failure).toBeInstanceOf(ExpectationFailed);
  expect(failure).toMatchObject({ reason: undefined, ...fields });
  expect(failure).toMatchObject({ message: expect.stringMatching(/^expect\(page\)\.toHave/) });
});
