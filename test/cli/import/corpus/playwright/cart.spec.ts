import { expect, type Locator, type Page, test } from '@playwright/test';

/** The card of a product. */
function product(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ hasText: name });
}

test.describe('Cart', () => {
  test.describe.configure({ mode: 'parallel' });

  test.beforeEach(async ({ page }) => {
    await page.goto('http://localhost:3000/shop');
  });

  test('adds products', async ({ page }) => {
    await product(page, 'Blue mug').getByRole('button', { name: 'Add to cart' }).click();
    await product(page, 'Green bowl').getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByTestId('cart-count')).toHaveText('2');
    await page.getByTestId('cart-link').click();
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByTestId('total')).toHaveText('€21');
    await expect(page.getByRole('button', { name: 'Check out' })).toBeEnabled();
  });

  test('applies a voucher', async ({ page }) => {
    await product(page, 'Red mug').getByRole('button').click();
    await page.getByRole('link', { name: /^Cart/ }).click();
    await page.getByLabel('Voucher').fill('MUGS10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('status')).toHaveText('Voucher applied');
    const total = page.locator('.total');
    await expect(total).toHaveText('€6');
  });

  test('is empty at first', async ({ page }) => {
    await page.goto('http://localhost:3000/cart');
    await expect(page.getByRole('button', { name: 'Check out' })).toBeDisabled();
    await expect(page.getByRole('listitem')).toHaveCount(0);
    await expect(page).toHaveTitle('Your cart');
  });
});
