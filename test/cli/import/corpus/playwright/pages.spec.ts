import { expect, test } from '@playwright/test';

test('opens the terms in a new page', async ({ page, context }) => {
  await page.goto('http://localhost:3000/widgets');

  // Start waiting for new page before clicking. Note no await.
  const pagePromise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Terms' }).click();
  const newPage = await pagePromise;
  // Interact with the new page normally.
  await newPage.waitForLoadState();
  await expect(newPage).toHaveTitle('Terms of service');
  await expect(newPage.getByRole('heading')).toHaveText('Terms of service');
  await newPage.close();
  await expect(page.getByRole('heading', { name: 'Widgets' })).toBeVisible();
});

test('opens a popup', async ({ page }) => {
  await page.goto('http://localhost:3000/widgets');
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('text=Terms')]);
  await expect(popup.locator('p')).toHaveText('Be nice.');
  await page.locator('#load').click();
  await expect(page.getByText('Loaded 10 items')).toBeVisible();
});

test('downloads a report', async ({ page }) => {
  await page.goto('http://localhost:3000/widgets');
  // Start waiting for download before clicking. Note no await.
  const downloadPromise = page.waitForEvent('download');
  await page.getByText('Download report').click();
  const download = await downloadPromise;
  expect(download.suggestedFilename()).toBe('report.csv');
  await download.saveAs('/tmp/' + download.suggestedFilename());
  await expect(page.getByRole('heading', { name: 'Widgets' })).toBeVisible();
});
