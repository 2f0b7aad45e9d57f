import { createHash } from 'node:crypto';
import { cut, foldLines } from '../common/text.ts';
import type { CheckIdentity, EndingCheck } from '../github/check-run-store.ts';
import { describeRefusal } from '../github/refusal.ts';
import { annotationsOf } from '../report/annotations.ts';
import { composeCheck } from '../report/check-output.ts';
import { partKey } from '../results/jobs.ts';
import type { Redacted } from '../results/redacted.ts';
import type { RunResults } from '../results/run-results.ts';
import type { Publishing } from './publishing.ts';

/** The check run of a run: in progress at its start, with the verdict at its end. No operation rejects. */
export interface RunCheck {
  /** Creates it. It does not delay the tests. */
  begin(): void;
  /** Ends it with the verdict. @returns true if it shows the annotations. */
  conclude(results: readonly Redacted<RunResults>[]): Promise<boolean>;
}

export interface RunCheckOptions extends Publishing {
  /** The name of the check run; `undefined`: none is wanted. */
  readonly name: string | undefined;
  /** The commit that it belongs to; `undefined` if it is not known. */
  readonly sha: string | undefined;
  /** How the workflow run ended, if it is over: `success` is needed for a green check run. */
  readonly runConclusion?: string;
  /** Called before it is created. */
  readonly onBegin?: (identity: CheckIdentity) => void;
  /** Called once it shows the verdict. */
  readonly onConcluded?: () => void;
}

const maxNameCharacters = 200;

/** Opens the check run of a run; nothing is written yet. */
export function openRunCheck(options: RunCheckOptions): RunCheck {
  const { name, sha, github, host, facts, redact, deadline } = options;
  if (name === undefined) return noCheck(options, undefined);
  if (sha === undefined) return noCheck(options, 'its commit is not known.');
  if (github === undefined) {
    return noCheck(options, '`github-token` is empty, or GITHUB_REPOSITORY or GITHUB_API_URL is not set.');
  }
  const identity = {
    sha,
    name: cut(foldLines(redact(name)), maxNameCharacters),
    externalId: externalId(facts),
  };
  const detailsUrl = facts.workflowRunUrl ?? undefined;
  let begun: Promise<EndingCheck['begun']> = Promise.resolve(undefined);
  return {
    begin() {
      options.onBegin?.(identity);
      begun = github.checks.create(identity, detailsUrl, deadline()).catch(() => 'unknown' as const);
    },
    async conclude(results) {
      const annotations = annotationsOf(results);
      const { conclusion, ...output } = composeCheck(results, options);
      try {
        const ending = { identity, detailsUrl, begun: await begun };
        const ended = await github.checks.end(ending, { conclusion, output, annotations }, deadline());
        const shown = ended.annotationCount;
        const some = shown < annotations.length ? ` (${shown} of ${annotations.length} annotations)` : '';
        host.info(`Check run: ${ended.url ?? 'written'}${some}`);
        options.onConcluded?.();
        return shown > 0;
      } catch (error) {
        host.warning(describeRefusal(error, 'check run'));
        return false;
      }
    },
  };
}

/** One for each attempt of a step; hashed, so that its length does not depend on names. */
function externalId({ job }: Publishing['facts']): string {
  const step = createHash('sha256')
    .update(JSON.stringify([job.workflow, job.job, partKey(job)]))
    .digest('hex');
  return `browser-test-gate ${job.runId}.${job.attempt}.${step.slice(0, 16)}`;
}

function noCheck({ host }: RunCheckOptions, reason: string | undefined): RunCheck {
  return {
    begin() {},
    async conclude() {
      if (reason !== undefined) host.info(`No check run: ${reason}`);
      return false;
    },
  };
}
