import { expect, test } from '@playwright/test';

test.describe('Routing', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('https://demo.playwright.dev/todomvc');
    const newTodo = page.getByPlaceholder('What needs to be done?');
    await newTodo.fill('buy some cheese');
    await newTodo.press('Enter');
    await newTodo.fill('feed the cat');
    await newTodo.press('Enter');
    await page.getByTestId('todo-item').nth(1).getByRole('checkbox').check();
  });

  test('should allow me to display active items', async ({ page }) => {
    const todoItem = page.getByTestId('todo-item');
    await page.getByRole('link', { name: 'Active' }).click();
    await expect(todoItem).toHaveCount(1);
    await expect(todoItem).toHaveText(/cheese/);
  });

  test('should respect the back button', async ({ page }) => {
    const todoItem = page.getByTestId('todo-item');

    await test.step('Showing all items', async () => {
      await page.getByRole('link', { name: 'All' }).click();
      await expect(todoItem).toHaveCount(2);
    });

    await test.step('Showing active items', async () => {
      await page.getByRole('link', { name: 'Active' }).click();
    });

    await test.step('Showing completed items', async () => {
      await page.getByRole('link', { name: 'Completed' }).click();
    });

    await expect(todoItem).toHaveCount(1);
    await page.goBack();
    await expect(page).toHaveURL(/#\/active$/);
    await expect(todoItem).toHaveCount(1);
    await page.goBack();
    await expect(todoItem).toHaveCount(2);
  });

  test('should highlight the currently applied filter', async ({ page }) => {
    await expect(page.getByRole('link', { name: 'All' })).toHaveClass('selected');
    await page.getByRole('link', { name: 'Completed' }).click();
    // Page change - completed items.
    await expect(page.getByRole('link', { name: 'Completed' })).toHaveClass('selected');
  });
});

test('should persist its data', async ({ page }) => {
  await page.goto('https://demo.playwright.dev/todomvc');
  await page.getByPlaceholder('What needs to be done?').fill('buy some cheese');
  await page.getByPlaceholder('What needs to be done?').press('Enter');
  await page.reload();
  await expect(page.getByTestId('todo-title')).toHaveText(['buy some cheese']);
});
