import { test as base, expect, type Locator, type Page } from '@playwright/test';

class BasePage {
  constructor(protected readonly page: Page) {}

  async open(path: string) {
    await this.page.goto(path);
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }
}

class ShopPage extends BasePage {
  static readonly path = '/shop';
  readonly search = this.page.getByRole('searchbox', { name: 'Search products' });
  readonly sort: Locator;

  constructor(page: Page) {
    super(page);
    this.sort = page.getByLabel('Sort by');
  }

  product(name: string) {
    return this.page.getByRole('listitem').filter({ hasText: name });
  }

  async add(...names: string[]) {
    for (const name of names) {
      await this.product(name).getByRole('button', { name: 'Add to cart' }).click();
    }
  }
}

class CartPage extends BasePage {
  readonly total = () => this.page.getByTestId('total');

  async applyVoucher(code: string): Promise<void> {
    await this.page.getByLabel('Voucher').fill(code);
    await this.page.getByRole('button', { name: 'Apply' }).click();
  }
}

const test = base.extend<{ shop: ShopPage; cart: CartPage }>({
  shop: async ({ page }, use) => {
    const shop = new ShopPage(page);
    await shop.open(ShopPage.path);
    await use(shop);
  },
  cart: async ({ page }, use) => {
    await use(new CartPage(page));
  },
});

test.use({ baseURL: 'http://localhost:3000' });

test('sorts and searches', async ({ shop }) => {
  await expect(shop.heading).toHaveText('Shop');
  await shop.sort.selectOption({ label: 'Price, low to high' });
  await expect(shop.product('mug').first()).toContainText('Red mug');
  await shop.search.fill('bowl');
  await expect(shop.product('mug')).toHaveCount(0);
  await expect(shop.product('bowl')).toBeVisible();
});

test('buys two mugs', { tag: '@smoke' }, async ({ page, shop, cart }) => {
  await shop.add('Blue mug', 'Red mug');
  await page.getByTestId('cart-link').click();
  await expect(cart.heading).toHaveText('Your cart');
  await expect(cart.total()).toHaveText('€16');
  await cart.applyVoucher('MUGS10');
  await expect(page.getByRole('status')).toHaveText('Voucher applied');
  await expect(cart.total()).toHaveText(`€${9 + 7 - 1}`);
  await page.locator('#checkout').click();
  await page.waitForURL('**/thanks?order=*');
  await expect(page.locator('#order')).toHaveText(/^\d{4}$/);
});
