import type { Attempt, CaseOutcome } from '../runner.ts';
import type { Redact } from './redact-trace.ts';

/** Takes secrets out of what an outcome says: the driver repeats what it was told to type and to look for. */
export function redactOutcome(outcome: CaseOutcome, redact: Redact): CaseOutcome {
  const { earlierAttempts } = outcome;
  return {
    ...outcome,
    ...redactedTexts(outcome, redact),
    ...(earlierAttempts === undefined
      ? {}
      : { earlierAttempts: earlierAttempts.map((each) => ({ ...each, ...redactedTexts(each, redact) })) }),
  };
}

/** Evidence was redacted when it was taken. */
function redactedTexts({ errorMessage, failedStep, teardownFailures }: Attempt, redact: Redact) {
  return {
    errorMessage: errorMessage === null ? null : redact(errorMessage),
    ...(failedStep?.locator === undefined
      ? {}
      : { failedStep: { ...failedStep, locator: redact(failedStep.locator) } }),
    ...(teardownFailures === undefined ? {} : { teardownFailures: teardownFailures.map(redact) }),
  };
}
