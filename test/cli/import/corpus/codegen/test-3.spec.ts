import { expect, test } from '@playwright/test';

test.use({
  colorScheme: 'dark',
});

test('test', async ({ page }) => {
  await page.goto('http://localhost:3000/forms');
  await page.getByRole('textbox', { name: 'Name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await page.getByRole('textbox', { name: 'Name' }).press('Tab');
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await page.getByLabel('Topic').selectOption('order');
  await page.getByRole('radio', { name: 'Mail' }).check();
  await page.getByRole('checkbox', { name: 'I agree to the terms' }).check();
  await page.getByRole('button', { name: 'Attachment' }).setInputFiles('corpus/fixtures/hello.txt');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('#sent')).toContainText('Thanks Ann, we reply by mail about order.');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ann@example.com');
});
