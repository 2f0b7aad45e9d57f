import { expect, test } from '@playwright/test';

test('lists the orders', async ({ page }) => {
  await page.goto('http://localhost:3000/dashboard');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('1001');
  await expect(page.getByRole('row', { name: '1002' }).getByRole('cell').last()).toHaveText('€18.50');
  await expect(page.locator('tbody tr').first()).toContainText('€9.00');
  await expect(page.locator('table')).not.toContainText('1003');
  const count = await rows.count();
  expect(count).toBe(3);
  expect(await page.title()).toBe('Dashboard');
  expect(page.url()).toContain('/dashboard');
});
