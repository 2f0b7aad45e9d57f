import { test, expect, Page } from '@playwright/test';

test.describe.configure({ mode: 'serial' });

let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  await page.goto('/shop');
});

test.afterAll(async () => {
  await page.close();
});

test.afterEach(async ({}, testInfo) => {
  if (testInfo.status !== testInfo.expectedStatus) {
    await page.screenshot({ path: `failed-${testInfo.title}.png` });
  }
});

test('puts a bowl into the cart', async () => {
  await page.locator('li', { hasText: 'Green bowl' }).locator('button').click();
  await expect(page.locator('#count')).toHaveText('1');
});

test('shows the total', async () => {
  await page.getByRole('link', { name: /^Cart/ }).click();
  await expect(page.locator('.cart-items li')).toHaveCount(1);
  expect(await page.locator('.total').textContent()).toBe('€12');
});

test('takes a voucher', async () => {
  await page.fill('#voucher', 'MUGS10');
  await page.click('#apply');
  await expect(page.getByRole('status')).toHaveText('Voucher applied');
  await expect(page.locator('.total')).not.toHaveText('€12');
});

test('places the order', async () => {
  const checkout = page.locator('#checkout');
  expect(await checkout.isEnabled()).toBeTruthy();
  await Promise.all([page.waitForURL('**/thanks?order=*'), checkout.click()]);
  const order = await page.locator('#order').innerText();
  expect(order).toMatch(/^\d{4}$/);
  expect(page.url()).toContain(order);
});
