// @ts-check
const { test, expect } = require('@playwright/test');

const TODO_ITEMS = ['buy milk', 'feed the cat', 'book a doctors appointment'];

/** @param {import('@playwright/test').Page} page */
async function createTodos(page) {
  const input = page.getByPlaceholder('What needs to be done?');
  for (const item of TODO_ITEMS) {
    await input.fill(item);
    await input.press('Enter');
  }
  await checkCount(page, TODO_ITEMS.length);
}

async function checkCount(page, expected) {
  const word = expected === 1 ? 'item' : 'items';
  await expect(page.getByTestId('todo-count')).toHaveText(`${expected} ${word} left`);
}

async function checkStorage(page, expected) {
  return await page.waitForFunction((e) => JSON.parse(localStorage['todos']).length === e, expected);
}

test.beforeEach(async ({ page }) => {
  await page.goto('/todo.html');
});

test.describe('Todos', () => {
  test.beforeEach(async ({ page }) => {
    await createTodos(page);
    await checkStorage(page, 3);
  });

  test('adds items', async ({ page }) => {
    await expect(page.getByTestId('todo-title')).toHaveText(TODO_ITEMS);
    await expect(page.getByPlaceholder('What needs to be done?')).toHaveValue('');
  });

  test('completes an item', async ({ page }) => {
    const first = page.getByTestId('todo-item').first();
    await first.getByRole('checkbox').check();
    await expect(first).toHaveClass('completed');
    await expect(page.getByTestId('todo-item').nth(1)).not.toHaveClass('completed');
    await checkCount(page, 2);
  });

  test('completes all items', async ({ page }) => {
    await page.getByLabel('Mark all as complete').check();
    await expect(page.getByTestId('todo-item')).toHaveClass(['completed', 'completed', 'completed']);
    const boxes = page.getByTestId('todo-item').getByRole('checkbox');
    for (const box of await boxes.all()) {
      await expect(box).toBeChecked();
    }
    await page.getByRole('button', { name: 'Clear completed' }).click();
    await expect(page.getByTestId('todo-item')).toHaveCount(0);
    await expect(page.locator('.main')).toBeHidden();
  });

  test('edits an item', async ({ page }) => {
    const items = page.getByTestId('todo-item');
    const second = items.nth(1);
    await second.dblclick();
    const edit = second.getByRole('textbox', { name: 'Edit' });
    await expect(edit).toHaveValue(TODO_ITEMS[1]);
    await edit.fill('buy some sausages');
    await edit.press('Enter');
    await expect(items).toHaveText([TODO_ITEMS[0], 'buy some sausages', TODO_ITEMS[2]]);
  });

  test('cancels an edit', async ({ page }) => {
    const second = page.getByTestId('todo-item').nth(1);
    await second.dblclick();
    await second.getByRole('textbox', { name: 'Edit' }).fill('something else');
    await second.getByRole('textbox', { name: 'Edit' }).press('Escape');
    await expect(page.getByTestId('todo-title')).toHaveText(TODO_ITEMS);
  });

  test('filters items', async ({ page }) => {
    await page.getByTestId('todo-item').filter({ hasText: 'feed the cat' }).getByRole('checkbox').check();
    for (const [link, count] of [
      ['Active', 2],
      ['Completed', 1],
      ['All', 3],
    ]) {
      await page.getByRole('link', { name: link }).click();
      await expect(page.getByTestId('todo-item')).toHaveCount(count);
      await expect(page.getByRole('link', { name: link })).toHaveClass('selected');
    }
  });

  test('removes an item', async ({ page }) => {
    await page.getByTestId('todo-item').nth(0).hover();
    await page.getByTestId('todo-item').nth(0).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByTestId('todo-title')).toHaveText(TODO_ITEMS.slice(1));
    await expect(page.getByText(TODO_ITEMS[0])).toHaveCount(0);
  });
});
