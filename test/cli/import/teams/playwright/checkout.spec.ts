import { expect, type Page, test } from '@playwright/test';

const BASE = '/shop';
const PRODUCTS = [
  { name: 'Trail Shoe', price: 89.9, slug: 'trail-shoe' },
  { name: 'Rain Jacket', price: 120, slug: 'rain-jacket' },
] as const;
const SHIPPING = 4.5;
const formatPrice = (value: number) => `€${value.toFixed(2)}`;
const subtotal = PRODUCTS.reduce((sum, p) => sum + p.price, 0);

async function addToCart(page: Page, name: string, quantity = 1) {
  const card = page.getByRole('article').filter({ hasText: name });
  if (quantity > 1) {
    await card.getByLabel('Quantity').fill(String(quantity));
  }
  await card.getByRole('button', { name: /add to cart/i }).click();
  await expect(page.getByRole('status')).toContainText(`${name} added`);
}

const cartRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name, 'i') });

test.use({ locale: 'en-GB', viewport: { width: 1280, height: 720 } });

test.describe('Checkout', { tag: '@shop' }, () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(`${BASE}/products`);
    await expect(page).toHaveTitle(/Outdoor Shop/);
  });

  for (const product of PRODUCTS) {
    test(`shows ${product.name}`, async ({ page }) => {
      await page.getByRole('link', { name: product.name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/products/${product.slug}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);
      await expect(page.getByTestId('price')).toHaveText(formatPrice(product.price));
    });
  }

  test('adds two products and pays', async ({ page }) => {
    await test.step('fill the cart', async () => {
      for (const { name } of PRODUCTS) {
        await addToCart(page, name);
      }
      await expect(page.getByTestId('cart-count')).toHaveText(`${PRODUCTS.length}`);
    });

    await test.step('check the cart', async () => {
      await Promise.all([page.waitForURL('**/cart'), page.getByRole('link', { name: 'Cart' }).click()]);
      await expect(page.locator('table.cart tbody tr')).toHaveCount(PRODUCTS.length);
      for (const product of PRODUCTS) {
        await expect(cartRow(page, product.name).getByRole('cell').nth(2)).toHaveText(
          formatPrice(product.price),
        );
      }
      await expect.soft(page.getByText(/shipping/i).first()).toContainText(formatPrice(SHIPPING));
      await expect(page.getByTestId('total')).toHaveText(formatPrice(subtotal + SHIPPING));
    });

    await test.step('pay', async () => {
      await page.getByRole('button', { name: 'Checkout' }).click();
      await page.getByLabel('Full name').fill('Ada Lovelace');
      await page.getByLabel('Country').selectOption({ label: 'Germany' });
      await page.getByLabel('I accept the terms').check();
      await expect(page.getByLabel('I accept the terms')).toBeChecked();
      const responsePromise = page.waitForResponse('**/api/orders');
      await page.getByRole('button', { name: 'Place order' }).click();
      const response = await responsePromise;
      expect(response.status()).toBe(201);
      await expect(page.getByRole('heading', { name: /thank you/i })).toBeVisible();
      await expect(page.getByText(/Order #\d+/)).toBeVisible();
    });
  });

  test('removes a product', async ({ page }) => {
    const [first] = PRODUCTS;
    await addToCart(page, first.name, 2);
    await page.getByRole('link', { name: 'Cart' }).click();
    await expect(cartRow(page, first.name).getByRole('spinbutton')).toHaveValue('2');
    page.once('dialog', (dialog) => dialog.accept());
    await cartRow(page, first.name).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    await expect(cartRow(page, first.name)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  });
});
