import { expect, test } from '@playwright/test';

test.describe('navigation', () => {
  test('main links', async ({ page }) => {
    const response = await page.goto('http://localhost:3000/');
    expect(response?.ok()).toBeTruthy();
    await expect(page.getByTestId('tagline')).toHaveText('Mugs for every morning');
    await page.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('http://localhost:3000/forms');
    await page.goBack();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(/.*login/);
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  });

  test('health', async ({ page, request }) => {
    await page.goto('http://localhost:3000/');
    const health = await request.get('http://localhost:3000/api/health');
    expect(health.ok()).toBeTruthy();
    await expect(page.getByRole('heading', { name: 'Mug shop' })).toBeVisible();
  });
});
