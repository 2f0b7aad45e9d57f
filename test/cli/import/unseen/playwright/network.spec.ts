import { expect, test } from '@playwright/test';

const errors: string[] = [];

test.beforeEach(async ({ page }) => {
  errors.length = 0;
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.route('**/*.{png,jpg,jpeg}', (route) => route.abort());
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test('loads more', async ({ page }) => {
  await page.goto('/widgets');
  const responsePromise = page.waitForResponse((response) => response.url().includes('/api/items'));
  await page.getByRole('button', { name: 'Load more' }).click();
  const response = await responsePromise;
  expect(response.status()).toBe(200);
  await expect(page.locator('#more p')).toHaveText('Loaded 10 items', { timeout: 10_000 });
});

test('downloads the report', async ({ page }) => {
  await page.goto('/widgets');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download report' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('report.csv');
});

test('is healthy', async ({ request, page }) => {
  const health = await request.get('/api/health');
  await expect(health).toBeOK();
  expect(await health.json()).toMatchObject({ ok: true });
  await page.goto('/');
  await expect.poll(() => page.title()).toBe('Mug shop');
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId('tagline')).toBeVisible();
  }).toPass({ intervals: [500], timeout: 5_000 });
});

test('keeps the session', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'session', value: 'abc', url: baseURL! }]);
  await page.goto('/dashboard');
  await Promise.all([
    page.waitForResponse('**/login').catch(() => null),
    page.locator('#menu').click(),
    ]);
  await page.getByRole('link', { name: 'Log out' }).click();
  const cookies = await context.cookies();
  expect(cookies).toHaveLength(1);
  await expect(page).toHaveTitle('Log in');
});
