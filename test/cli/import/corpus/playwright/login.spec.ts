import { expect, test } from '@playwright/test';

const user = { name: 'ann', password: 'correct horse' };

test.use({ baseURL: 'http://localhost:3000' });

test.describe('Login @smoke', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login');
  });

  test('signs in', async ({ page }) => {
    await page.getByLabel('Username').fill(user.name);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('checkbox', { name: 'Remember me' }).check();
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/dashboard?user=ann');
    await expect(page).toHaveTitle('Dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${'Ann'}`);
  });

  test('rejects a wrong password', { tag: '@negative' }, async ({ page }) => {
    await page.getByLabel('Username').fill(user.name);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
    await expect(page.getByLabel('Username')).toBeFocused();
    await expect(page.getByRole('alert')).not.toContainText('required');
    await expect(page).toHaveURL('/login');
  });

  test('requires a user name', async ({ page }) => {
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect.soft(page.getByRole('alert')).toContainText(/username is required/i);
  });
});
