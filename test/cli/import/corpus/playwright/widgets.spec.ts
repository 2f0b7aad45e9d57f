import { expect, test } from '@playwright/test';

test.describe('Widgets', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('http://localhost:3000/widgets');
  });

  test('tabs', async ({ page }) => {
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Details');
    await page.getByRole('tab', { name: 'Reviews' }).click();
    await expect(page.getByRole('tab', { name: 'Reviews' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toHaveText('Five stars');
  });

  test('tooltip', async ({ page }) => {
    await expect(page.getByRole('tooltip')).toBeHidden();
    await page.getByText('Help').hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
  });

  test('modal', async ({ page }) => {
    const dialog = page.getByRole('dialog', { name: 'Newsletter' });
    await page.getByRole('button', { name: 'Open dialog' }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).not.toBeVisible();
  });

  test('frame', async ({ page }) => {
    const frame = page.frameLocator('#pay');
    await frame.getByLabel('Card number').fill('4242');
    await frame.getByRole('button', { name: 'Pay' }).click();
    await expect(frame.getByText('Paid with 4242')).toBeVisible();
    await expect(page.locator('iframe[title="Payment"]').contentFrame().locator('p')).toHaveText(
      'Paid with 4242',
    );
  });

  test('drag and drop', async ({ page }) => {
    await page.locator('#source').dragTo(page.locator('#target'));
    await expect(page.locator('#target')).toHaveText('Dropped');
  });

  test('scrolling', async ({ page }) => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByText('The end').scrollIntoViewIfNeeded();
    await expect(page.getByText('The end')).toBeInViewport();
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(page.locator('#more')).toContainText('10 items');
    await page.mouse.wheel(0, -300);
  });
});
