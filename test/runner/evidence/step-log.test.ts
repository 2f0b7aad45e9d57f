import { expect, it } from 'vitest';
import { StepLog } from '../../../src/runner/evidence/step-log.ts';
import { aCase, seesCss } from '../../support/cases.ts';

it('a log of steps has the last 300', () => {
  const testCase = aCase({ elements: Array.from({ length: 310 }, () => seesCss('h1')) });
  const log = new StepLog();
  for (const [index] of testCase.elements.entries()) {
    log.start({ testCase, elementIndex: index });
    log.end();
  }
  expect(log.steps.map(({ ref }) => ref)).toEqual(
    Array.from({ length: 300 }, (_, index) => ({ testCase, elementIndex: index + 10 })),
  );
});
