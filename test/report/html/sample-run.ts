import type { Page } from 'playwright-core';
import {
  caseResultOf,
  failedAttemptOf,
  failedCaseOf,
  failedStepOf,
  flakyCaseOf,
  resultsOf,
  stepResultOf,
} from '../../support/results.ts';

export const place = { file: 'browser-tests/checkout.yaml', line: 3, column: 1 };
export const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const failure = failedCaseOf({
  place,
  failedStep: failedStepOf({ locator: "getByRole('button')", place: { ...place, line: 17 } }),
  pageUrl: 'http://localhost:3000/checkout',
  errorMessage: 'Timeout 5000ms exceeded.\nwaiting for the button',
  consoleErrors: ['TypeError: no total'],
  missingEvidence: [],
  screenshot: { path: 'id 1-2.png' },
  trace: { path: 'id-2.zip' },
  earlierAttempts: [failedAttemptOf({ errorMessage: 'The first attempt broke.' })],
});
/** A failure with all that can be known about one. */
export const detailed = failedCaseOf({
  name: 'Check the total',
  testCaseId: 'Total 1',
  place: { ...place, file: 'browser-tests/cart.yaml' },
  tags: ['smoke', 'cart'],
  pageUrl: 'http://localhost:3000/cart',
  failedStep: failedStepOf({
    place,
    excerpt: { line: 2, text: '- selectors:\n  - selectorType: TEST_ID\n- selectors: []', stepLines: 1 },
  }),
  failedPage: {
    title: 'Your cart',
    expected: 'Total: 10',
    received: 'Total: 9',
    candidates: ['paragraph "Total: 9"'],
    failedRequests: [{ method: 'GET', url: 'http://localhost:3000/prices', status: 503 }],
    snapshot: '- heading "Cart"',
  },
  steps: [
    { words: 'open /login', status: 'passed', durationMs: 310, inDependency: 'Sign in' },
    stepResultOf({ words: 'click button “Add”', durationMs: 80, picture: { path: 'step.jpg' } }),
    stepResultOf({ number: 2, words: 'click button “Accept”', status: 'ignored' }),
    stepResultOf({ number: 3, words: 'expect “Total: 10”', status: 'failed', durationMs: 5000 }),
  ],
  warnings: ['Step 2 (CLICK) failed, and the failure was ignored'],
});
export const run = resultsOf({
  status: 'failed',
  results: [
    caseResultOf({ name: 'Search for tea', place, durationMs: 300 }),
    caseResultOf({
      name: 'Search for coffee',
      place,
      durationMs: 20,
      teardownFailures: ['The pot is still hot.'],
      warnings: ['http://localhost:3000/pot responded with status 404.'],
    }),
    flakyCaseOf({ name: 'Pay by invoice', place, durationMs: 61_000 }),
    failure,
    caseResultOf({ name: 'Subscribe', status: 'unfinished', errorMessage: 'No result came.', place }),
    caseResultOf({ name: 'Sign in', status: 'error', errorMessage: 'No browser.', place, durationMs: 5 }),
  ],
  startedAt: '2026-11-21T14:48:00.000Z',
  context: { sha: 'abcdef0123' },
  url: 'http://localhost:3000',
  workflowRunUrl: 'https://github.example/run',
  sourceUrl: 'https://github.example/acme/shop/blob/abcdef0123',
});

/** The names of the visible test cases, in their order. */
export function names(page: Page): Promise<string[]> {
  return page.locator('tbody:visible .name').allTextContents();
}
