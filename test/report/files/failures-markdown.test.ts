import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failuresMarkdown } from '../../../src/report/files/failures-markdown.ts';
import { hostileResults } from '../../support/arbitrary-results.ts';
import { piecesByMicromark } from '../../support/parsed-markdown.ts';
import {
  caseResultOf,
  failedAttemptOf,
  failedCaseOf,
  failedStepOf,
  failuresOf,
  resultsOf,
  stepResultOf,
} from '../../support/results.ts';

const workflowRunUrl = 'https://github.example/acme/shop/actions/runs/50';
const failure = failedCaseOf({
  place: { file: 'tests/checkout.yaml', line: 2, column: 1 },
  errorMessage: 'Expected the heading "Thank you" to be visible.\n\nCall log:\n  - waiting',
  failedStep: failedStepOf({
    locator: "getByRole('heading', { name: 'Thank you' })",
    excerpt: { line: 16, text: '  # after paying\n  - selectors: []' },
  }),
  steps: [stepResultOf(), stepResultOf({ number: 2, status: 'failed', words: 'see “Thank you”' })],
  pageUrl: 'http://localhost:3000/order',
  failedPage: {
    title: 'Error',
    expected: 'Thank you',
    received: 'Error 500',
    candidates: ['heading "Error 500"'],
    failedRequests: [{ method: 'POST', url: 'http://localhost:3000/order', status: 500 }],
    snapshot: '- heading "Error 500" [level=1]',
  },
  consoleErrors: ['TypeError: prices is undefined'],
  earlierAttempts: [failedAttemptOf()],
});

describe('the failures as Markdown', () => {
  it('say that the app failed, with its last lines', () => {
    const appFailure = 'The app ended by SIGKILL. Its last lines:\n    out of memory';
    expect(failuresMarkdown(resultsOf({ results: [failure], appFailure }))).toContain(
      `The app failed during the run:\n\`\`\`text\n${appFailure}\n\`\`\`\n\n## 1. `,
    );
  });

  it('repeat a test case with a command in which nothing is expanded', () => {
    const place = { file: "--start=$(id)'.yaml", line: 1, column: 1 };
    const results = [caseResultOf({ ...failure, place })];
    const run = resultsOf({ results, url: 'http://localhost/?a&b', startCommand: 'npm start & $(id)' });
    expect(failuresMarkdown(run)).toContain(
      String.raw`npx github:owner/browser-test-gate#v1 run './--start=$(id)'\''.yaml:1' --url 'http://localhost/?a&b' --start 'npm start & $(id)'`,
    );
  });

  it('say all that is known about a failure', () => {
    const text = failuresMarkdown(resultsOf({ results: [failure, caseResultOf()], workflowRunUrl }));
    for (const expected of [
      '# ❌ Browser tests failed (1 failed, 1 passed of 2',
      '## 1. `Pay by card`',
      'Expected the heading "Thank you" to be visible.',
      '- Test case: `tests/checkout.yaml:2`',
      '- Failed step: `Step 3: click button “Pay”`',
      '- Line of the step: `tests/checkout.yaml:17`',
      '- Expected: `Thank you`\n- Received: `Error 500`',
      '- Most similar elements: `heading "Error 500"`',
      '- Page: `http://localhost:3000/order`, title `Error`',
      '- Attempts: failed on all 2 attempts',
      '- Run it again: `npx github:owner/browser-test-gate#v1 run tests/checkout.yaml:2`, or `gh run rerun 50 --failed`',
      'Test file, from line 16:\n```text\n  # after paying\n',
      'POST http://localhost:3000/order → 500',
      'TypeError: prices is undefined',
      'passed step 1: click button “Pay”\nfailed step 2: see “Thank you”',
      'Call log:',
      '- heading "Error 500" [level=1]',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('say since when a test case fails, if that is known', () => {
    const results = resultsOf({ results: [failure] });
    expect(failuresMarkdown(results, () => '_newly failing_')).toContain('- History: _newly failing_');
    expect(failuresMarkdown(results)).not.toContain('History');
  });

  it('are empty if nothing failed', () => {
    expect(failuresMarkdown(resultsOf())).toBe('');
  });

  it('describe failures of one cause once', () => {
    const same = { place: { file: 'tests/login.yaml', line: 3, column: 1 } };
    const results = failuresOf(3, () => ({ failedStep: failedStepOf(same) }));
    const text = failuresMarkdown(resultsOf({ results }));
    expect(text.match(/^## /gm)).toHaveLength(1);
    expect(text).toContain('- Fails in the same way: `Case 1`, `Case 2`');
  });

  it('have at most 8,000 bytes for each and 200,000 for all, and name the others', () => {
    const long = 'Ä'.repeat(100_000);
    const page = { ...failure.failedPage, snapshot: long, title: long, expected: long };
    const large = {
      steps: Array.from({ length: 300 }, () => stepResultOf({ words: long })),
      failedPage: page,
    };
    const one = failuresMarkdown(resultsOf({ results: [{ ...failure, ...large, consoleErrors: [long] }] }));
    expect(Buffer.byteLength(one)).toBeLessThan(8_500);
    expect(one).toContain('Accessibility tree');
    const all = failuresMarkdown(resultsOf({ results: failuresOf(10_000, () => large) }));
    expect(Buffer.byteLength(all)).toBeLessThanOrEqual(200_000);
    expect(all).toMatch(/## More failures, in results\.json\n\n- `Case \d+`\n/);
    expect(all).toMatch(/- … and \d+ more\n$/);
  });

  it('have no markup but their own, whatever tests and pages say', () => {
    const own = new Set(['root', 'heading', 'paragraph', 'list', 'listItem', 'inlineCode', 'code']);
    fc.assert(
      fc.property(hostileResults, (results) => {
        const text = failuresMarkdown(results);
        const kinds = piecesByMicromark(text).map(({ type }) => type);
        expect(kinds.filter((kind) => !own.has(kind))).toEqual([]);
      }),
    );
  });
});
