import { test, expect } from '@playwright/test';

const ITEMS = ['water the plants', 'call grandma', 'pay the rent'];

/** @param {import('@playwright/test').Page} page */
const addAll = async (page) => {
  const input = page.locator('.new-todo');
  for (const item of ITEMS) {
    await input.fill(item);
    await input.press('Enter');
  }
};

const items = (page) => page.getByTestId('todo-item');

test.beforeEach(async ({ page }) => {
  await page.goto('/todomvc');
});

test('new items are stored', async ({ page }) => {
  await addAll(page);
  await expect(page.getByTestId('todo-title')).toHaveText(ITEMS);
  await page.waitForFunction((count) => JSON.parse(localStorage['react-todos']).length === count, ITEMS.length);
  await page.reload();
  await expect(items(page)).toHaveCount(ITEMS.length);
});

test('completing', async ({ page }) => {
  await addAll(page);
  const second = items(page).nth(1);
  await second.getByRole('checkbox').check();
  await expect(second).toHaveClass('completed');
  await expect(items(page).nth(0)).not.toHaveClass('completed');
  await expect(page.getByTestId('todo-count')).toHaveText(`${ITEMS.length - 1} items left`);

  await page.getByRole('link', { name: 'Active' }).click();
  await expect(items(page)).toHaveCount(2);
  expect(await items(page).count()).toBeLessThan(3);
  await expect(page).toHaveURL(/#\/active$/);

  await page.getByRole('link', { name: 'Completed' }).click();
  await expect(items(page)).toHaveText([/grandma/]);
  await page.getByRole('button', { name: 'Clear completed' }).click();
  await expect(items(page)).toHaveCount(0);
});

test('editing', async ({ page }) => {
  await addAll(page);
  const item = items(page).filter({ hasText: ITEMS[2] });
  await item.locator('label').dblclick();
  const edit = page.getByLabel('Edit');
  await expect(edit).toBeFocused();
  await edit.fill(ITEMS[2].toUpperCase());
  await edit.press('Enter');
  await expect(page.getByTestId('todo-title').last()).toHaveText('PAY THE RENT');
});

test('removing', async ({ page }) => {
  await addAll(page);
  await items(page).filter({ hasNotText: /plants|rent/ }).hover();
  await items(page).filter({ hasText: 'grandma' }).getByRole('button', { name: 'Delete' }).click();
  await expect(items(page)).toHaveText([ITEMS[0], ITEMS[2]]);
  const texts = await page.getByTestId('todo-title').allTextContents();
  expect(texts).toEqual([ITEMS[0], ITEMS[2]]);
  expect(texts).toHaveLength(2);
});

test.describe('empty list', () => {
  test('has no footer', async ({ page }) => {
    await expect(page.locator('footer.footer')).toBeHidden();
    await expect(page.locator('.todo-list li')).toHaveCount(0);
    await expect(page.getByPlaceholder('What needs to be done?')).toBeFocused();
    test.info().annotations.push({ type: 'issue', description: 'none' });
  });
});
