import axe from 'axe-core';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyRun } from '../../../support/arbitrary-runs.ts';
import { launchChromium, openReport } from '../../../support/report-page.ts';
import { aFailedStep, aFailure, aFlaky, aResult, aRun } from '../../../support/verdicts.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const place = { file: 'browser-tests/checkout.yaml', line: 3, column: 1 };
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const failure = aFailure({
  place,
  failedStep: aFailedStep({ locator: "getByRole('button')", place: { ...place, line: 17 } }),
  pageUrl: 'http://localhost:3000/checkout',
  errorMessage: 'Timeout 5000ms exceeded.\nwaiting for the button',
  consoleErrors: ['TypeError: no total'],
  missingEvidence: [],
  screenshot: { path: 'id 1-2.png' },
  trace: { path: 'id-2.zip' },
  earlierAttempts: [{ ...aFailure(), errorMessage: 'The first attempt broke.' }],
});
const run = aRun(
  {
    status: 'failed',
    green: false,
    results: [
      aResult({ name: 'Search for tea', place, durationMs: 300 }),
      aResult({
        name: 'Search for coffee',
        place,
        durationMs: 20,
        teardownFailures: ['The pot is still hot.'],
      }),
      aFlaky({ name: 'Pay by invoice', place, durationMs: 61_000 }),
      failure,
      aResult({ name: 'Subscribe', status: 'unfinished', errorMessage: 'No result came.', place }),
      aResult({ name: 'Sign in', status: 'error', errorMessage: 'No browser.', place, durationMs: 5 }),
    ],
  },
  {
    startedAt: '2026-11-21T14:48:00.000Z',
    sha: 'abcdef0123',
    url: 'http://localhost:3000',
    workflowRunUrl: 'https://github.example/run',
    sourceUrl: 'https://github.example/acme/shop/blob/abcdef0123',
  },
);

/** The names of the cases that are to be seen, in their order. */
function names(page: Page): Promise<string[]> {
  return page.locator('tbody:visible .name').allTextContents();
}

function count(page: Page): Promise<string | null> {
  return page.getByRole('status').textContent();
}

