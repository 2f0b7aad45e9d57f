import { expect, test } from '@playwright/test';

test.use({ baseURL: 'http://localhost:3000', viewport: { width: 1280, height: 720 } });

test('a customer buys a mug', async ({ page }) => {
  await test.step('Add to cart', async () => {
    await page.goto('/shop');
    await page.getByRole('listitem').filter({ hasText: 'Blue mug' }).getByRole('button').click();
    await expect(page.locator('#count')).toHaveText('1');
  });
  await test.step('Check out', async () => {
    await page.getByRole('link', { name: 'Cart (1)' }).click();
    const price = await page.locator('.cart-items em').textContent();
    await expect(page.locator('.total')).toHaveText(price!);
    await page.getByRole('button', { name: 'Check out' }).click();
  });
  await test.step('Confirmation', async () => {
    await expect(page).toHaveURL(/\/thanks\?order=\d+$/);
    await expect(page.getByText('Order number:')).toBeVisible();
    const order = await page.locator('#order').innerText();
    expect(order).toMatch(/^\d{4}$/);
    await page.screenshot({ path: 'thanks.png' });
  });
});
