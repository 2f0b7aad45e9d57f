import { expect, test } from '@playwright/test';

test('test', async ({ page }) => {
  await page.goto('http://localhost:3000/');
  await page.getByRole('link', { name: 'Shop' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Blue mug€9 Add to cart' }).getByRole('button').click();
  await page.getByRole('searchbox', { name: 'Search products' }).click();
  await page.getByRole('searchbox', { name: 'Search products' }).fill('red');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByTestId('cart-link').click();
  await expect(page.getByTestId('total')).toContainText('€16');
  await expect(page.getByRole('list')).toContainText('Blue mug €9');
  await expect(page.getByRole('button', { name: 'Check out' })).toBeVisible();
  await page.getByRole('button', { name: 'Check out' }).click();
  await expect(page.getByRole('heading')).toMatchAriaSnapshot(`- heading "Thank you" [level=1]`);
  await expect(page.locator('#order')).toContainText('1003');
});
