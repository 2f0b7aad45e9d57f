import { expect, test } from '@playwright/test';

test('test', async ({ page }) => {
  await page.goto('http://localhost:3000/widgets');
  page.once('dialog', (dialog) => {
    console.log(`Dialog message: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.locator('#result')).toContainText('Kept');
  const page1Promise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Terms' }).click();
  const page1 = await page1Promise;
  await expect(page1.getByRole('heading', { name: 'Terms of service' })).toBeVisible();
  await page1.close();
  const downloadPromise = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download report' }).click();
  const download = await downloadPromise;
  await page
    .locator('iframe[title="Payment"]')
    .contentFrame()
    .getByRole('textbox', { name: 'Card number' })
    .click();
  await page
    .locator('iframe[title="Payment"]')
    .contentFrame()
    .getByRole('textbox', { name: 'Card number' })
    .fill('4242');
  await page.locator('iframe[title="Payment"]').contentFrame().getByRole('button', { name: 'Pay' }).click();
  await expect(page.locator('iframe[title="Payment"]').contentFrame().getByRole('paragraph')).toContainText(
    'Paid with 4242',
  );
});
