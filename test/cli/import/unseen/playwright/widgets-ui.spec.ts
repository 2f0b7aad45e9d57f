import { test, expect, type Page, type Dialog } from '@playwright/test';

const URL_PATH = '/widgets' as const;

async function openWidgets(page: Page) {
  await page.goto(URL_PATH, { waitUntil: 'networkidle' });
}

function answer(page: Page, handler: (dialog: Dialog) => Promise<void>) {
  page.once('dialog', handler);
}

test.describe('Widgets', () => {
  test.beforeEach(({ page }) => openWidgets(page));

  test('asks before deleting', async ({ page }) => {
    answer(page, async (dialog) => {
      expect(dialog.message()).toContain('Really');
      await dialog.accept();
    });
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.locator('#result')).toHaveText('Deleted');
  });

  test('renames', async ({ page }) => {
    page.once('dialog', (dialog) => dialog.accept('Bea'));
    await page.getByText('Rename', { exact: true }).click();
    await expect(page.locator('#result')).toContainText('Hello Bea');
  });

  test('opens the terms in a new tab', async ({ page, context }) => {
    const pagePromise = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Terms' }).click();
    const terms = await pagePromise;
    await expect(terms).toHaveTitle(/Terms/);
    await terms.close();
    await expect(page.getByRole('heading', { name: 'Widgets' })).toBeVisible();
  });

  test('tabs', async ({ page }) => {
    const tab = (name: string) => page.getByRole('tab', { name });
    await expect(tab('Details')).toHaveAttribute('aria-selected', 'true');
    await tab('Reviews').click();
    await expect(tab('Reviews')).toHaveAttribute('aria-selected', 'true');
    await expect(tab('Details')).not.toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel').or(page.locator('.panel'))).toHaveText('Five stars');
  });

  test('dialog', async ({ page }) => {
    const dialog = page.getByRole('dialog', { name: 'Newsletter' });
    await page.getByRole('button', { name: 'Open dialog' }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button').and(page.locator('#close')).click();
    await expect(dialog).toBeHidden();
  });

  test('payment frame', async ({ page }) => {
    const frame = page.frameLocator('#pay');
    await frame.getByLabel('Card number').pressSequentially('4242', { delay: 20 });
    await frame.getByRole('button', { name: 'Pay' }).click();
    await expect(frame.locator('p')).toHaveText('Paid with 4242');
  });

  test('drag and drop, hover and keys', async ({ page }) => {
    await page.locator('#source').dragTo(page.locator('#target'));
    await expect(page.locator('#target')).toHaveText('Dropped');
    await page.locator('#hover').hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.locator('#result')).toHaveText('Shortcuts');
    await page.locator('#bottom').scrollIntoViewIfNeeded();
    await expect(page.locator('#bottom')).toBeInViewport();
    await page.mouse.wheel(0, -500);
  });

  test('looks as it should', async ({ page }) => {
    await expect(page).toHaveScreenshot('widgets.png', { maxDiffPixels: 100 });
    await expect(page.getByRole('tablist')).toMatchAriaSnapshot(`
      - tab "Details" [selected]
      - tab "Reviews"
    `);
    await expect(page.locator('#source')).toHaveCSS('cursor', 'auto');
  });
});
