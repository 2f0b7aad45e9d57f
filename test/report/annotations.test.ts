import { describe, expect, it } from 'vitest';
import { annotationsOf, annotationsOfStep } from '../../src/report/annotations.ts';
import type { Annotation } from '../../src/results/annotation.ts';
import type { CaseResult } from '../../src/results/run-results.ts';
import { caseResultOf, failedCaseOf, failedStepOf, flakyCaseOf, resultsOf } from '../support/results.ts';

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
      { file: 'tests/a.yaml', line: 2, title: 'Search for tea', message: 'It failed without a message.' },
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
    expect(annotation?.message).toMatch(/line 1\\u0000\nline 2\\u0000\n[\s\S]*line 8\\u0000\n…$/);
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

describe('the annotations of a step', () => {
  const many = (count: number, make: (name: string) => CaseResult) =>
    Array.from({ length: count }, (_, index) => make(`Case ${index + 1}`));

  it('are nine errors, for the verdict is the tenth, and the last counts the others', () => {
    const shown = annotationsOfStep(annotate(...many(500, (name) => failedCaseOf({ name }))));
    expect(shown.map(({ title }) => title)).toEqual(
      many(9, (name) => failedCaseOf({ name })).map(({ name }) => name),
    );
    expect(shown.at(-1)?.message).toMatch(
      /… and 491 more failed test cases: the job summary has them all\.$/,
    );
    expect(shown.filter(({ message }) => message.includes('more'))).toHaveLength(1);
  });

  it('are seven warnings', () => {
    const shown = annotationsOfStep(annotate(failedCaseOf(), ...many(8, (name) => flakyCaseOf({ name }))));
    expect(shown.map(({ level }) => level)).toEqual(['error', ...Array.from({ length: 7 }, () => 'warning')]);
    expect(shown.at(-1)?.message).toMatch(/… and 1 more flaky test case: the job summary has them all\.$/);
  });

  it('are all that there are if they fit', () => {
    const all = annotate(...many(9, (name) => failedCaseOf({ name })));
    expect(annotationsOfStep(all)).toEqual(all);
    expect(annotationsOfStep([])).toEqual([]);
  });
});
