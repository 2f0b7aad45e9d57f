import { test, expect } from '@playwright/test';

test.use({
  locale: 'en-GB',
});

test('test', async ({ page }) => {
  await page.goto('http://localhost:3000/');
  await page.getByRole('link', { name: 'Shop' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Blue mug€9 Add to cart' }).getByRole('button').click();
  await page.locator('li').filter({ hasText: 'Red mug' }).getByRole('button').click();
  await expect(page.getByTestId('cart-count')).toContainText('2');
  await page.getByRole('searchbox', { name: 'Search products' }).click();
  await page.getByRole('searchbox', { name: 'Search products' }).fill('bowl');
  await page.getByLabel('Sort by').selectOption('price');
  await page.getByRole('link', { name: 'Cart (2)' }).click();
  await expect(page.getByTestId('total')).toContainText('€16');
  await page.getByRole('textbox', { name: 'Voucher' }).click();
  await page.getByRole('textbox', { name: 'Voucher' }).fill('MUGS10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('status')).toMatchAriaSnapshot(`- status: Voucher applied`);
  await page.getByRole('button', { name: 'Check out' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const page1Promise = page.waitForEvent('popup');
  await page.goto('http://localhost:3000/widgets');
  await page.getByRole('link', { name: 'Terms' }).click();
  const page1 = await page1Promise;
  await expect(page1.getByRole('heading')).toContainText('Terms of service');
  await page1.close();
  await page.locator('#pay').contentFrame().getByRole('textbox', { name: 'Card number' }).fill('1');
  page.once('dialog', dialog => {
    console.log(`Dialog message: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('Kept').click();
});
