import { describe, expect, it } from 'vitest';
import { composeCheck } from '../../src/report/check-output.ts';
import { failedCaseOf, failuresOf, type ResultsOverrides, resultsOf } from '../support/results.ts';

/** GitHub's limit for the summary and for the text. */
const limit = 65_535;

describe('a check run of several jobs', () => {
  const legs = ['chrome', 'firefox', 'safari'];
  const legOf = (name: string, overrides: ResultsOverrides = {}) =>
    resultsOf({ title: `browser (${name})`, ...overrides, job: { matrix: [name], jobTotal: legs.length } });

  it('has the failures and cases of each below its headline, within GitHub’s limits', () => {
    const results = failuresOf(1000, () => ({ errorMessage: '漢字 '.repeat(500) }));
    const { summary, text } = composeCheck([
      legOf('chrome', { results }),
      legOf('safari', { results }),
      legOf('firefox'),
    ]);
    for (const part of [summary, text]) {
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(limit);
      expect(Buffer.byteLength(part)).toBeGreaterThan(limit * 0.7);
      expect([...part.matchAll(/^### (browser .*): \S+ Browser/gm)].map(([, title]) => title)).toEqual([
        'browser \\(chrome\\)',
        'browser \\(safari\\)',
        'browser \\(firefox\\)',
      ]);
      expect(part.match(/_\d+ more test cases/g)).toHaveLength(2);
    }
  });

  it('fits 256 jobs, and counts those left out', () => {
    const jobs = Array.from({ length: 256 }, (_, index) =>
      resultsOf({
        title: `browser ${index}`,
        results: [failedCaseOf({ errorMessage: `${index} ${'x'.repeat(1000)}` })],
        job: { matrix: [`${index}`], jobTotal: 256 },
      }),
    );
    const { summary } = composeCheck(jobs);
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(limit);
    expect(summary).toMatch(/_\d+ more jobs: see the results files\._$/);
    expect(summary).toContain('**Pay by card**');
  });
});
