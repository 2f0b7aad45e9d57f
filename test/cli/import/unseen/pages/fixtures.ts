import { test as base } from '@playwright/test';
import LoginPage from './login-page';
import { ShopPage } from './shop-page';
import users from '../data/users.json';

type Fixtures = {
  loginPage: LoginPage;
  shopPage: ShopPage;
  signedIn: void;
};

export const test = base.extend<Fixtures>({
  loginPage: async ({ page }, use) => {
    await use(new LoginPage(page));
  },
  shopPage: async ({ page }, use) => {
    const shop = new ShopPage(page);
    await shop.open();
    await use(shop);
  },
  signedIn: async ({ page, loginPage }, use) => {
    await loginPage.goto();
    await loginPage.login(users.standard);
    await page.waitForURL(/dashboard/);
    await use();
  },
});

export { expect } from '@playwright/test';
