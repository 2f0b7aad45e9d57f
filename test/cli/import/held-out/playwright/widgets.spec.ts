import { expect, test } from '@playwright/test';

const url = (path: string) => `http://localhost:3000${path}`;

test.beforeEach(async ({ page }) => await page.goto(url('/widgets')));

test('answers a confirmation', async ({ page }) => {
  page.on('dialog', async (dialog) => {
    expect(dialog.type()).toBe('confirm');
    expect(dialog.message()).toContain('Really');
    await dialog.accept();
  });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.locator('#result')).toHaveText('Deleted');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.locator('#result')).toHaveText('Deleted');
});

test('types into a prompt', async ({ page }) => {
  page.once('dialog', (dialog) => dialog.accept('Bob'));
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.locator('#result')).toHaveText('Hello Bob');
});

test('opens the terms in a new tab', async ({ page, context }) => {
  const [terms] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Terms' }).click(),
  ]);
  await terms.waitForLoadState();
  await expect(terms).toHaveTitle('Terms of service');
  await expect(terms.getByText('Be nice.')).toBeVisible();
  await terms.close();
  await expect(page.getByRole('heading', { name: 'Widgets' })).toBeVisible();
});

test('downloads the report', async ({ page }) => {
  const downloadPromise = page.waitForEvent('download');
  await page.getByText('Download report').click();
  const download = await downloadPromise;
  expect(download.suggestedFilename()).toBe('report.csv');
  await download.saveAs('/tmp/' + download.suggestedFilename());
});

test('pays in a frame', async ({ page }) => {
  const frame = page.frameLocator('iframe[title="Payment"]');
  await frame.getByLabel('Card number').pressSequentially('4242', { delay: 20 });
  await frame.getByText('Pay', { exact: true }).click();
  await expect(frame.locator('p')).toHaveText('Paid with 4242');
});

test('loads more', async ({ page }) => {
  const responsePromise = page.waitForResponse('**/items');
  await page.getByText('Load more').click();
  const response = await responsePromise;
  expect(response.ok()).toBeTruthy();
  await expect(page.locator('#more')).toHaveText('Loaded 10 items', { timeout: 10 * 1000 });
});

test('tabs by keyboard', async ({ page, browserName }) => {
  test.skip(browserName === 'webkit', 'buttons are not focusable');
  const tabs = page.getByRole('tablist').getByRole('tab');
  await tabs.last().focus();
  await page.keyboard.press('Enter');
  await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel')).toContainText(/five/i);
  await tabs.first().click({ modifiers: ['Shift'] });
  await tabs.first().click({ position: { x: 3, y: 3 } });
  await expect(page.getByRole('tabpanel')).toHaveText('All about mugs');
  if (await page.getByRole('dialog').isVisible()) {
    await page.keyboard.press('Escape');
  }
});

test('hovers, drags and scrolls', async ({ page }) => {
  await page.locator('#hover').hover();
  await expect(page.getByRole('tooltip')).toHaveText('Press a button');
  await page.dragAndDrop('#source', '#target');
  await expect(page.locator('#target')).toHaveText('Dropped');
  const bottom = page.locator('#bottom');
  await bottom.scrollIntoViewIfNeeded();
  await expect(bottom).toBeInViewport();
  await page.screenshot({ path: 'bottom.png', fullPage: true });
});
