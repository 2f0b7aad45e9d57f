import { expect, test } from '@playwright/test';

test.beforeEach(async ({ page }) => {
  // Block analytics.
  await page.route('**/*.{png,jpg}', (route) => route.abort());
});

test('loads more', async ({ page, isMobile }) => {
  await page.goto('http://localhost:3000/widgets');
  await page.click('#load');
  await page.waitForSelector('#more p');
  await expect(page.locator('#more')).toHaveText('Loaded 10 items');
  if (isMobile) {
    await page.getByRole('button', { name: 'Menu' }).click();
  }
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.waitForTimeout(100);
  await expect(page.locator('#more p')).toHaveText('Loaded 10 items');
  await page.keyboard.press('?');
  await expect(page.locator('#result')).toHaveText('Shortcuts');
});
