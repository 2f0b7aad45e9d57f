import { expect as playwrightExpect } from '@playwright/test';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { splitMessage } from '../../../src/contract/error-message.ts';
import type { Runner } from '../../../src/runner/runner.ts';
import { errorText } from '../../../src/runner/step-failed.ts';
import { assertionCode } from '../../../src/service/code-export/step-code.ts';
import { newFileScope } from '../../../src/service/code-export/text-code.ts';
import { aCase, goTo } from '../../support/cases.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { css } from '../../support/steps.ts';
import { aPlan, chromiumPath, openTestRunner, runFirst } from '../../support/test-runner.ts';
import { type ExpectationRow, expectationRows } from './expectation-rows.ts';

vi.setConfig({ maxConcurrency: 6 });

let runner: Runner;
let pages: Pages;
let browser: Browser;
beforeAll(async () => {
  [runner, pages, browser] = await Promise.all([
    openTestRunner(),
    startPages(),
    chromiumPath().then((executablePath) => chromium.launch({ executablePath })),
  ]);
});
afterAll(() => Promise.all([runner, pages, browser].map((each) => each?.[Symbol.asyncDispose]())));

const two = '<button id="tea">Buy</button><button id="milk">Buy</button>';
const rows: readonly ExpectationRow[] = [
  ...expectationRows,
  { what: 'finds two', html: two, selectors: [css('button')], assertion: { expectation: 'DISABLED' } },
  { what: 'is no CSS', html: two, selectors: [css('button[')], assertion: { expectation: 'VISIBLE' } },
];

/** What is meant to fail waits for all of it. */
const timeOf = ({ fails }: ExpectationRow) => (fails === undefined ? 120_000 : 2500);

async function ourWords(row: ExpectationRow, path: string): Promise<string | null> {
  const { selectors, assertion } = row;
  const testCase = aCase({ elements: [goTo(path), { selectors: [...selectors], assertion }] });
  const plan = aPlan(pages.url, [testCase], { timeoutPerStepMs: timeOf(row) });
  const { errorMessage } = await runFirst(runner, plan);
  return errorMessage == null ? null : splitMessage(errorMessage).details;
}

/** The statement of an exported file, run with Playwright Test's own `expect`. */
async function theirWords(row: ExpectationRow, path: string): Promise<string | null> {
  const statement = assertionCode(row.assertion, row.selectors, newFileScope());
  const runStatement = new Function('expect', 'page', `return (async () => { ${statement} })()`);
  const page = await browser.newPage();
  try {
    await page.goto(pages.url + path);
    await runStatement(playwrightExpect.configure({ timeout: timeOf(row) }), page);
    return null;
  } catch (error) {
    return errorText(error);
  } finally {
    await page.close();
  }
}

/**
 * The lines of a message without its times and its call log, which depend on the load of the machine. The exported statement
 * about the state of a checkbox finds hidden ones, too.
 */
function comparable(message: string | null): string[] {
  const [words = ''] = (message ?? 'passed')
    .replace(/\d+ms/g, 'some ms')
    .replace(/(getByRole\('(?:checkbox|radio|switch)'\))\.filter\({ visible: true }\)/, '$1')
    .split('\n\nCall log:');
  return words.split('\n');
}

describe.concurrent('an expectation and its exported statement in Playwright Test', () => {
  it.each(rows)('fail with the same message: $what', async (row) => {
    // A case that ends on a blank page fails.
    const path = pages.add(`${row.html}<hr>`);
    const [ours, theirs] = await Promise.all([ourWords(row, path), theirWords(row, path)]);
    // Playwright shows a missing attribute as an empty one.
    const received = row.fails?.includes('Received string:  null') ? 'Received string:  null' : '$&';
    expect(comparable(ours)).toEqual(comparable(theirs?.replace('Received string:  ""', received) ?? null));
  });
});
