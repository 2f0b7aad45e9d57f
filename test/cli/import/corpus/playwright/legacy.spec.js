const { test, expect } = require('@playwright/test');

const url = 'http://localhost:3000/login';

test('old style', async ({ page }) => {
  await page.goto(url);
  await page.fill('input[name=username]', 'ann');
  await page.type('input[name=password]', 'correct horse');
  await page.check('input[name=remember]');
  await Promise.all([page.waitForNavigation(), page.click('button[type=submit]')]);
  const heading = await page.textContent('h1');
  expect(heading).toBe('Welcome, Ann');
  expect(await page.isVisible('table')).toBe(true);
  await page.click('#menu');
  await page.waitForSelector('[role=menu]', { state: 'visible' });
  expect(await page.getAttribute('#menu', 'aria-expanded')).toBe('true');
});
