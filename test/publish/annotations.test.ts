import { describe, expect, it } from 'vitest';
import { type Annotation, annotationsOf, annotationsOfStep } from '../../src/publish/annotations.ts';
import type { CaseResult } from '../../src/publish/verdict.ts';
import { aFailedStep, aFailure, aFlaky, aResult, aRun } from '../support/verdicts.ts';

const annotate = (...results: CaseResult[]): Annotation[] =>
  annotationsOf(aRun({ status: 'failed', results }));
const place = { file: 'tests/a.yaml', line: 2, column: 1 };

describe('a failed case', () => {
  it('is told at the line of the failed step, with the step and the message', () => {
    expect(annotate(aResult({ place }), aFailure({ place }))).toEqual([
      {
        level: 'error',
        file: 'tests/checkout.yaml',
        line: 17,
        title: 'Pay by card',
        message: 'Step 3: click button “Pay”\nTimeout 5000ms exceeded.',
      },
    ]);
  });

  it('is told at its own line where the step is not known, or could not be run', () => {
    const failed = aResult({ status: 'failed', errorMessage: null, place });
    const broken = aResult({ name: 'B', status: 'error', errorMessage: 'no browser', place });
    expect(annotate(failed, broken)).toMatchObject([
      { file: 'tests/a.yaml', line: 2, title: 'Search for tea', message: 'It failed without a message.' },
      { level: 'error', file: 'tests/a.yaml', line: 2, title: 'B could not be run', message: 'no browser' },
    ]);
  });

  it('names the dependency that its step belongs to', () => {
    const [annotation] = annotate(aFailure({ failedStep: aFailedStep({ inDependency: 'Log\nin' }) }));
    expect(annotation?.message).toMatch(/^Step 3 of the dependency Log in: click/);
  });

  it('that comes from no file, or did not finish, has no line', () => {
    expect(annotate(aResult({ status: 'failed' }), aResult({ status: 'unfinished', place }))).toEqual([]);
  });

  it('has its title in one line, and both texts cut', () => {
    const name = `Pay\r\n\u202eby ${'x'.repeat(500)}`;
    const errorMessage = Array.from({ length: 50 }, (_, index) => `line ${index + 1}\u0000`).join('\r\n');
    const [annotation] = annotate(aFailure({ name, errorMessage }));
    expect(annotation?.title).toMatch(/^Pay \\u202eby x+…$/);
    expect(annotation?.title.length).toBeLessThan(210);
    expect(annotation?.message).toMatch(/line 1\\u0000\nline 2\\u0000\n[\s\S]*line 8\\u0000\n…$/);
    const [long] = annotate(aFailure({ errorMessage: 'x'.repeat(10_000) }));
    expect(long?.message.length).toBeLessThan(1100);
  });
});

it('a flaky case is a warning at the line where it failed at first', () => {
  expect(annotate(aFlaky({ place }))).toEqual([
    {
      level: 'warning',
      file: 'tests/checkout.yaml',
      line: 17,
      title: 'Search for tea is flaky',
      message: 'Step 3: click button “Pay”\nTimeout 5000ms exceeded.',
    },
  ]);
});

describe('of a step’s annotations', () => {
  const many = (count: number, make: (name: string) => CaseResult) =>
    Array.from({ length: count }, (_, index) => make(`Case ${index + 1}`));

  it('nine errors are shown, for the verdict is the tenth, and the last counts the others', () => {
    const shown = annotationsOfStep(annotate(...many(500, (name) => aFailure({ name }))));
    expect(shown.map(({ title }) => title)).toEqual(
      many(9, (name) => aFailure({ name })).map(({ name }) => name),
    );
    expect(shown.at(-1)?.message).toMatch(
      /… and 491 more failed test cases: the job summary has them all\.$/,
    );
    expect(shown.filter(({ message }) => message.includes('more'))).toHaveLength(1);
  });

  it('seven warnings are shown', () => {
    const shown = annotationsOfStep(annotate(aFailure(), ...many(8, (name) => aFlaky({ name }))));
    expect(shown.map(({ level }) => level)).toEqual(['error', ...Array.from({ length: 7 }, () => 'warning')]);
    expect(shown.at(-1)?.message).toMatch(/… and 1 more flaky test case: the job summary has them all\.$/);
  });

  it('all are shown where they fit', () => {
    const all = annotate(...many(9, (name) => aFailure({ name })));
    expect(annotationsOfStep(all)).toEqual(all);
    expect(annotationsOfStep([])).toEqual([]);
  });
});
