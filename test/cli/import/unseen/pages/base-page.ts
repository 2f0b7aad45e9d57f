import { type Page } from '@playwright/test';

export abstract class BasePage {
  protected constructor(
    protected readonly page: Page,
    private readonly path: string,
  ) {}

  async open(query: Record<string, string> = {}) {
    const search = new URLSearchParams(query).toString();
    await this.page.goto(search ? `${this.path}?${search}` : this.path);
    await this.page.waitForLoadState('domcontentloaded');
  }

  get title() {
    return this.page.getByRole('heading', { level: 1 });
  }
}
