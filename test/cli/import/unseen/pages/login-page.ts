import type { Locator, Page } from '@playwright/test';

export default class LoginPage {
  private readonly username: Locator;
  private readonly password: Locator;
  private readonly submit: Locator;
  readonly alert: Locator;

  constructor(public page: Page) {
    this.username = page.getByLabel('Username');
    this.password = page.getByLabel('Password');
    this.submit = page.getByRole('button', { name: /log in/i });
    this.alert = page.getByRole('alert');
  }

  goto = async () => {
    await this.page.goto('/login');
  };

  async login({ username, password }: { username: string; password: string }) {
    await this.username.fill(username);
    await this.password.fill(password);
    await this.submit.click();
  }
}
