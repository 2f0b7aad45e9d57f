import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeLocal, type LocalBrowser, launchBrowser } from '../../../src/runner/browser/launch.ts';
import { installDriverLocators } from '../../../src/runner/recording/driver-locators.ts';
import { testMachine } from '../../support/test-runner.ts';

let local: LocalBrowser;
beforeAll(async () => {
  local = await launchBrowser('CHROMIUM', await testMachine());
});
afterAll(() => closeLocal(local));

/** This is the only test of what is private in the driver: if it fails, a new version has changed it. */
it('the driver chooses selectors in its pages', async () => {
  const context = await local.browser.newContext();
  await installDriverLocators(context);
  const page = await context.newPage();
  await page.setContent('<ul><li>Tea <button>Buy</button></li><li>Mug <button>Buy</button></li></ul>');
  await page.waitForFunction(() => window.playwright !== undefined);
  const found = await page.evaluate(() => {
    const [, button] = document.querySelectorAll('button');
    const driver = window.playwright;
    if (driver === undefined || button === undefined) return undefined;
    const selector = driver.selector(button);
    return {
      selector,
      isUnique: driver.$$(selector).length === 1 && driver.$$(selector)[0] === button,
      visible: driver.$$('internal:role=button[name="buy"i] >> visible=true').length,
      locator: JSON.parse(driver.generateLocator(button, 'jsonl')),
      snapshot: driver.ariaSnapshot(button),
    };
  });
  expect(found).toEqual({
    selector: 'internal:role=listitem >> internal:has-text="Mug Buy"i >> internal:role=button',
    isUnique: true,
    visible: 2,
    locator: {
      kind: 'role',
      body: 'listitem',
      options: { attrs: [] },
      next: {
        kind: 'has-text',
        body: 'Mug Buy',
        options: { exact: false },
        next: { kind: 'role', body: 'button', options: { attrs: [] } },
      },
    },
    snapshot: '- button "Buy"',
  });
});

it('a driver without the private function is refused with a reason', async () => {
  const context = await local.browser.newContext();
  Object.defineProperty(context, '_exposeConsoleApi', { value: undefined });
  await expect(installDriverLocators(context)).rejects.toThrow(/_exposeConsoleApi.*needs version/);
});
