import { expect, type Locator, type Page } from '@playwright/test';
import { BasePage } from './base-page';

export class ShopPage extends BasePage {
  readonly search: Locator;
  readonly products: Locator;
  readonly cartCount: Locator;

  constructor(page: Page) {
    super(page, '/shop');
    this.search = page.getByRole('searchbox', { name: 'Search products' });
    this.products = page.getByRole('list', { name: 'Products' }).getByRole('listitem');
    this.cartCount = page.getByTestId('cart-count');
  }

  product(name: string): Locator {
    return this.products.filter({ has: this.page.locator('h3', { hasText: name }) });
  }

  async addToCart(name: string, times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      await this.product(name).getByRole('button', { name: 'Add to cart' }).click();
    }
  }

  async sortBy(label: 'Name' | 'Price, low to high') {
    await this.page.getByLabel('Sort by').selectOption({ label });
  }

  async expectNames(names: readonly string[]) {
    await expect(this.products.locator('h3')).toHaveText([...names]);
  }
}
