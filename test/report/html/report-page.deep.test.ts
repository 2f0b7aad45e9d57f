import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, openReport } from '../../support/report-page.ts';
import { caseResultOf, failedCaseOf, resultsOf } from '../../support/results.ts';
import { detailed, names, onePixel, run } from './sample-run.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe('the HTML page', () => {
  it('shows a picture at its full size by mouse and keyboard', async () => {
    await using report = await openReport(browser, resultsOf({ status: 'failed', results: [detailed] }), {
      pictures: new Map([['step.jpg', onePixel]]),
    });
    const picture = report.page.getByRole('img', { name: 'The page after “click button “Add””' });
    const width = () => picture.evaluate((image) => image.clientWidth);
    // Without its border of 1 pixel.
    expect(await width()).toBe(158);
    await picture.click();
    expect(await width()).toBe(1);
    await report.page.keyboard.press('Space');
    expect(await width()).toBe(158);
  });

  it('moves between test cases with j and k, and to the filter with /', async () => {
    await using report = await openReport(browser, run);
    const { page } = report;
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('tbody')?.querySelector('.name')?.textContent);
    for (const [key, name] of [
      ['j', 'Pay by card'],
      ['j', 'Sign in'],
      ['n', 'Subscribe'],
      ['k', 'Sign in'],
      ['p', 'Pay by card'],
      ['k', 'Pay by card'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(name);
    }
    await page.keyboard.press('/');
    await page.keyboard.type('jk');
    expect(await page.getByLabel('Filter by').inputValue()).toBe('jk');
  });

  it('groups by file and by tags', async () => {
    const results = resultsOf({ ...run, results: [...run.results, detailed] });
    await using report = await openReport(browser, results);
    const { page } = report;
    await page.getByRole('radio', { name: 'File' }).check();
    expect(await page.locator('.group').allTextContents()).toEqual([
      'browser-tests/cart.yaml — 1 not passed of 1',
      'browser-tests/checkout.yaml — 3 not passed of 6',
    ]);
    expect((await names(page)).slice(0, 2)).toEqual(['Check the total', 'Pay by card']);
    await page.getByRole('radio', { name: 'Tags' }).check();
    expect((await page.locator('.group').allTextContents()).at(-1)).toBe('No tag — 3 not passed of 6');
    await page.getByRole('radio', { name: 'Nothing' }).check();
    expect(await page.locator('.group').count()).toBe(0);
  });

  it('sorts by each column in both directions and exposes the order', async () => {
    await using report = await openReport(browser, run);
    const { page } = report;
    const head = page.getByRole('columnheader', { name: 'Test case' });
    await head.getByRole('button').press('Enter');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    expect((await names(page)).at(0)).toBe('Pay by card');
    await head.getByRole('button').press('Enter');
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect((await names(page)).at(0)).toBe('Subscribe');
    expect(await head.getByRole('button').evaluate((each) => each === document.activeElement)).toBe(true);
    const duration = page.getByRole('columnheader', { name: 'Duration' });
    await duration.getByRole('button').click();
    await duration.getByRole('button').click();
    expect((await names(page)).slice(0, 2)).toEqual(['Pay by invoice', 'Pay by card']);
    expect(await head.getAttribute('aria-sort')).toBe(null);
  });

  it('shows signs instead of words on a narrow screen and keeps the words for screen readers', async () => {
    await using report = await openReport(browser, run, {
      context: { viewport: { width: 360, height: 800 } },
    });
    const head = report.page.getByRole('columnheader', { name: 'Result' });
    const button = head.getByRole('button', { name: 'Result' });
    expect(await button.count()).toBe(1);
    // The word is hidden rather than cut off: the button is as wide as its arrow.
    const [outer, inner] = [await head.boundingBox(), await button.boundingBox()];
    expect(inner?.width).toBeLessThan(24);
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
    expect(await head.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });

  it('prints all test cases that match the filter', async () => {
    const results = Array.from({ length: 700 }, (_, index) =>
      index < 300 ? failedCaseOf({ name: `Case ${index}` }) : caseResultOf({ name: `Case ${index}` }),
    );
    await using report = await openReport(browser, resultsOf({ status: 'failed', results }));
    const { page } = report;
    await page.getByRole('radio', { name: 'Failed 300' }).check();
    expect(await page.locator('tbody').count()).toBe(200);
    // Runs after the page's own listener.
    await page.evaluate(() => {
      addEventListener('beforeprint', () => {
        document.title = `${document.querySelectorAll('tbody').length}, ${document.getElementById('count')?.textContent}`;
      });
    });
    await page.pdf();
    expect(await page.title()).toBe('300, 300 of 700 test cases');
    expect(await page.locator('tbody').count()).toBe(200);
  });

  it('has a content security policy that stops injected scripts and pictures', async () => {
    await using report = await openReport(browser, run);
    await report.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken"';
      const picture = document.createElement('img');
      picture.src = 'http://127.0.0.1:9/x.png';
      document.body.append(script, picture);
    });
    await expect.poll(() => report.complaints.length).toBeGreaterThanOrEqual(2);
    expect(report.complaints.join('\n')).toMatch(/script-src[\s\S]*img-src|img-src[\s\S]*script-src/);
    expect(await report.page.title()).not.toBe('taken');
  });
});
