import { expect } from 'vitest';
import { splitMessage } from '../../../src/contract/error-message.ts';
import { type ExpectationRow, expectationRows } from './expectation-rows.ts';
import type { Stage } from './stage.ts';

const missed = expectationRows.filter(({ fails }) => fails !== undefined);

/** The first row of each expectation that is not met. */
export const firstMissed = missed.filter(
  ({ assertion }, index) =>
    missed.findIndex((other) => other.assertion.expectation === assertion.expectation) === index,
);
export const otherMissed = missed.filter((row) => !firstMissed.includes(row));

/** Runs a row, and expects that it fails in the driver's words. */
export async function expectMissed(stage: Stage, row: ExpectationRow): Promise<void> {
  const { html, selectors, assertion, fails } = row;
  const outcome = await stage.failOn(html, [{ selectors: [...selectors], assertion }]);
  expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
  const { sentence, details } = splitMessage(outcome.errorMessage ?? '');
  expect(sentence).toMatch(/^Expected the .*, but .*\.$/);
  const [first, locator, ...lines] = details
    .split('\n\nCall log:\n')[0]
    ?.split('\n')
    .filter((line) => line !== '' && !line.startsWith('Timeout:')) ?? [''];
  expect(first).toMatch(/^expect\(locator\)\.(not\.)?\w+\((expected)?\) failed$/);
  expect(locator).toMatch(/^Locator: {1,2}\w+\(/);
  expect(lines).toEqual(fails);
  expect(outcome.errorMessage).toContain(`\nCall log:\n  - Expect "`);
}
