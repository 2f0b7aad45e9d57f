import { posix } from 'node:path';
import { type ResultsFile, runOfResults } from '../../publish/files/results-schema.ts';
import type {
  AttemptResult,
  CaseResult,
  EvidenceFile,
  FailedStep,
  Place,
  PublishedRun,
} from '../../publish/verdict.ts';

/** What GitHub says of a run; its results may say otherwise. */
export type KnownFacts = Omit<PublishedRun, 'verdict' | 'durationMs' | 'url' | 'startedAt'>;

/**
 * The run that a results file from elsewhere tells of: its words and numbers, and nothing that leads anywhere. Commit,
 * title and links are GitHub's; addresses of reports, traces and screenshots are left out, as are places that are none
 * in the repository.
 */
export function untrustedRun(file: ResultsFile, facts: KnownFacts): PublishedRun {
  const { verdict, durationMs, url } = runOfResults(file);
  const { status, reason, green, results } = verdict;
  return {
    verdict: { status, reason, green, results: results.map(untrustedResult) },
    durationMs,
    ...(url === undefined ? {} : { url }),
    ...facts,
  };
}

function untrustedResult(result: CaseResult): CaseResult {
  const { place, earlierAttempts, failedStep, screenshot, trace, ...rest } = result;
  return {
    ...rest,
    ...inRepository(place),
    ...withoutAddresses(result),
    earlierAttempts: earlierAttempts.map(untrustedAttempt),
  };
}

function untrustedAttempt(attempt: AttemptResult): AttemptResult {
  const { failedStep, screenshot, trace, ...rest } = attempt;
  return { ...rest, ...withoutAddresses(attempt) };
}

function withoutAddresses({
  failedStep,
  screenshot,
  trace,
}: AttemptResult): Pick<AttemptResult, 'failedStep' | 'screenshot' | 'trace'> {
  const picture = nameAlone(screenshot);
  const recording = nameAlone(trace);
  return {
    ...(failedStep === undefined ? {} : { failedStep: untrustedStep(failedStep) }),
    ...(picture === undefined ? {} : { screenshot: picture }),
    ...(recording === undefined ? {} : { trace: recording }),
  };
}

function untrustedStep({ place, ...step }: FailedStep): FailedStep {
  return { ...step, ...inRepository(place) };
}

/** A file in the artifact is named, and not looked for. */
function nameAlone(file: EvidenceFile | undefined): EvidenceFile | undefined {
  return file === undefined || 'url' in file ? undefined : { path: posix.basename(file.path) };
}

/** A place whose path leads into the repository as it is written. */
function inRepository(place: Place | undefined): { readonly place?: Place } {
  if (place === undefined) return {};
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  const odd = /[\u0000-\u001F\u007F\\]|^[a-z]:/i.test(place.file);
  const leadsOut = place.file.split('/').some((segment) => ['', '.', '..'].includes(segment));
  return odd || leadsOut ? {} : { place };
}
