import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Expectation,
  ExpectationFailed,
  expectLocator,
  toBeDisabled,
  toBeVisible,
  toContainText,
  toHaveCountZero,
  toHaveCss,
  toHaveValue,
} from '../../../src/runner/expect/expectation.ts';
import { rejectionOf } from '../../support/failure-of.ts';
import { chromiumPath } from '../../support/play.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await chromiumPath() });
  page = await browser.newPage();
  await page.setContent('<input value="42"><p>Total:\n 12</p><button>Go</button><i>a</i><i>b</i>');
});
afterAll(() => browser?.close());

it.concurrent.each<[string, Expectation, { expected: string; received?: string; reason?: unknown }]>([
  ['input', toHaveValue('4'), { expected: '4', received: '42' }],
  ['input', toHaveValue(/^\D/), { expected: '/^\\D/', received: '42' }],
  ['p', toContainText('Sum'), { expected: 'Sum', received: 'Total:\n 12' }],
  ['p', toHaveCss('--gap', '4px'), { expected: '4px', received: '' }],
  ['button', toBeDisabled, { expected: 'disabled', received: 'enabled' }],
  ['i', toHaveCountZero, { expected: '0', received: '2' }],
  ['b', toBeVisible, { expected: 'visible', reason: 'element(s) not found' }],
  ['p', toHaveValue('4'), { expected: '4', reason: 'Not an input element' }],
  ['i', toBeVisible, { expected: 'visible', reason: expect.stringMatching(/^strict mode violation: .*2 /) }],
])('an expectation about %s that is not met says what was received', async (css, expectation, fields) => {
  const limits = { timeout: 2500, signal: new AbortController().signal };
  const failure = await rejectionOf(expectLocator(page.locator(css), expectation, limits));
  expect(failure).toBeInstanceOf(ExpectationFailed);
  expect(failure).toMatchObject({ received: undefined, reason: undefined, ...fields });
});
