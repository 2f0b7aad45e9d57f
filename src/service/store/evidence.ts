import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Attempt } from '../../runner/runner.ts';

/** A step that failed, as it is stored and answered. */
export const failedStep = z.object({
  testCaseId: z.string(),
  elementIndex: z.int(),
  locator: z.string().optional(),
});

/** What is left to look at of an attempt, as it is stored and answered: files are `file:` URLs. */
export const storedEvidence = z.object({
  pageUrl: z.string().nullable().default(null),
  consoleErrors: z.array(z.string()).default([]),
  screenshotUrl: z.string().nullable().default(null),
  traceUrl: z.string().nullable().default(null),
  missingEvidence: z.array(z.string()).default([]),
  teardownFailures: z.array(z.string()).default([]),
});

/** The attempts before the last one. */
export const storedAttempts = z.array(
  storedEvidence.extend({
    status: z.enum(['PASSED', 'FAILED', 'ERROR']),
    errorMessage: z.string().nullable(),
    failedStep: failedStep.nullable(),
  }),
);

/** An attempt's evidence in the form of the answer. */
export function evidenceAnswer({ evidence, teardownFailures = [] }: Attempt): z.input<typeof storedEvidence> {
  return {
    pageUrl: evidence?.pageUrl ?? null,
    consoleErrors: [...(evidence?.consoleErrors ?? [])],
    screenshotUrl: fileUrl(evidence?.screenshotPath),
    traceUrl: fileUrl(evidence?.tracePath),
    missingEvidence: [...(evidence?.missing ?? [])],
    teardownFailures: [...teardownFailures],
  };
}

/** An attempt before the last one, in the form of the answer. */
export function attemptAnswer(attempt: Attempt): z.input<typeof storedAttempts>[number] {
  const { status, errorMessage } = attempt;
  return { status, errorMessage, failedStep: attempt.failedStep ?? null, ...evidenceAnswer(attempt) };
}

function fileUrl(path: string | undefined): string | null {
  return path === undefined ? null : pathToFileURL(path).href;
}
