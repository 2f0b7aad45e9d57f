import { expect, test } from '@playwright/test';

const BASE_URL = process.env.BASE_URL ?? 'http://localhost:3000';

test('log in and out', async ({ page, context }) => {
  await context.clearCookies();
  await page.goto(`${BASE_URL}/login`);
  await page.locator('input[name="username"]').fill('ann');
  await page.locator('input[name="password"]').fill('correct horse');
  await page.locator('button[type="submit"]').click();
  await page.waitForURL('**/dashboard*');
  await expect(page.locator('h1')).toContainText('Welcome');
  await page.locator('#menu').click();
  await expect(page.locator('#menu')).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('menuitem').getByText('Log out').click();
  await expect(page.locator('#login')).toBeVisible();
});
