import { expect, it } from 'vitest';
import { caseWarning, teardownWarning } from '../../src/gate/log-results.ts';
import { caseResultOf, flakyCaseOf } from '../support/results.ts';

it('names each case, its teardown and the message, of earlier attempts as well', () => {
  const results = [
    caseResultOf({
      name: 'Buy\n::error::a mug',
      teardownFailures: ['Teardown "Log out", step 1: late\n::error::now\n\nCall log:'],
    }),
    caseResultOf({ name: 'Search' }),
    flakyCaseOf({ name: 'Pay' }, { teardownFailures: ['Teardown "Clear", step 2: gone'] }),
  ];
  expect(teardownWarning(results)?.split('\n').slice(1)).toEqual([
    '- after Buy ::error::a mug: Teardown "Log out", step 1: late ::error::now',
    '- after Pay: Teardown "Clear", step 2: gone',
  ]);
});

it('lists ten failures and counts the others', () => {
  const results = Array.from({ length: 12 }, () => caseResultOf({ teardownFailures: ['late'] }));
  const lines = teardownWarning(results)?.split('\n') ?? [];
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('- and 2 more, listed in the results file');
});

it('does not exist if no teardown failed', () => {
  expect(teardownWarning([caseResultOf()])).toBeUndefined();
});

it('lists the warnings of all attempts, each once', () => {
  const results = [
    caseResultOf({
      name: 'Buy',
      warnings: ['Step 1 failed, and the failure was ignored: late\n\nCall log:'],
    }),
    caseResultOf({ name: 'Search' }),
    flakyCaseOf(
      { name: 'Pay', warnings: ['404', 'late\n\nTimeout: 998ms'] },
      { warnings: ['404', '::error::500', 'late\n\nTimeout: 999ms'] },
    ),
  ];
  expect(caseWarning(results)?.split('\n').slice(1)).toEqual([
    '- Buy: Step 1 failed, and the failure was ignored: late',
    '- Pay: 404',
    '- Pay: ::error::500',
    '- Pay: late',
  ]);
  expect(caseWarning([caseResultOf()])).toBeUndefined();
});
