import path from 'node:path';
import { expect, test } from '@playwright/test';

test('sends the contact form', async ({ page }) => {
  await page.goto('http://localhost:3000/forms');
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Date of birth').fill('2001-02-03');
  await page.getByLabel('Topic').selectOption({ label: 'An order' });
  await page.getByLabel('Colours').selectOption(['Red', 'Blue']);
  await page.getByPlaceholder('Your message').pressSequentially('Hello', { delay: 5 });
  await page.getByRole('radio', { name: 'Phone' }).check();
  await page.getByText('I agree to the terms').click();
  await expect(page.getByLabel('I agree to the terms')).toBeChecked();
  await page.getByLabel('Attachment').setInputFiles(path.join(__dirname, '../fixtures/hello.txt'));
  await expect(page.locator('#files')).toHaveText('hello.txt');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('.toast')).toBeVisible();
  await expect(page.locator('.toast')).toHaveText('Thanks Ann, we reply by phone about order.');
  await expect(page.locator('.toast')).toHaveCSS('color', 'rgb(0, 128, 0)');
  await expect(page.getByLabel('Message')).toHaveValue(/^Hel+o$/);
});
