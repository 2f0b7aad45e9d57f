import { expect, type Locator, type Page, test } from '@playwright/test';

class LoginPage {
  readonly page: Page;
  readonly username: Locator;
  readonly password: Locator;

  constructor(page: Page) {
    this.page = page;
    this.username = page.getByLabel('Username');
    this.password = page.getByLabel('Password');
  }

  async goto() {
    await this.page.goto('http://localhost:3000/login');
  }

  async logIn(username: string, password: string) {
    await this.username.fill(username);
    await this.password.fill(password);
    await this.page.getByRole('button', { name: 'Log in' }).click();
  }
}

test('signs in with a page object', async ({ page }) => {
  const login = new LoginPage(page);
  await login.goto();
  await login.logIn('ann', 'correct horse');
  await expect(page.getByRole('heading', { name: 'Welcome, Ann' })).toBeVisible();
  await expect(login.username).toHaveCount(0);
});
