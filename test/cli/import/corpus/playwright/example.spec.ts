import { expect, test } from '@playwright/test';

test('has title', async ({ page }) => {
  await page.goto('https://playwright.dev/');

  // Expect a title "to contain" a substring.
  await expect(page).toHaveTitle(/Mug/);
});

test('get started link', async ({ page }) => {
  await page.goto('https://playwright.dev/');

  // Click the get started link.
  await page.getByRole('link', { name: 'Shop' }).click();

  // Expects page to have a heading with the name of Shop.
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
});
