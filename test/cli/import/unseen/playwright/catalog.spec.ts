import { test, expect } from '@playwright/test';
import { ShopPage } from '../pages/shop-page';
import { PRODUCTS, Sort, byPrice, formatPrice } from '../data/products';

test.describe('Catalog', { tag: '@catalog' }, () => {
  let shop: ShopPage;

  test.beforeEach(async ({ page }) => {
    shop = new ShopPage(page);
    await shop.open();
    await expect(shop.title).toHaveText('Shop');
  });

  test('is sorted by name', async () => {
    await shop.expectNames(PRODUCTS.map((product) => product.name));
  });

  test('can be sorted by price', async () => {
    await shop.sortBy(Sort.Price);
    await shop.expectNames(byPrice());
  });

  for (const { name, price } of PRODUCTS) {
    test(`shows the price of ${name}`, async ({ page }) => {
      await shop.search.fill(name);
      await expect.soft(shop.products).toHaveCount(1);
      await expect.soft(shop.product(name).locator('.price')).toHaveText(formatPrice(price));
      await expect(page.getByText('Nothing found')).not.toBeVisible();
    });
  }

  test('adds several products to the cart', async ({ page }) => {
    await test.step('fill the cart', async () => {
      await shop.addToCart('Blue mug', 2);
      await shop.addToCart('Red mug');
    });

    await test.step('check the cart', async () => {
      await expect(shop.cartCount).toHaveText('3');
      await page.getByTestId('cart-link').click();
      await expect(page).toHaveURL('/cart');
      const total = PRODUCTS[0].price * 2 + PRODUCTS.find((each) => each.name === 'Red mug')!.price;
      await expect(page.getByTestId('total')).toHaveText(formatPrice(total));
    });
  });

  test('every product has a button', async ({ page }) => {
    for (const product of await shop.products.all()) {
      await expect(product.getByRole('button')).toBeEnabled();
    }
    await page.screenshot({ path: 'screenshots/catalog.png', fullPage: true });
  });
});
