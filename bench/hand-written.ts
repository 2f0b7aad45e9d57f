import { customer } from './cases.ts';

/** A test file of the suite. */
interface TestFile {
  readonly name: string;
  readonly content: string;
}

interface SuiteOptions {
  readonly url: string;
  /** How many tests, in equal numbers of each kind. */
  readonly count: number;
}

/**
 * The cases of `cases.ts` as users of Playwright Test write them: signed in once by a global setup, all tests in parallel,
 * the defaults for everything else.
 */
export function handWrittenSuite({ url, count }: SuiteOptions): TestFile[] {
  const countOf = (index: number) => Math.ceil((count - index) / kinds.length);
  return [
    { name: 'playwright.config.ts', content: config(url) },
    { name: 'global-setup.ts', content: globalSetup },
    ...kinds.map((kind, index) => ({
      name: `${kind.name}.spec.ts`,
      content: testFile(kind, countOf(index)),
    })),
  ];
}

interface Kind {
  readonly name: string;
  readonly signedIn: boolean;
  readonly statements: string;
}

const kinds: readonly Kind[] = [
  {
    name: 'account',
    signedIn: true,
    statements: `await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    await expect(page.locator('p')).toContainText('Signed in as ${customer.email}');`,
  },
  {
    name: 'mug',
    signedIn: true,
    statements: `await page.goto('/');
    await page.getByRole('button', { name: 'Add Blue mug' }).click();
    await expect(page.getByTestId('total')).toContainText('Total: €9');
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();`,
  },
  {
    name: 'cart',
    signedIn: true,
    statements: `await page.goto('/');
    await page.getByRole('button', { name: 'Add Desk lamp' }).click();
    await expect(page.getByTestId('cart')).toContainText('Desk lamp');
    await expect(page.getByTestId('total')).toContainText('Total: €35');`,
  },
  {
    name: 'prices',
    signedIn: false,
    statements: `await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Desk lamp' })).toContainText('€35');`,
  },
];

function testFile({ name, signedIn, statements }: Kind, count: number): string {
  return `import { expect, test } from '@playwright/test';
${signedIn ? "test.use({ storageState: 'signed-in.json' });\n" : ''}
for (let index = 0; index < ${count}; index += 1) {
  test(\`${name} \${index}\`, async ({ page }) => {
    ${statements}
  });
}
`;
}

function config(url: string): string {
  return `import { defineConfig } from '@playwright/test';

export default defineConfig({
  fullyParallel: true,
  outputDir: 'out',
  globalSetup: './global-setup.ts',
  use: {
    baseURL: ${JSON.stringify(url)},
    viewport: { width: 1920, height: 1080 },
    launchOptions: { executablePath: process.env.CHROME_BIN },
  },
});
`;
}

const globalSetup = `import { chromium, expect, type FullConfig } from '@playwright/test';

export default async function globalSetup({ projects: [project] }: FullConfig) {
  const { baseURL, launchOptions } = project!.use;
  const browser = await chromium.launch(launchOptions);
  const page = await browser.newPage({ baseURL });
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('${customer.email}');
  await page.getByLabel('Password').fill('${customer.password}');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Signed in as ${customer.email}')).toBeVisible();
  await page.context().storageState({ path: 'signed-in.json' });
  await browser.close();
}
`;
