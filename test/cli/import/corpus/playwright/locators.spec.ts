import { expect, test } from '@playwright/test';

test('locators of the documentation', async ({ page }) => {
  await page.goto('http://localhost:3000/shop');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('mug');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Red mug' })
    .getByRole('button', { name: 'Add to cart' })
    .click();
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Blue mug' }) })
    .getByRole('button', { name: 'Add to cart' })
    .click();
  await expect(page.getByRole('listitem').filter({ hasNotText: 'Red' })).toHaveCount(1);
  await expect(page.getByRole('list').locator('li').locator('h3').first()).toHaveText(/^Blue/);
  await expect(page.locator('css=li', { hasText: '€7' })).toBeVisible();
  await expect(page.locator('xpath=//h1')).toHaveText('Shop');
  await expect(page.getByTestId('cart-count')).not.toHaveText('0');
  await expect(page.locator('.product').nth(0)).toHaveClass(/card/);
});
