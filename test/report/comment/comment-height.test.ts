import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderComment } from '../../../src/report/comment/render-comment.ts';
import type { CaseResult } from '../../../src/results/run-results.ts';
import { commentPage } from '../../support/comment-page.ts';
import { launchChromium } from '../../support/report-page.ts';
import {
  caseResultOf,
  contentOf,
  failedStepOf,
  failuresOf,
  resultsOf,
  visibleText,
} from '../../support/results.ts';

let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await launchChromium();
  folder = await mkdtemp(join(tmpdir(), 'comment-'));
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/** The height of a comment that is 800 pixels wide, in GitHub's style. */
async function heightOf(results: CaseResult[]): Promise<number> {
  const sourceUrl = `https://github.example/acme/shop/blob/${'a'.repeat(40)}`;
  const reportPage = {
    name: 'report.html',
    id: 1,
    url: 'https://github.example/acme/shop/actions/runs/1/artifacts/1',
  };
  const body = renderComment(contentOf([resultsOf({ results, sourceUrl, reportPage })]));
  const file = join(folder, 'comment.html');
  await writeFile(file, commentPage(visibleText(body)));
  const page = await browser.newPage({ viewport: { width: 800, height: 100 } });
  await page.goto(pathToFileURL(file).href);
  const height = await page.locator('article').evaluate((article) => article.getBoundingClientRect().height);
  await page.close();
  return height;
}

const message = 'Expected the heading “Thank you” to be visible; the page shows the heading “Error 500”.';
const passed = Array.from({ length: 20 }, () => caseResultOf());

it('is about 2,000 pixels at most for 40 failures, however long their names and steps are', async () => {
  const failures = failuresOf(40, (index) => ({
    name: `Case ${index}: ${'a customer with a long name '.repeat(10)}`,
    errorMessage: message.repeat(10),
    failedStep: failedStepOf({
      words: `expect ${'the heading with a long text '.repeat(10)} to be visible`,
      place: { file: `browser-tests/${'checkout/'.repeat(10)}pay.yaml`, line: index + 1, column: 1 },
    }),
  }));
  expect(await heightOf([...failures, ...passed])).toBeLessThan(2050);
});

it('is as high as for one failure if 40 test cases have the same', async () => {
  const failures = failuresOf(40, () => ({ failedStep: failedStepOf(), errorMessage: message }));
  const one = await heightOf([...failures.slice(0, 1), ...passed]);
  // A line more: the names, folded.
  expect(await heightOf([...failures, ...passed])).toBeLessThan(one + 50);
});
