import { expect, test } from '@playwright/test';

test.describe('Lists and roles', () => {
  test.describe.configure({ retries: 1 });
  test.use({ baseURL: 'http://localhost:3000' });

  test('has filters in their order', async ({ page }) => {
    await page.goto('/todomvc');
    const input = page.getByPlaceholder('What needs to be done?');
    for (const title of ['Buy milk', 'Feed the cat', 'Walk']) {
      await input.fill(title);
      await input.press('Enter');
    }
    const titles = page.getByTestId('todo-title');
    await expect(titles).toContainText(['milk', 'Walk']);
    await expect(titles).toContainText([/CAT/i]);
    await expect(titles).toHaveCount(3);
    await expect(titles).toContainText(['Buy', 'Feed', 'Walk']);
  });

  test('has roles and names', async ({ page }) => {
    await page.goto('/widgets');
    await expect(page.getByRole('heading')).toHaveAccessibleName('Widgets');
    await expect(page.locator('#delete')).toHaveRole('button');
    await expect(page.getByText('Reviews')).toHaveRole('tab');
    try {
      await page.getByText('Accept cookies').click({ timeout: 500 });
    } catch {
      // Not for everybody.
    }
    await page.getByText('Reviews').click();
    await expect(page.getByRole('tabpanel')).toContainText(['Five']);
  });

  test('opens the cart', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
    const page = await context.newPage();
    await page.goto('/shop');
    await Promise.all([page.waitForNavigation({ url: '**/cart' }), page.getByTestId('cart-link').click()]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(/cart/);
  });
});
