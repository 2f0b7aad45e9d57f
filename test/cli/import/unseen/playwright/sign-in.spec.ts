import { expect, test } from '../pages/fixtures';
import users from '../data/users.json';

test.use({ viewport: { width: 1280, height: 720 } });

test.describe('Sign in', () => {
  test.beforeEach(async ({ loginPage, context }) => {
    await context.clearCookies();
    await loginPage.goto();
  });

  test('opens the dashboard', async ({ page, loginPage }) => {
    await loginPage.login(users.standard);
    await expect(page).toHaveURL(/\/dashboard\?user=ann/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
    await expect(page.getByRole('heading', { level: 1 })).toHaveClass(/page-title/);
  });

  test.describe('with wrong data', () => {
    test.describe.configure({ mode: 'parallel' });

    users.invalid.forEach(({ title, message, ...credentials }) => {
      test(`rejects ${title}`, async ({ page, loginPage }) => {
        await expect(loginPage.alert).toBeHidden();
        await loginPage.login(credentials);
        await expect(loginPage.alert).toHaveText(message);
        await expect(page).not.toHaveURL(/dashboard/);
      });
    });
  });

  test('remembers the user', async ({ page }) => {
    const remember = page.getByRole('checkbox', { name: 'Remember me' });
    await expect(remember).not.toBeChecked();
    await remember.check();
    await expect(remember).toBeChecked();
    await remember.setChecked(false);
    await expect(remember).toBeChecked({ checked: false });
  });
});

test('shows the orders', async ({ signedIn, page }) => {
  const rows = page.locator('table tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.first().getByRole('cell')).toHaveText(['1001', '€9.00']);
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '1002' }) });
  await expect(row).toContainText('€18.50');
});

test('logs out', async ({ page, signedIn, shopPage }) => {
  await expect(shopPage.title).toBeVisible();
  await page.goBack();
  const menu = page.getByRole('button', { name: 'Account' });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('menuitem', { name: 'Log out' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});
