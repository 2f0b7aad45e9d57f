import type { ExchangeElement, ExchangeTestCase } from '../../contract/exchange/test-case.ts';

/** A step of a test case, or its entry point. */
export interface StepRef {
  readonly testCase: ExchangeTestCase;
  /** Undefined for the entry point. */
  readonly elementIndex: number | undefined;
}

export function elementOf({ testCase, elementIndex }: StepRef): ExchangeElement | undefined {
  return elementIndex === undefined ? undefined : testCase.elements[elementIndex];
}

/** Whether a step opens a URL itself. */
export function opensUrl(step: StepRef): boolean {
  return step.elementIndex === undefined || elementOf(step)?.interaction?.action === 'GO_TO';
}

/** Such as `Step 2 (CLICK)`, or `The entry point`. */
export function nameOfStep(step: StepRef): string {
  if (step.elementIndex === undefined) return 'The entry point';
  const { interaction, assertion } = elementOf(step) ?? {};
  return `Step ${step.elementIndex + 1} (${interaction?.action ?? assertion?.expectation ?? 'empty'})`;
}

export function isSameStep(a: StepRef, b: StepRef): boolean {
  return a.testCase === b.testCase && a.elementIndex === b.elementIndex;
}
