import { expect, test } from '@playwright/test';
import fs from 'fs';

const columns = { id: 0, customer: 1, status: 2, total: 3 } as const;
type Column = keyof typeof columns;

test.describe('Orders table', () => {
  const url = '/orders.html';

  test.beforeEach(async ({ page }) => {
    await page.goto(url);
    await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible();
  });

  test('shows the orders', async ({ page }) => {
    const cell = (row: number, column: Column) =>
      page.locator('tbody tr').nth(row).locator('td').nth(columns[column]);
    await expect(cell(0, 'id')).toHaveText('1001');
    await expect(cell(0, 'customer')).toHaveText(/^Ada/);
    await expect(cell(1, 'status')).toHaveText('Shipped', { ignoreCase: true });
    await expect(cell(2, 'total')).toHaveText('$30.00');
    await expect(page.locator('tbody tr')).not.toHaveCount(0);
  });

  test('sorts by clicking the header', async ({ page }) => {
    const header = page.getByRole('columnheader', { name: 'Total' });
    await header.click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.locator('tbody tr td:nth-child(4)')).toHaveText(['$10.00', '$20.00', '$30.00']);
    await header.click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(page.locator('tbody tr td:nth-child(4)')).toHaveText(['$30.00', '$20.00', '$10.00']);
  });

  test('selects rows', async ({ page }) => {
    const boxes = page.locator('tbody').getByRole('checkbox');
    await boxes.first().check();
    await boxes.nth(2).check();
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(page.getByText(/^3 selected$/)).toBeVisible();
    const total = await boxes.count();
    for (let i = 0; i < total; i++) {
      await expect(boxes.nth(i)).toBeChecked();
    }
  });

  test('opens the row menu', async ({ page }) => {
    const row = page.getByRole('row', { name: '1002' });
    await row.getByRole('button', { name: 'Actions' }).click();
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem')).toHaveCount(3);
    await expect(menu.getByRole('menuitem')).toContainText(['Edit', 'Archive', 'Delete']);
    await menu.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(row.locator('td >> text=Archived')).toBeVisible();
    await expect(menu).toBeHidden();
  });

  test('edits a cell in place', async ({ page }) => {
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '1003', exact: true }) });
    await row.getByText('Pending').dblclick();
    await row.locator('select').selectOption('Shipped');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('Shipped');
    await expect(row).not.toContainText('Pending');
  });

  test('filters and resets', async ({ page }) => {
    const filter = page.getByPlaceholder('Filter…');
    await filter.fill('grace');
    await expect(page.locator('tbody tr:visible')).toHaveCount(1);
    await expect(page.locator('tbody').getByText('Ada')).toBeHidden();
    await filter.press('Control+A');
    await filter.press('Delete');
    await expect(page.locator('tbody tr:visible')).toHaveCount(3);
    await expect.poll(async () => page.locator('tbody tr').count()).toBe(3);
    await expect(async () => {
      await expect(page.getByTestId('summary')).toHaveText('3 orders');
    }).toPass();
  });

  test('exports the orders', async ({ page }) => {
    const downloadPromise = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const download = await downloadPromise;
    expect(download.suggestedFilename()).toBe('orders.csv');
    const content = fs.readFileSync(await download.path(), 'utf8');
    expect(content).toContain('1001');
  });
});
