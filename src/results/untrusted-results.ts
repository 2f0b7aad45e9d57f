import { posix } from 'node:path';
import {
  type AttemptResult,
  type EvidenceFile,
  type RunFacts,
  type RunResults,
  type SourceLocation,
  type UploadedArtifact,
  uploadedArtifactOf,
} from './run-results.ts';

/** An artifact of the run, as GitHub lists it. */
type ListedArtifact = Pick<UploadedArtifact, 'id' | 'name'>;

/**
 * Results that a stranger's workflow run has written: their texts and numbers are kept, but no links of theirs.
 * Commit, run and links are GitHub's, but results that name no commit still name none; URLs of reports, traces and screenshots are dropped, as are locations outside the
 * repository. The report and `failures.md` are linked if they are artifacts of the run.
 * @param facts what GitHub says of the run.
 * @param artifacts those of the run.
 */
export function untrustedResults(
  given: RunResults,
  facts: RunFacts,
  artifacts: readonly ListedArtifact[],
): RunResults {
  const { reportPage, failuresFile, ...results } = structuredClone(given);
  const ofRun = (named: UploadedArtifact | undefined) => {
    const found = artifacts.find(({ id }) => id === named?.id);
    return found && uploadedArtifactOf(found, facts);
  };
  const [page, failures] = [ofRun(reportPage), ofRun(failuresFile)];
  for (const each of [...results.results, ...(results.problems ?? [])]) {
    if (each.place !== undefined && !isInRepository(each.place)) delete each.place;
  }
  for (const result of results.results) {
    for (const attempt of [result, ...result.earlierAttempts]) dropLinks(attempt);
  }
  const { workflow, runId } = facts.job;
  const { sha: _, ...context } = facts.context;
  const names = results.context.sha !== undefined;
  return {
    ...results,
    ...facts,
    ...(names ? {} : { context, sourceUrl: null }),
    title: results.title,
    startedAt: results.startedAt,
    url: results.url,
    job: { ...results.job, workflow, runId },
    reportId: null,
    reportUrl: null,
    artifact: null,
    ...(page && { reportPage: page }),
    ...(failures && { failuresFile: failures }),
  };
}

function dropLinks(attempt: AttemptResult): void {
  const { failedStep, steps = [] } = attempt;
  for (const step of failedStep === undefined ? steps : [failedStep, ...steps]) {
    if (step.place !== undefined && !isInRepository(step.place)) delete step.place;
  }
  for (const step of steps) dropLink(step, 'picture');
  dropLink(attempt, 'screenshot');
  dropLink(attempt, 'trace');
}

/** A file is named, and not looked for. */
function dropLink<Name extends string>(owner: { [Key in Name]?: EvidenceFile }, name: Name): void {
  const file = owner[name];
  if (file === undefined) return;
  if ('path' in file) owner[name] = { path: posix.basename(file.path) };
  else delete owner[name];
}

function isInRepository({ file }: SourceLocation): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u001F\u007F\\]|^[a-z]:/i.test(file)) return false;
  return !file.split('/').some((segment) => ['', '.', '..'].includes(segment));
}
