import { describe, expect, it } from 'vitest';
import { composeCheck } from '../../src/report/check-output.ts';
import { runStatuses } from '../../src/results/run-results.ts';
import {
  caseResultOf,
  failedCaseOf,
  failuresOf,
  flakyCaseOf,
  type ResultsOverrides,
  resultsOf,
} from '../support/results.ts';

const compose = (overrides: ResultsOverrides) => composeCheck([resultsOf(overrides)]);

/** GitHub's limit for the summary and for the text. */
const limit = 65_535;
/** Conclusions that satisfy a branch rule. */
const satisfying = ['success', 'neutral'];

describe('a check run', () => {
  it('has the headline as its title, the failures as its summary, and all cases as its text', () => {
    const results = [caseResultOf(), flakyCaseOf({ name: 'Ship it' }), failedCaseOf()];
    const { title, summary, text } = compose({ reason: '1 of 3 test cases failed.', results });
    expect(title).toBe('❌ Browser tests failed (1 failed, 1 flaky, 1 passed of 3, 12.3 s)');
    expect(summary).toMatch(/^1 of 3 test cases failed/);
    expect(summary).toContain('**Pay by card**');
    expect(summary.indexOf('1 flaky')).toBeGreaterThan(summary.indexOf('**Pay by card**'));
    expect(
      text
        .split('\n')
        .slice(2)
        .map((row) => row.split(' | ')[1]),
    ).toEqual(['Pay by card', 'Ship it', 'Search for tea']);
  });

  it('has the reason of an error, also without any case', () => {
    const { summary, text } = compose({ status: 'error', reason: 'no browser', results: [] });
    expect(summary).toContain('no browser');
    expect(text).toBe('');
  });

  it.each(['x ', '🍵', '</td>|&<@#`'])(
    'stays below GitHub’s limits, in bytes, with 10,000 results of %j',
    (text) => {
      const name = (index: number) => `${index} ${text.repeat(100)}`;
      const results = [
        ...failuresOf(5000, (index) => ({ name: name(index), errorMessage: text.repeat(5000) })),
        ...Array.from({ length: 5000 }, (_, index) =>
          flakyCaseOf({ name: name(index) }, { errorMessage: text.repeat(5000) }),
        ),
      ];
      const output = compose({ reason: text.repeat(30_000), results, title: text.repeat(5000) });
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
    expect(compose({ status, green }).conclusion).toBe(conclusion);
  });

  it('satisfies a branch rule if the results are green, and only then', () => {
    for (const status of runStatuses) {
      const canBeGreen = ['passed', 'done', 'nothing-to-run'].includes(status);
      expect(satisfying.includes(compose({ status, green: canBeGreen }).conclusion), status).toBe(canBeGreen);
    }
  });
});

describe('a check run of several jobs', () => {
  const legs = ['chrome', 'firefox', 'safari'];
  const legOf = (name: string, overrides: ResultsOverrides = {}) =>
    resultsOf({ title: `browser (${name})`, ...overrides, job: { matrix: [name], jobTotal: legs.length } });
  const green = legs.map((name) => legOf(name));

  it('is a success if all jobs reported and are green', () => {
    const { title, conclusion } = composeCheck(green);
    expect(title).toBe('✅ Browser tests passed (3 passed of 3, 3 jobs, 12.3 s)');
    expect(conclusion).toBe('success');
    expect(composeCheck(green, { runConclusion: 'success' }).conclusion).toBe('success');
  });

  it.each([
    [
      'a job is missing',
      green.slice(1),
      undefined,
      '⚠️ Browser test results are missing (2 of 3 jobs reported',
    ],
    ['no job reported', [], undefined, '⚠️ Browser test results are missing'],
    [
      'the workflow run failed',
      green,
      'failure',
      '⚠️ Browser tests passed, but the workflow run ended as failure',
    ],
    ['the workflow run was cancelled', green, 'cancelled', '⚠️ Browser tests passed, but the'],
    ['a job failed', [...green.slice(1), legOf('chrome', { results: [failedCaseOf()] })], 'failure', '❌ '],
  ])('is a failure if %s', (_, jobs, runConclusion, start) => {
    const { title, conclusion } = composeCheck(jobs, { runConclusion });
    expect(title).toContain(start);
    expect(conclusion).toBe('failure');
  });

  it('ends as the worst of its jobs', () => {
    const conclusionWith = (status: 'timed-out' | 'cancelled' | 'nothing-to-run', isGreen = false) =>
      composeCheck([...green.slice(1), legOf('chrome', { status, green: isGreen, results: [] })]).conclusion;
    expect(conclusionWith('timed-out')).toBe('timed_out');
    expect(conclusionWith('cancelled')).toBe('cancelled');
    expect(conclusionWith('nothing-to-run')).toBe('failure');
    expect(conclusionWith('nothing-to-run', true)).toBe('success');
  });
});