describe('the report', () => {
  it('says the verdict first, and shows what failed before all else', async () => {
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
    // A teardown changes no verdict, and is told all the same.
    const coffee = page.locator('tbody', { hasText: 'Search for coffee' });
    await coffee.getByText('Passed', { exact: true }).last().click();
    expect(await coffee.getByText('The pot is still hot.').isVisible()).toBe(true);
    await first.getByText('Attempt 1 of 2').click();
    expect(await first.locator('pre', { hasText: 'The first attempt broke.' }).isVisible()).toBe(true);
    expect([report.requests, report.complaints]).toEqual([[], []]);
  });

  it('leads to the files beside it, to the source, and to nothing else', async () => {
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

  it('filters by the keyboard alone, and says how many are left', async () => {
    await using report = await openReport(browser, run);
    const { page } = report;
    expect(await count(page)).toBe('6 test cases');
    const field = page.getByLabel('Filter by name, place, step or message');
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

  it('sorts by each column, both ways, and tells so', async () => {
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

  it('shows all of it without scripts, and nothing that needs one', async () => {
    const results = [
      failure,
      ...Array.from({ length: 300 }, (_, index) => aResult({ name: `Case ${index}` })),
    ];
    const many = aRun({ ...run.verdict, results });
    await using report = await openReport(browser, many, { context: { javaScriptEnabled: false } });
    expect(await report.page.locator('tbody:visible').count()).toBe(301);
    expect(await report.page.getByRole('search').count()).toBe(0);
    expect(await report.page.getByRole('button').count()).toBe(0);
    expect(await report.page.getByText('waiting for the button').isVisible()).toBe(true);
  });

  it('of 10,000 results has a page of them at a time, and finds any', async () => {
    const results = Array.from({ length: 10_000 }, (_, index) =>
      index % 20 === 0 ? aFailure({ name: `Case ${index}` }) : aResult({ name: `Case ${index}` }),
    );
    await using report = await openReport(browser, aRun({ status: 'failed', green: false, results }));
    const { page } = report;
    expect(await count(page)).toBe('10,000 test cases, the first 200 are shown');
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
  ] as const)('is accessible and as wide as the window: %s, %i px', async (colorScheme, width) => {
    const long = aFailure({
      name: 'x'.repeat(300),
      pageUrl: `http://localhost/${'y'.repeat(500)}`,
      errorMessage: 'z'.repeat(500),
      trace: { path: `${'t'.repeat(200)}.zip` },
    });
    await using report = await openReport(
      browser,
      { ...run, verdict: { ...run.verdict, results: [...run.verdict.results, long] } },
      { context: { colorScheme, viewport: { width, height: 800 } } },
    );
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

  it('narrow, has signs in the place of the words, and names them for who does not see', async () => {
    await using report = await openReport(browser, run, {
      context: { viewport: { width: 360, height: 800 } },
    });
    const head = report.page.getByRole('columnheader', { name: 'Result' });
    const button = head.getByRole('button', { name: 'Result' });
    expect(await button.count()).toBe(1);
    // Nothing of the word is to be seen, and so nothing of it is cut off: the button is as wide as its arrow.
    const [outer, inner] = [await head.boundingBox(), await button.boundingBox()];
    expect(inner?.width).toBeLessThan(24);
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
    expect(await head.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });

  it('prints all cases that fit the filter, and has a page of them again behind it', async () => {
    const results = Array.from({ length: 700 }, (_, index) =>
      index < 300 ? aFailure({ name: `Case ${index}` }) : aResult({ name: `Case ${index}` }),
    );
    await using report = await openReport(browser, aRun({ status: 'failed', green: false, results }));
    const { page } = report;
    await page.getByRole('radio', { name: 'Failed 300' }).check();
    expect(await page.locator('tbody').count()).toBe(200);
    // Behind the page's own listener.
    await page.evaluate(() => {
      addEventListener('beforeprint', () => {
        document.title = `${document.querySelectorAll('tbody').length}, ${document.getElementById('count')?.textContent}`;
      });
    });
    await page.pdf();
    expect(await page.title()).toBe('300, 300 of 700 test cases');
    expect(await page.locator('tbody').count()).toBe(200);
  });

  it('takes nothing from tests or pages for markup, and lets nothing run or load', async () => {
    const runs = fc.sample(anyRun, { numRuns: 150, seed: 3 });
    const results = runs.flatMap(({ verdict }) => verdict.results);
    const [first = run] = runs;
    const tricks = [
      '<script>document.title="taken"</script>',
      '"><img src=x onerror=alert(1)>',
      "javascript:alert(1)//'><iframe src=//evil.example>",
      '</script><svg onload=alert(1)>',
    ].map((text) =>
      aFailure({
        name: text,
        errorMessage: text,
        pageUrl: text,
        consoleErrors: [text],
        screenshot: { url: text },
        trace: { path: text },
        place: { ...place, file: text },
      }),
    );
    const hostile = {
      ...first,
      verdict: { ...first.verdict, results: [...tricks, ...results] },
      title: '</title><script>',
    };
    await using report = await openReport(browser, hostile);
    const { page } = report;
    const found = await page.evaluate(() => ({
      scripts: document.scripts.length,
      tags: [...new Set([...document.body.querySelectorAll('*')].map(({ localName }) => localName))],
      attributes: [
        ...new Set([...document.body.querySelectorAll('*')].flatMap((each) => each.getAttributeNames())),
      ],
      links: [...document.links].map((each) => each.getAttribute('href') ?? ''),
      name: document.querySelector('.name')?.textContent,
    }));
    expect(found.scripts).toBe(1);
    expect(found.name).toBe('<script>document.title="taken"</script>');
    expect(
      found.tags.filter((tag) => ['script', 'img', 'iframe', 'svg', 'style', 'link', 'form'].includes(tag)),
    ).toEqual([]);
    expect(found.attributes.filter((name) => name.startsWith('on') || name === 'style')).toEqual([]);
    expect(found.links.filter((href) => !/^(?:https?:\/\/|\.\/)/.test(href))).toEqual([]);
    expect(await page.title()).not.toBe('taken');
    expect([report.requests, report.complaints]).toEqual([[], []]);
  });

  it('has a policy that would stop what slipped through', async () => {
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
