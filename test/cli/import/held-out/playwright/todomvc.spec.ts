import { test, expect, type Page } from '@playwright/test';

const BASE = 'http://localhost:3000';
const ITEMS = ['Write the report', 'Water the plants', 'Call Grandma'] as const;

test.beforeEach(async ({ page }) => {
  await page.goto(`${BASE}/todomvc`);
});

test.describe('Adding items', () => {
  test('adds several items and keeps their order', async ({ page }) => {
    const newTodo = page.getByPlaceholder('What needs to be done?');

    for (const item of ITEMS) {
      await newTodo.fill(item);
      await newTodo.press('Enter');
    }

    await expect(page.getByTestId('todo-title')).toHaveText([...ITEMS]);
    await checkNumberOfTodosInLocalStorage(page, ITEMS.length);
    await expect(page.getByTestId('todo-count')).toHaveText(`${ITEMS.length} items left`);
  });

  test('trims what is typed', async ({ page }) => {
    const padded = `   ${ITEMS[0].toUpperCase()}   `;
    await page.locator('.new-todo').fill(padded);
    await page.locator('.new-todo').press('Enter');
    await expect(page.getByTestId('todo-title')).toHaveText([ITEMS[0].toUpperCase()]);
  });
});

test.describe('Completing items', () => {
  test.beforeEach(async ({ page }) => {
    await createDefaultTodos(page);
  });

  test('completes every second item', async ({ page }) => {
    for (let i = 0; i < ITEMS.length; i += 2) {
      await page.getByTestId('todo-item').nth(i).getByRole('checkbox').check();
    }
    await expect(page.getByTestId('todo-item').first()).toHaveClass('completed');
    await expect(page.getByTestId('todo-item').nth(1)).not.toHaveClass('completed');
    await expect(page.locator('.todo-list li.completed')).toHaveCount(2);
    await expect(page.getByTestId('todo-count')).toContainText('1');
  });

  test('marks all as completed', async ({ page }) => {
    await page.getByLabel('Mark all as complete').check();
    await expect(page.getByTestId('todo-item')).toHaveClass(['completed', 'completed', 'completed']);
    await page.getByLabel('Mark all as complete').uncheck();
    await expect(page.getByTestId('todo-item')).toHaveClass(['', '', '']);
  });

  test('clears completed items', async ({ page }) => {
    const todoItems = page.getByTestId('todo-item');
    await todoItems.nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Clear completed' }).click();
    await expect(todoItems).toHaveCount(2);
    await expect(todoItems).toHaveText([ITEMS[0], ITEMS[2]]);
    await expect(page.getByRole('button', { name: 'Clear completed' })).toBeHidden();
  });

  test('edits an item', async ({ page }) => {
    const second = page.getByTestId('todo-item').nth(1);
    await second.dblclick();
    const edit = second.getByRole('textbox', { name: 'Edit' });
    await expect(edit).toHaveValue(ITEMS[1]);
    await edit.fill('Feed the cat');
    await edit.press('Enter');
    await expect(second).toHaveText('Feed the cat');
  });
});

test.describe('Routing', () => {
  test('filters by the link', async ({ page }) => {
    await createDefaultTodos(page);
    await page.getByTestId('todo-item').nth(1).getByRole('checkbox').check();
    await test.step('Showing active items', async () => {
      await page.getByRole('link', { name: 'Active' }).click();
      await expect(page).toHaveURL(/#\/active$/);
      await expect(page.getByTestId('todo-item')).toHaveCount(2);
    });
    await test.step('Showing completed items', async () => {
      await page.getByRole('link', { name: 'Completed' }).click();
      await expect(page.getByTestId('todo-item')).toHaveCount(1);
      await expect(page.getByRole('link', { name: 'Completed' })).toHaveClass('selected');
    });
    await page.goBack();
    await expect(page.getByTestId('todo-item')).toHaveCount(2);
  });
});

async function createDefaultTodos(page: Page) {
  const newTodo = page.getByPlaceholder('What needs to be done?');
  for (const item of ITEMS) {
    await newTodo.fill(item);
    await newTodo.press('Enter');
  }
}

async function checkNumberOfTodosInLocalStorage(page: Page, expected: number) {
  return await page.waitForFunction(e => {
    return JSON.parse(localStorage['react-todos']).length === e;
  }, expected);
}
