import { expect, test } from '@playwright/test';

const queries = [
  { query: 'mug', count: 2 },
  { query: 'bowl', count: 1 },
  { query: 'plate', count: 0 },
];

for (const { query, count } of queries) {
  test(`finds ${count} products for "${query}"`, async ({ page }) => {
    await page.goto('http://localhost:3000/shop');
    await expect(page.getByRole('listitem')).toHaveCount(3);
    await page.getByPlaceholder('Search').fill(query);
    await expect(page.getByRole('listitem')).toHaveCount(count);
    await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
  });
}

test('sorts by price', async ({ page }) => {
  await page.goto('http://localhost:3000/shop');
  await page.getByLabel('Sort by').selectOption('price');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Red mug', 'Blue mug', 'Green bowl']);
  await expect(page.getByLabel('Sort by')).toHaveValue('price');
  const prices = await page.locator('.price').allTextContents();
  expect(prices).toEqual(['€7', '€9', '€12']);
});
