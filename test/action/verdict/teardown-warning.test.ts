import { expect, it } from 'vitest';
import { teardownWarning } from '../../../src/action/verdict/teardown-warning.ts';
import { createRedactor } from '../../../src/publish/redact/redact.ts';
import { aFlaky, aResult } from '../../support/verdicts.ts';

it('names each case, its teardown and the message, earlier attempts too', () => {
  const results = [
    aResult({
      name: 'Buy\n::error::a mug',
      teardownFailures: ['Teardown "Log out", step 1: late\nCall log:'],
    }),
    aResult({ name: 'Search' }),
    aFlaky({ name: 'Pay' }, { teardownFailures: ['Teardown "Clear", step 2: gone'] }),
  ];
  const text = teardownWarning(results, createRedactor([]));
  expect(text?.split('\n').slice(1)).toEqual([
    '- after Buy ::error::a mug: Teardown "Log out", step 1: late Call log:',
    '- after Pay: Teardown "Clear", step 2: gone',
  ]);
});

it('lists ten, and counts the others', () => {
  const results = Array.from({ length: 12 }, () => aResult({ teardownFailures: ['late'] }));
  const lines = teardownWarning(results, createRedactor([]))?.split('\n') ?? [];
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('- and 2 more, in the results file');
});

it('has no secret, nor the beginning of one that a cut has torn', () => {
  const failure = `${'x'.repeat(190)}hunter2000hunter2000`;
  const results = [aResult({ name: 'hunter2000hunter2000', teardownFailures: [failure] })];
  expect(teardownWarning(results, createRedactor(['hunter2000hunter2000']))).not.toContain('hunter');
});

it('is none where nothing failed', () => {
  expect(teardownWarning([aResult()], createRedactor([]))).toBeUndefined();
});
