import type {
  AttemptResult,
  CaseResult,
  FailedStep,
  PublishedRun,
  Verdict,
} from '../../src/publish/verdict.ts';

/** A passed result; say only what matters to the test. */
export function aResult(overrides: Partial<CaseResult> = {}): CaseResult {
  return {
    testCaseId: '11111111-1111-4111-8111-111111111111',
    name: 'Search for tea',
    status: 'passed',
    errorMessage: null,
    consoleErrors: [],
    missingEvidence: [],
    flaky: false,
    earlierAttempts: [],
    ...overrides,
  };
}

/** The step that failed. */
export function aFailedStep(overrides: Partial<FailedStep> = {}): FailedStep {
  return {
    number: 3,
    words: 'click button “Pay”',
    place: { file: 'tests/checkout.yaml', line: 17, column: 5 },
    ...overrides,
  };
}

/** A failed result, with all that is known of a failure. */
export function aFailure(overrides: Partial<CaseResult> = {}): CaseResult {
  return aResult({
    name: 'Pay by card',
    status: 'failed',
    errorMessage: 'Timeout 5000ms exceeded.',
    durationMs: 5400,
    failedStep: aFailedStep(),
    ...overrides,
  });
}

/** A result that passed at its second attempt. */
export function aFlaky(
  overrides: Partial<CaseResult> = {},
  attempt: Partial<AttemptResult> = {},
): CaseResult {
  const { status, errorMessage, failedStep = aFailedStep(), consoleErrors, missingEvidence } = aFailure();
  const first = { status, errorMessage, failedStep, consoleErrors, missingEvidence, ...attempt };
  return aResult({ flaky: true, earlierAttempts: [first], ...overrides });
}

/** A green verdict. */
export function aVerdict(overrides: Partial<Verdict> = {}): Verdict {
  return {
    status: 'passed',
    reason: '1 of 1 test cases passed.',
    green: true,
    results: [aResult()],
    ...overrides,
  };
}

/** A run that is published. */
export function aRun(
  verdict: Partial<Verdict> = {},
  overrides: Partial<Omit<PublishedRun, 'verdict'>> = {},
): PublishedRun {
  return { verdict: aVerdict(verdict), durationMs: 12_300, title: 'CI / browser', ...overrides };
}
