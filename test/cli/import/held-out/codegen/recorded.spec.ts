import { test, expect } from '@playwright/test';

test.use({
  ignoreHTTPSErrors: true,
  viewport: {
    height: 600,
    width: 800
  }
});

test('test', async ({ page }) => {
  await page.goto('http://localhost:3000/');
  await page.getByRole('link', { name: 'Widgets' }).click();
  page.once('dialog', dialog => {
    console.log(`Dialog message: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.locator('#result')).toContainText('Kept');
  const page1Promise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Terms' }).click();
  const page1 = await page1Promise;
  await expect(page1.getByRole('paragraph')).toContainText('Be nice.');
  await page1.close();
  const downloadPromise = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download report' }).click();
  const download = await downloadPromise;
  await page.locator('iframe[title="Payment"]').contentFrame().getByRole('textbox', { name: 'Card number' }).click();
  await page.locator('iframe[title="Payment"]').contentFrame().getByRole('textbox', { name: 'Card number' }).fill('4111');
  await page.locator('iframe[title="Payment"]').contentFrame().getByRole('button', { name: 'Pay' }).click();
  await expect(page.locator('iframe[title="Payment"]').contentFrame().getByText('Paid with')).toBeVisible();
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(page.getByRole('tabpanel')).toMatchAriaSnapshot(`- tabpanel: Five stars`);
  await page.getByRole('button', { name: 'Load more' }).dblclick();
  await page.getByRole('button', { name: 'Load more' }).click({
    button: 'right'
  });
  await page.locator('div').filter({ hasText: /^Loaded 10 items$/ }).click();
  await page.goto('http://localhost:3000/forms');
  await page.getByRole('textbox', { name: 'Name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await page.getByRole('textbox', { name: 'Name' }).press('Tab');
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await page.getByLabel('Topic').selectOption('order');
  await page.getByRole('radio', { name: 'Mail' }).check();
  await page.getByRole('checkbox', { name: 'I agree to the terms' }).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('#sent')).toContainText('Thanks Ann, we reply by mail about order.');
});
