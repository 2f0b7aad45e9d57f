import type { ExchangeElement, ExchangeTestCase } from '../src/contract/exchange/exchange-test-case.ts';
import { aCase } from '../test/support/cases.ts';
import { by, clicks, containsText, css, sees } from '../test/support/steps.ts';

/** Test cases of which most fail, on pages of the shop that load at once. */
interface RedSuite {
  readonly title: string;
  readonly count: number;
  readonly passes: boolean;
  /** The longest time that it may take, in s. */
  readonly goal: number;
  readonly elements: readonly ExchangeElement[];
  /** The same as the statements of a Playwright test, if there is something like it with Playwright's defaults. */
  readonly statements?: string;
}

const noSuchButton = clicks(by('ROLE', 'button', { name: 'Accept cookies' }));
const wrongText = containsText('Sold out', css('h1'));
const wrongTextStatements = "await expect(page.locator('h1')).toContainText('Sold out');";

export const redSuites = {
  text: {
    title: 'one wrong text',
    count: 1,
    passes: false,
    goal: 12,
    elements: [wrongText],
    statements: wrongTextStatements,
  },
  optional: {
    title: 'an optional button that is absent, test case green',
    count: 1,
    passes: true,
    goal: 8,
    elements: [{ ...noSuchButton, ignoreFailure: true }, sees(css('h1'))],
  },
  button: {
    title: 'one missing button',
    count: 1,
    passes: false,
    goal: 40,
    elements: [noSuchButton],
    statements: "await page.getByRole('button', { name: 'Accept cookies' }).click();",
  },
  texts: {
    title: 'ten wrong texts',
    count: 10,
    passes: false,
    goal: 30,
    elements: [wrongText],
    statements: wrongTextStatements,
  },
  brokenTexts: {
    title: 'the app is broken everywhere, 40 test cases: its texts are missing',
    count: 40,
    passes: false,
    goal: 90,
    elements: [wrongText],
    statements: wrongTextStatements,
  },
  brokenButtons: {
    title: 'the app is broken everywhere, 40 test cases: its buttons are missing',
    count: 40,
    passes: false,
    goal: 90,
    elements: [noSuchButton, wrongText],
  },
} as const satisfies Record<string, RedSuite>;

export type RedSuiteName = keyof typeof redSuites;
export const redSuiteNames = ['text', 'optional', 'button', 'texts', 'brokenTexts', 'brokenButtons'] as const;

/** The test cases of a suite. */
export function redCases(name: RedSuiteName): ExchangeTestCase[] {
  const { count, elements } = redSuites[name];
  return Array.from({ length: count }, (_, index) =>
    aCase({ description: `Case ${index}`, entryPointUrlPath: '/', elements: [...elements] }),
  );
}

/** A suite as a Playwright test file. */
export function redTestFile(statements: string, count: number): string {
  return `import { expect, test } from '@playwright/test';
for (let index = 0; index < ${count}; index += 1) {
  test(\`Case \${index}\`, async ({ page }) => {
    await page.goto('/');
    ${statements}
  });
}
`;
}

/** A configuration with Playwright's defaults apart from the retry that our default is, too. */
export function redConfig(url: string): string {
  return `import { defineConfig } from '@playwright/test';
export default defineConfig({
  fullyParallel: true,
  retries: 1,
  outputDir: 'out',
  use: { baseURL: ${JSON.stringify(url)}, launchOptions: { executablePath: process.env.CHROME_BIN } },
});
`;
}
