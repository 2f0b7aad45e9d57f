import axe from 'axe-core';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileResults } from '../../support/arbitrary-results.ts';
import { launchChromium, openReport } from '../../support/report-page.ts';
import {
  caseResultOf,
  failedAttemptOf,
  failedCaseOf,
  failedStepOf,
  flakyCaseOf,
  resultsOf,
} from '../../support/results.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const place = { file: 'browser-tests/checkout.yaml', line: 3, column: 1 };
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const failure = failedCaseOf({
  place,
  failedStep: failedStepOf({ locator: "getByRole('button')", place: { ...place, line: 17 } }),
  pageUrl: 'http://localhost:3000/checkout',
  errorMessage: 'Timeout 5000ms exceeded.\nwaiting for the button',
  consoleErrors: ['TypeError: no total'],
  missingEvidence: [],
  screenshot: { path: 'id 1-2.png' },
  trace: { path: 'id-2.zip' },
  earlierAttempts: [failedAttemptOf({ errorMessage: 'The first attempt broke.' })],
});
const run = resultsOf({
  status: 'failed',
  results: [
    caseResultOf({ name: 'Search for tea', place, durationMs: 300 }),
    caseResultOf({
      name: 'Search for coffee',
      place,
      durationMs: 20,
      teardownFailures: ['The pot is still hot.'],
      warnings: ['http://localhost:3000/pot responded with status 404.'],
    }),
    flakyCaseOf({ name: 'Pay by invoice', place, durationMs: 61_000 }),
    failure,
    caseResultOf({ name: 'Subscribe', status: 'unfinished', errorMessage: 'No result came.', place }),
    caseResultOf({ name: 'Sign in', status: 'error', errorMessage: 'No browser.', place, durationMs: 5 }),
  ],
  startedAt: '2026-11-21T14:48:00.000Z',
  context: { sha: 'abcdef0123' },
  url: 'http://localhost:3000',
  workflowRunUrl: 'https://github.example/run',
  sourceUrl: 'https://github.example/acme/shop/blob/abcdef0123',
});

/** The names of the visible test cases, in their order. */
function names(page: Page): Promise<string[]> {
  return page.locator('tbody:visible .name').allTextContents();
}

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
        './id%201-2.png',
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

  it('shows 10,000 results page by page and finds each of them', async () => {
    const results = Array.from({ length: 10_000 }, (_, index) =>
      index % 20 === 0 ? failedCaseOf({ name: `Case ${index}` }) : caseResultOf({ name: `Case ${index}` }),
    );
    await using report = await openReport(browser, resultsOf({ status: 'failed', results }));
    const { page } = report;
    expect(await count(page)).toBe('10,000 test cases, showing the first 200');
    expect(await page.locator('tbody').count()).toBe(200);
    await page.getByRole('button', { name: 'Show 200 more of 9,800' }).click();
    expect(await page.locator('tbody').count()).toBe(400);
    expect(await page.evaluate(() => document.activeElement?.querySelector('.name')?.textContent)).toBe(
      'Case 4000',
    );
    await page.getByLabel('Filter by').fill('case 9999');
    expect(await names(page)).toEqual(['Case 9999']);
    expect(await count(page)).toBe('1 of 10,000 test cases');
  });

  it.each([
    ['light', 1280],
    ['light', 360],
    ['dark', 1280],
    ['dark', 360],
  ] as const)('is accessible and no wider than the window: %s, %i px', async (colorScheme, width) => {
    const long = failedCaseOf({
      name: 'x'.repeat(300),
      pageUrl: `http://localhost/${'y'.repeat(500)}`,
      errorMessage: 'z'.repeat(500),
      trace: { path: `${'t'.repeat(200)}.zip` },
    });
    await using report = await openReport(browser, resultsOf({ ...run, results: [...run.results, long] }), {
      context: { colorScheme, viewport: { width, height: 800 } },
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
