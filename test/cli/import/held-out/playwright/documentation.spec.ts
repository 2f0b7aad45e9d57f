import { test, expect } from '@playwright/test';

test('has title', async ({ page }) => {
  await page.goto('http://localhost:3000/');

  // Expect a title "to contain" a substring.
  await expect(page).toHaveTitle(/Mug/);
  await expect(page).toHaveURL('http://localhost:3000/');
});

test('get started link', async ({ page }) => {
  await page.goto('http://localhost:3000/');
  await page.getByRole('link', { name: 'Shop' }).click();
  await expect(page.getByRole('heading', { name: 'Shop', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/.*shop/);
});

test('filters and chains locators', async ({ page }) => {
  await page.goto('http://localhost:3000/shop');

  const product = page.getByRole('listitem').filter({ hasText: 'Red mug' });
  await product.getByRole('button', { name: 'Add to cart' }).click();

  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Blue mug' }) })
    .getByRole('button', { name: 'Add to cart' })
    .click();
  await expect(page.getByTestId('cart-count')).toHaveText('2');

  const rows = page.locator('#products').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('Green bowl');
  await expect(rows.filter({ hasNotText: 'mug' })).toHaveCount(1);
  await expect(page.locator('#products > li').filter({ has: page.locator('h3', { hasText: 'bowl' }) })).toHaveCount(1);

  const button = page.getByRole('button').and(page.locator('[data-cy=add]')).first();
  await expect(button).toBeEnabled();
});

test('alternatives', async ({ page }) => {
  await page.goto('http://localhost:3000/widgets');
  const open = page.getByRole('button', { name: 'Open dialog' });
  const dialog = page.getByRole('dialog');
  await expect(open.or(dialog).first()).toBeVisible();
  await open.click();
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText('Join us', { ignoreCase: true });
  await dialog.getByText('Close').click();
  await expect(dialog).toBeHidden({ timeout: 5_000 });
});

test('assertions', async ({ page }) => {
  await page.goto('http://localhost:3000/forms');
  await expect(page.getByLabel('Name')).toBeEmpty();
  await expect(page.getByLabel('Name')).toBeEditable();
  await expect(page.getByLabel('Message')).toHaveAttribute('rows', '3');
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await page.getByLabel('I agree to the terms').check();
  await expect(page.getByLabel('I agree to the terms')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled();
  await expect.poll(async () => page.getByRole('checkbox').count()).toBe(1);
  await expect(async () => {
    await expect(page.getByRole('radio')).toHaveCount(2);
  }).toPass();
});
