import { expect, test } from '@playwright/test';

test.beforeEach(async ({ page }) => {
  await page.goto('http://localhost:3000/widgets');
});

test('accepts a confirmation', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.locator('#result')).toHaveText('Deleted');
});

test('dismisses a confirmation', async ({ page }) => {
  page.once('dialog', async (dialog) => {
    expect(dialog.message()).toContain('Really');
    await dialog.dismiss();
  });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.locator('#result')).toHaveText('Kept');
});

test('answers a prompt', async ({ page }) => {
  page.once('dialog', (dialog) => {
    console.log(`Dialog message: ${dialog.message()}`);
    dialog.accept('Bob').catch(() => {});
  });
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.locator('#result')).toHaveText('Hello Bob');
});
