import type { Redact } from './redact.ts';
import type { CaseResult, FailedStep, Place, PublishedRun } from './verdict.ts';

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
  };
}

function redactResult(result: CaseResult, redact: Redact): CaseResult {
  const { errorMessage, traceUrl, place, failedStep } = result;
  return {
    ...result,
    name: redact(result.name),
    errorMessage: errorMessage === null ? null : redact(errorMessage),
    traceUrl: traceUrl === null ? null : redact(traceUrl),
    ...(place === undefined ? {} : { place: redactPlace(place, redact) }),
    ...(failedStep === undefined ? {} : { failedStep: redactStep(failedStep, redact) }),
  };
}

function redactStep(step: FailedStep, redact: Redact): FailedStep {
  const { words, place, inDependency } = step;
  return {
    ...step,
    words: redact(words),
    ...(place === undefined ? {} : { place: redactPlace(place, redact) }),
    ...(inDependency === undefined ? {} : { inDependency: redact(inDependency) }),
  };
}

function redactPlace(place: Place, redact: Redact): Place {
  return { ...place, file: redact(place.file) };
}
