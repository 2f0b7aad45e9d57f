import { expect, type Page, test } from '@playwright/test';

const QUERY = 'laptop';
const EXPECTED = ['Laptop Air', 'Laptop Pro', 'Laptop Sleeve'];
const searchUrl = (q: string, page = 1) => `/search?q=${encodeURIComponent(q)}&page=${page}`;

async function search(page: Page, term: string): Promise<void> {
  const input = page.getByRole('searchbox', { name: 'Search' });
  await input.click();
  await input.fill(term);
  await input.press('Enter');
}

test.beforeEach(async ({ page }) => {
  await page.route('**/*.{png,jpg}', (route) => route.abort());
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Accept all cookies' }).click();
});

test('finds products', async ({ page }) => {
  await search(page, QUERY);
  await expect(page).toHaveURL(searchUrl(QUERY));
  const results = page.getByTestId('result');
  await expect(results).toHaveCount(EXPECTED.length);
  const titles = await results.getByRole('heading').allTextContents();
  expect(titles).toEqual(EXPECTED);
  for (let i = 0; i < EXPECTED.length; i += 1) {
    await expect(results.nth(i)).toContainText(EXPECTED[i]);
  }
});

test('suggests while typing', async ({ page }) => {
  const suggestions = page.getByRole('listbox').getByRole('option');
  await page.getByRole('searchbox').pressSequentially(QUERY.slice(0, 3));
  await page.waitForResponse((res) => res.url().includes('/api/suggest') && res.ok());
  await expect(suggestions).toHaveCount(3);
  await page.keyboard.press('ArrowDown');
  await expect(suggestions.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/laptop/i);
});

test('sorts by price', async ({ page }) => {
  await page.goto(searchUrl(QUERY));
  await page.locator('select[name=sort]').selectOption('price-asc');
  await expect(page).toHaveURL(/sort=price-asc/);
  const prices = (await page.locator('.price').allInnerTexts()).map((p) => parseFloat(p.replace('€', '')));
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  await expect(page.locator('.price').first()).toHaveText('€19.00');
});

test('filters by facet', async ({ page }) => {
  await page.goto(searchUrl(QUERY));
  const facet = page.locator('fieldset').filter({ has: page.locator('legend', { hasText: 'Brand' }) });
  await facet.getByText('Acme').click();
  await expect(page.getByTestId('result')).toHaveCount(1);
  await expect(page.getByTestId('result').filter({ hasNotText: 'Acme' })).toHaveCount(0);
  await expect(page.locator('.chip', { hasText: 'Acme' })).toBeVisible();
  await page.locator('.chip').getByRole('button', { name: 'Clear' }).click();
  await expect(page.locator('.chip')).not.toBeVisible();
});

test('pages through results', async ({ page }) => {
  await page.goto(searchUrl('a', 1));
  const pagination = page.getByRole('navigation', { name: 'Pagination' });
  for (const n of [2, 3]) {
    await pagination.getByRole('link', { name: `${n}`, exact: true }).click();
    await expect(page).toHaveURL(searchUrl('a', n));
    await expect(pagination.locator('[aria-current="page"]')).toHaveText(String(n));
  }
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
});

test('shows an empty state', async ({ page }) => {
  const term = `zzz-${Date.now()}`;
  await search(page, term);
  await expect(page.getByText(`No results for "${term}"`)).toBeVisible();
  await expect(page.getByTestId('result')).toHaveCount(0);
  expect(await page.getByTestId('result').count()).toBe(0);
  await expect(page.locator('text="Try another word"')).toBeVisible();
});
