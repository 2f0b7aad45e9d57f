import {
  type ExchangeElement,
  type ExchangeTestCase,
  stepKind,
} from '../../contract/exchange/exchange-test-case.ts';

export interface StepRef {
  readonly testCase: ExchangeTestCase;
  /** Undefined for the entry point. */
  readonly elementIndex: number | undefined;
}

export function elementOf({ testCase, elementIndex }: StepRef): ExchangeElement | undefined {
  return elementIndex === undefined ? undefined : testCase.elements[elementIndex];
}

export function opensUrl(step: StepRef): boolean {
  return step.elementIndex === undefined || elementOf(step)?.interaction?.action === 'GO_TO';
}

/** Such as `Step 2 (CLICK)`, or `The entry point`. */
export function nameOfStep(step: StepRef): string {
  const element = elementOf(step);
  if (step.elementIndex === undefined || element === undefined) return 'The entry point';
  return `Step ${step.elementIndex + 1} (${stepKind(element)})`;
}

export function isSameStep(a: StepRef, b: StepRef): boolean {
  return a.testCase === b.testCase && a.elementIndex === b.elementIndex;
}
