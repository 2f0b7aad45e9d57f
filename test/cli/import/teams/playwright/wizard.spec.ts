import { type Page, expect, test } from '@playwright/test';

interface Step {
  heading: string;
  fields: Record<string, string>;
}

const steps: Step[] = [
  { heading: 'Company', fields: { 'Company name': 'Acme Ltd.', 'VAT number': 'DE123456789' } },
  { heading: 'Contact', fields: { 'First name': 'Jane', 'Last name': 'Doe', 'E-mail': 'jane@acme.test' } },
];

const fillStep = async (page: Page, { heading, fields }: Step) => {
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  for (const label in fields) {
    await page.getByLabel(label).fill(fields[label]);
  }
};

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();

test.describe('Onboarding wizard', () => {
  test.setTimeout(60_000);
  let page: Page;

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await page.goto('/wizard.html');
  });

  test.afterAll(async () => {
    await page.close();
  });

  test('completes all steps', async () => {
    await expect(page.getByText('Step 1 of 3')).toBeVisible();
    for (const [i, step] of steps.entries()) {
      await test.step(`step ${i + 1}: ${step.heading}`, async () => {
        await fillStep(page, step);
        await next(page);
        await expect(page.getByText(`Step ${i + 2} of 3`)).toBeVisible();
      });
    }
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '3');
    const summary = page.locator('dl.summary');
    await expect(summary.locator('dd')).toHaveText(steps.flatMap((s) => Object.values(s.fields)));
    await expect(summary).toContainText(
      `${steps[1].fields['First name']} ${steps[1].fields['Last name']}`.split(' ')[0],
    );
    await page.getByRole('button', { name: /finish|done/i }).click();
    await expect(page.getByRole('heading', { name: 'All set' })).toBeVisible();
    await expect(page.getByTestId('confetti')).toBeAttached();
  });
});

test.describe('validation', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/wizard.html');
  });

  test('requires a company', async ({ page }) => {
    await next(page);
    const field = page.getByLabel('Company name');
    await expect(field).toBeFocused();
    await expect(page.getByText('Please enter a company name')).toBeVisible();
    await field.fill('A');
    await field.blur();
    await expect(page.getByText('Please enter a company name')).toBeHidden();
  });

  test('keeps the values when going back', async ({ page }) => {
    await fillStep(page, steps[0]!);
    await next(page);
    await page.getByRole('button', { name: 'Back' }).click();
    await Promise.all(
      Object.entries(steps[0]!.fields).map(([label, value]) =>
        expect(page.getByLabel(label)).toHaveValue(value),
      ),
    );
    await expect(page.getByRole('button', { name: 'Back' })).toBeHidden();
  });

  test('warns about unsaved changes', async ({ page }) => {
    await page.getByLabel('Company name').fill('Acme');
    let message = '';
    page.on('dialog', (dialog) => {
      message = dialog.message();
      void dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(message).toBe('Discard your changes?');
    await expect(page.getByLabel('Company name')).toHaveValue('Acme');
  });
});
