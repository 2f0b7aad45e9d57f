import { describe, expect, it } from 'vitest';
import { composeCheck } from '../../../src/publish/check/check-output.ts';
import { conclusionOf } from '../../../src/publish/check/conclusion.ts';
import { verdictStatuses } from '../../../src/publish/verdict.ts';
import { aFailure, aFlaky, aResult, aRun } from '../../support/verdicts.ts';

/** GitHub's limit for the summary and for the text. */
const limit = 65_535;
/** What a branch rule takes for done. */
const satisfying = ['success', 'neutral'];

describe('a check run', () => {
  it('has the verdict as its title, the failures as its summary, and all cases as its text', () => {
    const results = [aResult(), aFlaky({ name: 'Ship it' }), aFailure()];
    const { title, summary, text } = composeCheck(
      aRun({ status: 'failed', reason: '1 of 3 test cases failed.', results }),
    );
    expect(title).toBe('❌ Browser tests failed (1 failed, 1 flaky, 1 passed of 3, 12.3 s)');
    expect(summary).toMatch(/^1 of 3 test cases failed/);
    expect(summary).toContain('**Pay by card**');
    expect(summary.indexOf('Flaky')).toBeGreaterThan(summary.indexOf('**Pay by card**'));
    expect(
      text
        .split('\n')
        .slice(2)
        .map((row) => row.split(' | ')[1]),
    ).toEqual(['Pay by card', 'Ship it', 'Search for tea']);
  });

  it('says why there is an error, also without any case', () => {
    const { summary, text } = composeCheck(aRun({ status: 'error', reason: 'no browser', results: [] }));
    expect(summary).toContain('no browser');
    expect(text).toBe('');
  });

  it.each(['x ', '漢字', '🍵', '</td>|&<@#`', '\u0000'])(
    'stays below GitHub’s limits, in bytes, with 10,000 results of %j',
    (text) => {
      const name = (index: number) => `${index} ${text.repeat(100)}`;
      const results = Array.from({ length: 5000 }, (_, index) => [
        aFailure({ name: name(index), errorMessage: text.repeat(5000) }),
        aFlaky({ name: name(index) }, { errorMessage: text.repeat(5000) }),
      ]).flat();
      const run = aRun(
        { status: 'failed', reason: text.repeat(50_000), results },
        { title: text.repeat(5000) },
      );
      const output = composeCheck(run);
      for (const part of [output.summary, output.text]) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(limit);
        expect(Buffer.byteLength(part)).toBeGreaterThan(limit * 0.8);
        expect(part).toMatch(/_\d+ more test cases/);
      }
    },
  );
});

describe('the conclusion', () => {
  it.each([
    ['passed', true, 'success'],
    ['done', true, 'success'],
    ['passed', false, 'failure'],
    ['done', false, 'failure'],
    ['nothing-to-run', true, 'neutral'],
    ['nothing-to-run', false, 'failure'],
    ['failed', false, 'failure'],
    ['error', false, 'failure'],
    ['timed-out', false, 'timed_out'],
    ['cancelled', false, 'cancelled'],
  ] as const)('of %s, green: %s, is %s', (status, green, conclusion) => {
    expect(conclusionOf({ status, green })).toBe(conclusion);
  });

  it('satisfies a branch rule where the verdict is green, and nowhere else', () => {
    for (const status of verdictStatuses) {
      const canBeGreen = ['passed', 'done', 'nothing-to-run'].includes(status);
      expect(satisfying.includes(conclusionOf({ status, green: canBeGreen })), status).toBe(canBeGreen);
    }
  });
});
