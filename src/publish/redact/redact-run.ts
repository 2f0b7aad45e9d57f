import type { AttemptResult, CaseResult, EvidenceFile, FailedStep, Place, PublishedRun } from '../verdict.ts';
import type { Redact } from './redact.ts';

/**
 * Takes secrets out of every text of a run. It must happen before the run is composed: escaped for Markdown, or cut in
 * the middle, a secret is not found any more, and stars put into finished Markdown would be markup.
 */
export function redactRun(run: PublishedRun, redact: Redact): PublishedRun {
  const { verdict } = run;
  return {
    ...run,
    verdict: {
      ...verdict,
      reason: redact(verdict.reason),
      results: verdict.results.map((result) => redactResult(result, redact)),
      ...(verdict.reportUrl === undefined ? {} : { reportUrl: redact(verdict.reportUrl) }),
    },
    title: redact(run.title),
    ...(run.url === undefined ? {} : { url: redact(run.url) }),
    ...(run.workflowRunUrl === undefined ? {} : { workflowRunUrl: redact(run.workflowRunUrl) }),
    ...(run.sourceUrl === undefined ? {} : { sourceUrl: redact(run.sourceUrl) }),
  };
}

function redactResult(result: CaseResult, redact: Redact): CaseResult {
  const { place } = result;
  return {
    ...result,
    ...redactAttempt(result, redact),
    name: redact(result.name),
    ...(place === undefined ? {} : { place: redactPlace(place, redact) }),
    earlierAttempts: result.earlierAttempts.map((attempt) => redactAttempt(attempt, redact)),
  };
}

function redactAttempt(attempt: AttemptResult, redact: Redact): AttemptResult {
  const { errorMessage, failedStep, pageUrl, screenshot, trace, teardownFailures } = attempt;
  return {
    ...attempt,
    errorMessage: errorMessage === null ? null : redact(errorMessage),
    ...(failedStep === undefined ? {} : { failedStep: redactStep(failedStep, redact) }),
    ...(pageUrl === undefined ? {} : { pageUrl: redact(pageUrl) }),
    consoleErrors: attempt.consoleErrors.map(redact),
    ...(screenshot === undefined ? {} : { screenshot: redactFile(screenshot, redact) }),
    ...(trace === undefined ? {} : { trace: redactFile(trace, redact) }),
    missingEvidence: attempt.missingEvidence.map(redact),
    ...(teardownFailures === undefined ? {} : { teardownFailures: teardownFailures.map(redact) }),
  };
}

function redactFile(file: EvidenceFile, redact: Redact): EvidenceFile {
  return 'url' in file ? { url: redact(file.url) } : { path: redact(file.path) };
}

function redactStep(step: FailedStep, redact: Redact): FailedStep {
  const { words, locator, place, inDependency } = step;
  return {
    ...step,
    words: redact(words),
    ...(locator === undefined ? {} : { locator: redact(locator) }),
    ...(place === undefined ? {} : { place: redactPlace(place, redact) }),
    ...(inDependency === undefined ? {} : { inDependency: redact(inDependency) }),
  };
}

function redactPlace(place: Place, redact: Redact): Place {
  return { ...place, file: redact(place.file) };
}
