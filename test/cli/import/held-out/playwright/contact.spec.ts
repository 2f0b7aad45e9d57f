import { expect, test } from '@playwright/test';

const topics = [
  { value: 'order', label: 'An order', reply: 'Mail' },
  { value: 'other', label: 'Something else', reply: 'Phone' },
];

test.describe('Contact form', () => {
  test.describe.configure({ mode: 'parallel' });

  test.beforeEach(async ({ page }) => {
    await page.goto('http://localhost:3000/forms');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  });

  for (const { value, label, reply } of topics) {
    test(`sends a message about ${label}`, async ({ page }) => {
      const name = value === 'order' ? 'Ann' : 'Bob';
      await test.step('Fill in', async () => {
        await page.getByLabel('Name').fill(name);
        await page.getByLabel('Topic').selectOption(value);
        await page.getByRole('radio', { name: reply }).check();
        await page.getByLabel('I agree to the terms').setChecked(true);
      });

      await test.step('Send', async () => {
        await page.getByRole('button', { name: /send/i }).click();
      });

      const toast = page.locator('.toast');
      await expect.soft(toast).toBeVisible();
      await expect.soft(toast).toHaveText(
        `Thanks ${name}, we reply by ${reply.toLowerCase()} about ${value}.`,
      );
      await expect(toast, 'the toast is green').toHaveCSS('color', 'rgb(0, 128, 0)');
    });
  }

  test('fills all fields', async ({ page }) => {
    const fields = {
      Name: 'Cleo',
      Email: 'cleo@example.com',
      'Date of birth': '1990-01-31',
    };
    for (const [label, text] of Object.entries(fields)) {
      await page.getByLabel(label).fill(text);
    }
    for (const label of Object.keys(fields)) {
      await expect.soft(page.getByLabel(label)).not.toHaveValue('');
    }
    await page.getByLabel('Colours').selectOption(['Red', 'Blue']);
    await expect(page.getByLabel('Colours')).toHaveValues(['Red', 'Blue']);
    await page.getByLabel('Message').fill(['Dear team,', 'hello.'].join('\n'));
    await expect(page.getByLabel('Message')).toHaveValue('Dear team,\nhello.');
    await page.getByLabel('Attachment').setInputFiles({
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('hello'),
    });
    await expect(page.locator('#files')).toHaveText('note.txt');
    expect(await page.getByLabel('Email').inputValue()).toBe(fields.Email);
  });

  [' ', 'a'.repeat(20)].forEach((name, index) => {
    test(`accepts name number ${index + 1}`, async ({ page }) => {
      await page.getByLabel('Name').fill(name);
      await expect(page.getByLabel('Name')).toHaveValue(name);
    });
  });
});
