// @ts-check
const { test, expect } = require('@playwright/test');

test.describe('Clear completed button', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('https://demo.playwright.dev/todomvc');
    for (const item of ['buy some cheese', 'feed the cat', 'book a doctors appointment']) {
      await page.locator('.new-todo').fill(item);
      await page.locator('.new-todo').press('Enter');
    }
  });

  test('should display the correct text', async ({ page }) => {
    await page.locator('.todo-list li .toggle').first().check();
    await expect(page.getByRole('button', { name: 'Clear completed' })).toBeVisible();
  });

  test('should remove completed items when clicked', async ({ page }) => {
    const todoItems = page.getByTestId('todo-item');
    await todoItems.nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Clear completed' }).click();
    await expect(todoItems).toHaveCount(2);
    await expect(todoItems.nth(0)).toContainText('cheese');
    await expect(todoItems.nth(1)).toContainText('doctors');
    await expect(page.getByRole('button', { name: 'Clear completed' })).toBeHidden();
  });
});
