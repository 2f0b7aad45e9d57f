import axe from 'axe-core';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileResults } from '../../support/arbitrary-results.ts';
import { launchChromium, openReport, pageText } from '../../support/report-page.ts';
import { caseResultOf, failedCaseOf, resultsOf, stepResultOf } from '../../support/results.ts';
import { detailed, failure, names, onePixel, place, run } from './sample-run.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

function count(page: Page): Promise<string | null> {
  return page.getByRole('status').textContent();
}

describe('the HTML page', () => {
  it('starts with the verdict and the failures', async () => {
    await using report = await openReport(browser, run);
    const { page } = report;
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Browser tests failed');
    expect(await page.getByRole('banner').textContent()).toContain(
      '2 failed, 1 unfinished, 1 flaky, 2 passed of 6 · 12.3 s',
    );
    expect(await names(page)).toEqual([
      'Pay by card',
      'Sign in',
      'Subscribe',
      'Pay by invoice',
      'Search for tea',
      'Search for coffee',
    ]);
    const first = page.locator('tbody').first();
    for (const text of [
      'Step 3: click button “Pay”',
      "getByRole('button')",
      'http://localhost:3000/checkout',
      'waiting for the button',
      'npx playwright show-trace id-2.zip',
    ]) {
      expect(await first.getByText(text).first().isVisible(), text).toBe(true);
    }
    await first.getByText('1 console error').click();
    expect(await first.getByText('TypeError: no total').isVisible()).toBe(true);
    // Failures of a teardown are shown, although they do not change the status.
    const coffee = page.locator('tbody', { hasText: 'Search for coffee' });
    await coffee.getByText('Passed', { exact: true }).last().click();
    expect(await coffee.getByText('The pot is still hot.').isVisible()).toBe(true);
    expect(await coffee.getByText('pot responded with status 404.').isVisible()).toBe(true);
    await first.getByText('Attempt 1 of 2').click();
    expect(await first.locator('pre', { hasText: 'The first attempt broke.' }).isVisible()).toBe(true);
    expect([report.requests, report.complaints]).toEqual([[], []]);
  });

  it('links only to files in its folder, the source, the application and the workflow run', async () => {
    await using report = await openReport(browser, run, { pictures: new Map([['id 1-2.png', onePixel]]) });
    const { page } = report;
    const links = await page.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    expect(new Set(links)).toEqual(
      new Set([
        'http://localhost:3000/',
        'https://github.example/run',
        'https://github.example/acme/shop/blob/abcdef0123/browser-tests/checkout.yaml#L3',
        'https://github.example/acme/shop/blob/abcdef0123/browser-tests/checkout.yaml#L17',
        'https://github.example/acme/shop/blob/abcdef0123/tests/checkout.yaml#L17',
        './id-2.zip',
        'https://trace.playwright.dev/',
      ]),
    );
    const picture = page.getByAltText('The page when “Pay by card” failed');
    await picture.scrollIntoViewIfNeeded();
    expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(
      1,
    );
    expect([report.requests, report.complaints]).toEqual([[], []]);
  });

  it('shows steps, values that differ, similar elements, requests, and the lines of the file', async () => {
    const pictures = new Map([['step.jpg', onePixel]]);
    const browsers = [{ name: 'Chromium', version: '153.0.1', width: 1920, height: 1080 }];
    const passed = caseResultOf({ name: 'Log in', steps: [stepResultOf({ words: 'go to /login' })] });
    const results = resultsOf({ status: 'failed', browsers, results: [detailed, passed] });
    await using report = await openReport(browser, results, { pictures });
    const { page } = report;
    expect(await page.getByRole('banner').textContent()).toContain('Chromium 153.0.1, 1920 × 1080');
    const row = page.locator('tbody', { hasText: 'Check the total' });
    expect(await row.locator('.steps li').allTextContents()).toEqual([
      '✓ open /login in Sign in 310 ms',
      '✓ click button “Add” 80 ms',
      '– Failure ignored: click button “Accept” 12 ms',
      '✗ Failed: expect “Total: 10” 5.0 s',
    ]);
    expect(await row.locator('mark').allTextContents()).toEqual(['10', '9']);
    expect(await row.locator('.excerpt').textContent()).toBe(
      '2- selectors:\n3  - selectorType: TEST_ID\n4- selectors: []\n',
    );
    expect(await row.locator('.excerpt .around').allTextContents()).toEqual([
      '2- selectors:\n',
      '4- selectors: []\n',
    ]);
    for (const text of ['paragraph "Total: 9"', '“Your cart”', 'Warning: Step 2']) {
      expect(await row.getByText(text).first().isVisible(), text).toBe(true);
    }
    await row.getByText('1 failed request').click();
    expect(await row.getByText('GET http://localhost:3000/prices → 503').isVisible()).toBe(true);
    await row.getByText('Accessibility tree').click();
    expect(await row.getByText('- heading "Cart"').isVisible()).toBe(true);
    const other = page.locator('tbody', { hasText: 'Log in' });
    await other.getByText('Passed', { exact: true }).last().click();
    await other.getByText('1 step', { exact: true }).click();
    expect(await other.locator('.steps li').textContent()).toBe('✓ go to /login 12 ms');
    expect([report.requests, report.complaints]).toEqual([[], []]);
  });

  it('shows the proof of a green run, and none for a red one', async () => {
    const proof = [{ check: 'every-result-passed', compared: '3 of 3 <b>results</b> passed' }];
    await using green = await openReport(browser, resultsOf({ proof }));
    await green.page.getByText('Why this is green').click();
    const shown = green.page.getByRole('banner').locator('dl');
    expect(await shown.locator('dt').allTextContents()).toEqual(['Every result passed']);
    expect(await shown.locator('dd').allTextContents()).toEqual(['3 of 3 <b>results</b> passed']);
    expect(await shown.isVisible()).toBe(true);
    await using red = await openReport(browser, resultsOf({ status: 'failed', results: [failedCaseOf()] }));
    expect(await red.page.getByText('Why this is green').count()).toBe(0);
  });

  it('opens the test case that its address names, whether it is shown or not', async () => {
    const cases = Array.from({ length: 450 }, (_, index) =>
      caseResultOf({ name: `Case ${index}`, testCaseId: `id-${index}`, steps: [stepResultOf()] }),
    );
    await using report = await openReport(browser, resultsOf({ results: cases }));
    const { page } = report;
    await page.getByLabel('Filter by').fill('case 7');
    await page.evaluate(() => location.assign('#case-id-430'));
    const target = page.locator('#case-id-430');
    await target.getByText('1 step', { exact: true }).waitFor();
    expect(await target.evaluate((row) => row.contains(document.activeElement))).toBe(true);
    expect(await count(page)).toBe('450 test cases');
  });

  it('has at most 10 MB, and names what it leaves out', () => {
    const picture = `data:image/png;base64,${'A'.repeat(250_000)}`;
    const failures = Array.from({ length: 60 }, (_, index) =>
      failedCaseOf({ testCaseId: String(index), screenshot: { path: `${index}.png` } }),
    );
    const pictures = new Map(failures.map((_, index) => [`${index}.png`, picture]));
    const few = pageText(resultsOf({ status: 'failed', results: failures }), pictures);
    expect(few.length).toBeLessThan(10_000_000);
    expect(few).toContain('<a href="./59.png">59.png</a> (not embedded)');
    expect(few).not.toContain('this page omits');
    const steps = Array.from({ length: 20 }, () => stepResultOf());
    const many = Array.from({ length: 10_000 }, () => caseResultOf({ steps }));
    const large = pageText(resultsOf({ results: many }), new Map());
    expect(Buffer.byteLength(large)).toBeLessThan(10_000_000);
    expect(large).toContain('omits the steps of passed test cases.');
  });

  it('filters by keyboard and announces the number of matches', async () => {
    await using report = await openReport(browser, run);
    const { page } = report;
    expect(await count(page)).toBe('6 test cases');
    const field = page.getByLabel('Filter by name, file, step or message');
    while (!(await field.evaluate((each) => each === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.type('SEARCH tea');
    expect(await names(page)).toEqual(['Search for tea']);
    expect(await count(page)).toBe('1 of 6 test cases');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('waiting for the button');
    expect(await names(page)).toEqual(['Pay by card']);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Tab');
    expect(
      await page.getByRole('radio', { name: 'All 6' }).evaluate((each) => each === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await names(page)).toEqual(['Pay by card']);
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Flaky 1' }).isChecked()).toBe(true);
    expect(await names(page)).toEqual(['Pay by invoice']);
    expect(await count(page)).toBe('1 of 6 test cases');
  });

  it('shows everything without scripts, except the controls that need them', async () => {
    const results = [
      failure,
      ...Array.from({ length: 300 }, (_, index) => caseResultOf({ name: `Case ${index}` })),
    ];
    const many = resultsOf({ status: 'failed', results });
    await using report = await openReport(browser, many, { context: { javaScriptEnabled: false } });
    expect(await report.page.locator('tbody:visible').count()).toBe(301);
    expect(await report.page.getByRole('search').count()).toBe(0);
    expect(await report.page.getByRole('button').count()).toBe(0);
    expect(await report.page.getByText('waiting for the button').isVisible()).toBe(true);
  });

  it('shows many results page by page and finds each of them', async () => {
    const results = Array.from({ length: 1200 }, (_, index) =>
      index % 5 === 0 ? failedCaseOf({ name: `Case ${index}` }) : caseResultOf({ name: `Case ${index}` }),
    );
    await using report = await openReport(browser, resultsOf({ status: 'failed', results }));
    const { page } = report;
    expect(await count(page)).toBe('1,200 test cases, showing the first 200');
    expect(await page.locator('tbody').count()).toBe(200);
    await page.getByRole('button', { name: 'Show 200 more of 1,000' }).click();
    expect(await page.locator('tbody').count()).toBe(400);
    expect(await page.evaluate(() => document.activeElement?.querySelector('.name')?.textContent)).toBe(
      'Case 1000',
    );
    await page.getByLabel('Filter by').fill('case 1199');
    expect(await names(page)).toEqual(['Case 1199']);
    expect(await count(page)).toBe('1 of 1,200 test cases');
  });

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('is accessible and no wider than the window: %s, %i px', async (colorScheme, width) => {
    const long = failedCaseOf({
      name: 'x'.repeat(300),
      pageUrl: `http://localhost/${'y'.repeat(500)}`,
      errorMessage: 'z'.repeat(500),
      trace: { path: `${'t'.repeat(200)}.zip` },
    });
    const results = [...run.results, long, detailed];
    await using report = await openReport(browser, resultsOf({ ...run, results }), {
      context: { colorScheme, viewport: { width, height: 800 } },
      pictures: new Map([['step.jpg', onePixel]]),
    });
    const { page } = report;
    for (const fold of await page.locator('details:not([open]) > summary').all()) {
      if (await fold.isVisible()) await fold.click();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.evaluate(axe.source);
    const found = await page.evaluate<{ violations: unknown[]; passes: string[] }>(
      `axe.run().then(({ violations, passes }) => ({
        violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        passes: passes.map(({ id }) => id),
      }))`,
    );
    expect(found.violations).toEqual([]);
    expect(found.passes).toContain('color-contrast');
  });

  it('shows text from tests and pages as text, and neither runs nor loads any of it', async () => {
    const runs = fc.sample(hostileResults, { numRuns: 150, seed: 3 });
    const results = runs.flatMap((each) => each.results);
    const [first = run] = runs;
    const tricks = [
      '<script>document.title="taken"</script>',
      '"><img src=x onerror=alert(1)>',
      "javascript:alert(1)//'><iframe src=//evil.example>",
      '</script><svg onload=alert(1)>',
    ].map((text) =>
      failedCaseOf({
        name: text,
        errorMessage: text,
        pageUrl: text,
        consoleErrors: [text],
        screenshot: { url: text },
        trace: { path: text },
        place: { ...place, file: text },
      }),
    );
    const hostile = resultsOf({
      ...first,
      results: [...tricks, ...results],
      title: '</title><script>',
    });
    await using report = await openReport(browser, hostile);
    const { page } = report;
    const found = await page.evaluate(() => ({
      scripts: document.scripts.length,
      tags: [...new Set([...document.body.querySelectorAll('*')].map(({ localName }) => localName))],
      attributes: [
        ...new Set([...document.body.querySelectorAll('*')].flatMap((each) => each.getAttributeNames())),
      ],
      links: [...document.links].map((each) => each.getAttribute('href') ?? ''),
      names: [...document.querySelectorAll('.name')].map((each) => each.textContent),
    }));
    expect(found.scripts).toBe(1);
    expect(found.names).toContain('<script>document.title="taken"</script>');
    expect(
      found.tags.filter((tag) => ['script', 'img', 'iframe', 'svg', 'style', 'link', 'form'].includes(tag)),
    ).toEqual([]);
    expect(found.attributes.filter((name) => name.startsWith('on') || name === 'style')).toEqual([]);
    expect(found.links.filter((href) => !/^(?:https?:\/\/|\.\/)/.test(href))).toEqual([]);
    expect(await page.title()).not.toBe('taken');
    expect([report.requests, report.complaints]).toEqual([[], []]);
  });
});
