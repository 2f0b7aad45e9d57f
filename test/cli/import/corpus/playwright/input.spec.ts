import { expect, test } from '@playwright/test';

test('inputs of the documentation', async ({ page }) => {
  await page.goto('http://localhost:3000/forms');

  // Text input
  await page.getByRole('textbox', { name: 'Name' }).fill('Peter');

  // Date input
  await page.getByLabel('Date of birth').fill('2020-02-02');

  // Check the checkbox
  await page.getByLabel('I agree to the terms').check();

  // Assert the checked state
  expect(await page.getByLabel('I agree to the terms').isChecked()).toBeTruthy();

  // Select the radio button
  await page.getByLabel('Mail', { exact: true }).check();

  // Single selection matching the value or label
  await page.getByLabel('Topic').selectOption('other');

  // Multiple selected items
  await page.getByLabel('Colours').selectOption([{ label: 'Red' }, { index: 2 }]);

  // Keys
  await page.getByLabel('Name').press('Control+A');
  await page.getByLabel('Name').pressSequentially('Paul');
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('a');
  await expect(page.getByLabel('Name')).toHaveValue('Paula');
  await page.getByRole('button', { name: 'Send' }).click({ timeout: 5000 });
  await expect(page.getByText('Thanks Paula')).toBeVisible({ timeout: 5000 });
});
