import { test, expect } from '@playwright/test';

const user = { name: 'ann', password: 'correct horse', display: 'Ann' };
const login = async (page, { name, password }) => {
  await page.goto('/login');
  await page.fill('input[name="username"]', name);
  await page.fill('input[name="password"]', password);
  await Promise.all([
    page.waitForURL(/dashboard/),
    page.click('button[type="submit"]'),
  ]);
};

test.use({ baseURL: 'http://localhost:3000', locale: 'en-GB' });

test.describe('Account @auth', () => {
  test('logs in and out', async ({ page }, testInfo) => {
    testInfo.annotations.push({ type: 'issue', description: 'MUG-12' });
    await login(page, user);
    await expect(page).toHaveURL(`/dashboard?user=${user.name}`);
    const heading = page.locator('h1.page-title');
    await expect(heading).toHaveText(`Welcome, ${user.display}`);
    await expect(heading).toHaveClass(/page-title/);

    const menu = page.getByRole('menu');
    await expect(menu).not.toBeVisible();
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(menu).toBeVisible();
    await menu.getByRole('menuitem').filter({ hasText: 'Log out' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('reads the table of orders', async ({ page }) => {
    await login(page, { ...user });
    const rows = page.locator('tbody tr');
    const texts = await rows.locator('td:first-child').allTextContents();
    expect(texts).toEqual(['1001', '1002']);
    const count = await rows.count();
    expect(count).toBeGreaterThan(1);
    expect(count).toBe(2);
    for (let i = 0; i < count; i++) {
      await expect(rows.nth(i).locator('td').last()).toContainText('€');
    }
    for (const row of await rows.all()) {
      await expect(row).toBeVisible();
    }
    const first = await rows.first().locator('td').first().innerText();
    expect(first).toMatch(/^\d+$/);
    await expect(page.getByRole('row', { name: first })).toBeVisible();
  });

  test('shows what is wrong', async ({ page }) => {
    await page.goto('/login');
    const alert = page.getByRole('alert');
    const attempts: Array<[string, string, string]> = [
      ['', '', 'Username is required'],
      ['ann', 'wrong', 'Invalid username or password'],
    ];
    for (const [name, password, message] of attempts) {
      await page.getByLabel('Username').fill(name);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(alert).toHaveText(message);
      await expect(page.getByLabel('Username')).toBeFocused();
    }
  });

  test.fixme('remembers me', async ({ page, context }) => {
    await login(page, user);
    const cookies = await context.cookies();
    expect(cookies.length).toBeGreaterThan(0);
  });

  test.afterEach(async ({ page }) => {
    await page.evaluate(() => localStorage.clear());
  });
});
