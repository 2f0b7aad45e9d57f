import { expect, test } from '@playwright/test';

test('asks the app itself', async ({ page }, testInfo) => {
  await page.goto('http://localhost:3000/dashboard');
  const response = await page.request.post('http://localhost:3000/api/health', { data: { check: 'all' } });
  expect(response.ok(), `the app answers in ${testInfo.project.name}`).toBeTruthy();
  expect(response.status()).toBe(200);
  const health = await response.json();
  expect(health.ok).toBe(true);

  const opened = page.waitForResponse((each) => each.url().endsWith('/shop'));
  await page.getByRole('link', { name: 'Shop' }).click();
  await opened;
  await expect(page.getByRole('heading', { level: 1 }), testInfo.title).toHaveText('Shop');
  const shown = await page.evaluate(() => ({ title: document.title, path: location.pathname }));
  expect(shown.title, 'the title').toBe('Shop');
  expect(shown.path).toBe('/shop');
});
