import { describe, expect, it } from 'vitest';
import { annotationsOf, failuresForLog } from '../../src/report/annotations.ts';
import { composeCheck } from '../../src/report/check-output.ts';
import type { Annotation } from '../../src/results/check-end.ts';
import type { CaseResult } from '../../src/results/run-results.ts';
import { runStatuses } from '../../src/results/run-results.ts';
import {
  caseResultOf,
  failedCaseOf,
  failedStepOf,
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

const annotate = (...results: CaseResult[]): Annotation[] => annotationsOf([resultsOf({ results })]);
const place = { file: 'tests/a.yaml', line: 2, column: 1 };

describe('a failed case', () => {
  it('is annotated on the line of the failed step, with the step and the message', () => {
    expect(annotate(caseResultOf({ place }), failedCaseOf({ place }))).toEqual([
      {
        level: 'error',
        file: 'tests/checkout.yaml',
        line: 17,
        title: 'Pay by card',
        message: 'Step 3: click button “Pay”\nTimeout 5000ms exceeded.',
      },
    ]);
  });

  it('is annotated on its own line if the step is unknown or it could not be run', () => {
    const failed = caseResultOf({ status: 'failed', errorMessage: null, place });
    const broken = caseResultOf({ name: 'B', status: 'error', errorMessage: 'no browser', place });
    expect(annotate(failed, broken)).toMatchObject([
      { file: 'tests/a.yaml', line: 2, title: 'Search for tea', message: 'Failed without a message.' },
      { level: 'error', file: 'tests/a.yaml', line: 2, title: 'B could not be run', message: 'no browser' },
    ]);
  });

  it('names the dependency that its step belongs to', () => {
    const [annotation] = annotate(failedCaseOf({ failedStep: failedStepOf({ inDependency: 'Log\nin' }) }));
    expect(annotation?.message).toMatch(/^Step 3 of the dependency Log in: click/);
  });

  it('that comes from no file, or did not finish, has no annotation', () => {
    expect(
      annotate(caseResultOf({ status: 'failed' }), caseResultOf({ status: 'unfinished', place })),
    ).toEqual([]);
  });

  it('has its title in one line, and both texts cut', () => {
    const name = `Pay\r\n\u202eby ${'x'.repeat(500)}`;
    const errorMessage = Array.from({ length: 50 }, (_, index) => `line ${index + 1}\u0000`).join('\r\n');
    const [annotation] = annotate(failedCaseOf({ name, errorMessage }));
    expect(annotation?.title).toMatch(/^Pay \\u202eby x+…$/);
    expect(annotation?.title.length).toBeLessThan(210);
    expect(annotation?.message).toMatch(/line 1\\u0000\nline 2\\u0000\n[\s\S]*line 6\\u0000\n…$/);
    const [long] = annotate(failedCaseOf({ errorMessage: 'x'.repeat(10_000) }));
    expect(long?.message.length).toBeLessThan(1100);
  });
});

it('annotates a flaky case as a warning on the line where it failed at first', () => {
  expect(annotate(flakyCaseOf({ place }))).toEqual([
    {
      level: 'warning',
      file: 'tests/checkout.yaml',
      line: 17,
      title: 'Search for tea is flaky',
      message: 'Step 3: click button “Pay”\nTimeout 5000ms exceeded.',
    },
  ]);
});

it('annotates the failures of several jobs before flaky cases', () => {
  const jobs = [resultsOf({ results: [flakyCaseOf()] }), resultsOf({ results: [failedCaseOf()] })];
  expect(annotationsOf(jobs).map(({ level }) => level)).toEqual(['error', 'warning']);
});

it('annotates failures with one cause once', () => {
  const alike = failuresOf(3, () => ({ failedStep: failedStepOf({ inDependency: 'Log in' }) }));
  expect(annotate(...alike).map(({ title }) => title)).toEqual(['Case 0 and 2 more']);
});

describe('the log of a step', () => {
  const log = (results: CaseResult[], onCheck = false) =>
    failuresForLog([resultsOf({ results })], { onCheck });
  const flaky = (count: number) =>
    Array.from({ length: count }, (_, index) => flakyCaseOf({ name: `Flaky ${index}` }));

  it('has annotations with name and line in their message, which is all that the log shows', () => {
    expect(log([...failuresOf(1), flakyCaseOf({ name: 'Search' })])).toEqual({
      annotations: [
        {
          level: 'error',
          file: 'tests/checkout.yaml',
          line: 1,
          title: 'Browser test failed',
          message: 'Case 0 (tests/checkout.yaml:1)\nStep 3: click button “Pay”\nTimeout 5000ms exceeded.',
        },
        {
          level: 'warning',
          file: 'tests/checkout.yaml',
          line: 17,
          title: 'Flaky browser test',
          message:
            'Search is flaky (tests/checkout.yaml:17)\nStep 3: click button “Pay”\nTimeout 5000ms exceeded.',
        },
      ],
      lines: [],
    });
  });

  it('has nine errors, for the verdict is the tenth, and each other failure in two lines', () => {
    const { annotations, lines } = log(failuresOf(40));
    expect(annotations).toHaveLength(9);
    expect(annotations.at(-1)?.message).toMatch(
      /\n\n… and 31 more failed test cases\. See the job summary for all of them\.$/,
    );
    expect(annotations.filter(({ message }) => message.includes('more'))).toHaveLength(1);
    expect(lines).toHaveLength(62);
    expect(lines.slice(0, 2)).toEqual([
      '✗ Case 9 (tests/checkout.yaml:10)',
      '    Step 3: click button “Pay”: Timeout 5000ms exceeded.',
    ]);
  });

  it.each([
    ['Expected the button "Pay" to be visible, but it is hidden.', ''],
    ['Expected 5 but got 3', 'expect the button "Pay" to be visible: '],
  ])('says %s after what the message does not repeat', (errorMessage, words) => {
    const failedStep = failedStepOf({ words: 'expect the button "Pay" to be visible' });
    const { lines } = log([failedCaseOf({ errorMessage, failedStep })], true);
    expect(lines[1]).toBe(`    Step 3: ${words}${errorMessage}`);
  });

  it('says what the page has thrown and the failed request before it, each once', () => {
    const consoleErrors = ['Uncaught TypeError: posts is not iterable'];
    const failedRequests = [{ method: 'GET', url: 'http://app.test/api', status: 500 }];
    const pageUrl = 'http://app.test/feed';
    const failed = (fields: Partial<CaseResult>) =>
      log([
        caseResultOf({ status: 'failed', pageUrl, failedPage: { failedRequests }, ...fields }),
      ]).lines.slice(1);
    const opening = { errorMessage: 'The entry point responded with status 500.' };
    expect(failed(opening)).toEqual([
      '    The entry point responded with status 500.',
      '    In the page: GET http://app.test/api → 500',
    ]);
    expect(failed({ ...opening, consoleErrors })[1]).toBe(
      '    In the page: GET http://app.test/api → 500. Uncaught TypeError: posts is not iterable',
    );
  });

  it('names a dependency once', () => {
    const words = 'expect the button "Pay" to be visible';
    const failed = failedCaseOf({
      errorMessage: 'Dependency "Log in": Expected the button "Pay" to be visible, but it is hidden.',
      failedStep: failedStepOf({ words, inDependency: 'Log in' }),
    });
    expect(log([failed], true).lines[1]).toBe(
      '    Step 3 of the dependency Log in: Expected the button "Pay" to be visible, but it is hidden.',
    );
  });

  it('has at most 100 lines of failures, and counts the others', () => {
    const { lines } = log(failuresOf(10_000));
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('… and 9941 more: see the job summary');
  });

  it('has seven warnings, and counts the others', () => {
    const { annotations, lines } = log([...failuresOf(1), ...flaky(8)]);
    expect(annotations.map(({ level }) => level)).toEqual([
      'error',
      ...Array.from({ length: 7 }, () => 'warning'),
    ]);
    expect(annotations.at(-1)?.message).toMatch(
      /… and 1 more flaky test case\. See the job summary for all of them\.$/,
    );
    expect(lines[0]).toBe('⟳ Flaky 7 is flaky (tests/checkout.yaml:17)');
  });

  it('has lines alone if the check run has the annotations, or if there is no file', () => {
    expect(log(failuresOf(2), true)).toMatchObject({ annotations: [], lines: { length: 4 } });
    const foreign = caseResultOf({ status: 'failed', errorMessage: null });
    expect(log([foreign])).toEqual({
      annotations: [],
      lines: ['✗ Search for tea', '    Failed without a message.'],
    });
  });
});

it('shows and annotates a failure of several jobs once, and names the jobs', () => {
  const place = { file: 'tests/checkout.yaml', line: 2, column: 1 };
  const jobs = ['chrome', 'firefox'].map((name) =>
    resultsOf({
      title: `CI / ${name}`,
      results: [failedCaseOf({ place })],
      job: { matrix: [name], jobTotal: 2 },
    }),
  );
  const { annotations, summary } = composeCheck(jobs, { runConclusion: 'failure' });
  expect(annotations.map(({ title }) => title)).toEqual(['Pay by card (in 2 jobs)']);
  expect(summary).toContain('**Pay by card** (5.4 s) · also in CI / firefox');
  expect(summary).toContain('1 failed as in a job above');
});
