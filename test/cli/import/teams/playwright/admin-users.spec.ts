import { expect, type Locator, type Page, test } from '@playwright/test';
import path from 'path';

const roles = ['Admin', 'Editor', 'Viewer'];
const NEW_USER = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  role: roles[1],
};

let dialog: Locator;

function userRow(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

async function openUsers(page: Page) {
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Users' }).click();
  await page.waitForURL(/\/admin\/users/);
}

test.describe('User administration', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/admin');
    await openUsers(page);
    dialog = page.getByRole('dialog');
  });

  test('lists the users', async ({ page }) => {
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'E-mail', 'Role', '']);
    await expect(page.locator('tbody > tr')).toHaveCount(3);
    const rows = page.locator('tbody > tr');
    await expect(rows.first()).toContainText('Alan Turing');
    await expect(rows.nth(1).locator('td').nth(2)).toHaveText(roles[0]);
    await expect(rows.last().getByRole('button', { name: 'Delete' })).toBeEnabled();
  });

  test('invites a user', async ({ page }) => {
    await page.getByRole('button', { name: 'Invite user' }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('Name').fill(NEW_USER.name);
    await dialog.getByLabel('E-mail').fill(NEW_USER.email);
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption(NEW_USER.role);
    await dialog.getByLabel('Photo').setInputFiles(path.join(__dirname, 'files', 'photo.png'));
    await dialog.getByRole('button', { name: /^send$/i }).click();
    await expect(dialog).toBeHidden();
    await expect(userRow(page, NEW_USER.email)).toBeVisible();
    await expect(userRow(page, NEW_USER.email).getByRole('cell', { name: NEW_USER.role })).toBeVisible();
  });

  test('validates the invitation', async ({ page }) => {
    await page.click('text=Invite user');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const errors = dialog.locator('.error');
    await expect(errors).toHaveCount(2);
    await expect(errors.nth(0)).toHaveText('Name is required');
    await expect(errors.nth(1)).toHaveText('E-mail is required');
    await expect(dialog.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('Escape');
    await expect(dialog).not.toBeVisible();
  });

  test('deletes a user after confirmation', async ({ page }) => {
    const count = await page.locator('tbody > tr').count();
    page.on('dialog', async (d) => {
      expect(d.message()).toContain('Delete');
      await d.accept();
    });
    await userRow(page, 'alan@example.com').getByRole('button', { name: 'Delete' }).click();
    await expect(page.locator('tbody > tr')).toHaveCount(count - 1);
    await expect(page.getByRole('alert')).toHaveText('User deleted');
  });

  roles.forEach((role) => {
    test(`filters by ${role}`, async ({ page }) => {
      await page.getByLabel('Filter by role').selectOption(role);
      await expect(page).toHaveURL(`/admin/users?role=${role.toLowerCase()}`);
      await expect(page.locator('tbody > tr >> text=' + role).first()).toBeVisible();
    });
  });
});
