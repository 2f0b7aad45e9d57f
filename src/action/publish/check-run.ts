import type { CheckApi, CheckIdentity, StoredCheck } from '../../publish/check/check-api.ts';
import {
  createCheck,
  type EndedCheck,
  type EndingCheck,
  endCheck,
  findCheck,
  mayBeDone,
} from '../../publish/check/put-check.ts';
import { sectionId } from '../../publish/comment/section.ts';
import { cut, foldLines } from '../../publish/markdown/markdown.ts';
import type { Redact } from '../../publish/redact/redact.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import type { RunContext } from '../context/context.ts';
import { nameWithPart } from '../context/job-part.ts';
import { runFacts } from '../context/run-facts.ts';
import type { Host } from '../host.ts';
import type { CheckInput } from '../inputs/check-input.ts';
import { checkRefused } from './check-refused.ts';

/** The check run of this run: in progress at its start, with the verdict at its end. */
export interface RunCheck {
  /** Makes it. It does not keep the tests waiting, and what goes wrong is told at the end. */
  begin(): void;
  /**
   * Ends it with the verdict. Never rejects: what GitHub refuses is a warning.
   * @returns true where it has the annotations.
   */
  conclude(run: PublishedRun): Promise<boolean>;
}

/** GitHub, with a limit of time. */
interface RunCheckApi extends CheckApi {
  /** From now on, all requests together have so long, in ms. */
  allow(ms: number): void;
}

export interface RunCheckOptions {
  /** `undefined`: there is none. */
  readonly check: CheckInput | undefined;
  readonly mostSuccess?: EndingCheck['mostSuccess'];
  readonly context: RunContext;
  /** `undefined` where there is no token or no repository. */
  readonly github: RunCheckApi | undefined;
  /** How long GitHub may keep the job from now on, in ms. */
  readonly patienceMs: () => number;
  readonly host: Host;
  readonly redact: Redact;
  /** Told before it is made. */
  readonly onBegin?: (identity: CheckIdentity) => void;
  /** Told when it says what it shall say at the end. */
  readonly onConcluded?: () => void;
}

/** Makes the check run of a run; nothing is written yet. */
export function openRunCheck(options: RunCheckOptions): RunCheck {
  const { check, context, github, host, redact } = options;
  if (check === undefined) return noCheck(host, undefined);
  const { sha } = context.report;
  if (sha === undefined || context.headUnknown) return noCheck(host, 'its commit is not known.');
  if (github === undefined)
    return noCheck(host, '`github-token` is empty, or GITHUB_REPOSITORY or GITHUB_API_URL is not set.');
  return checkAt(
    { sha, name: redact(checkName(check, context)), externalId: externalId(context) },
    github,
    options,
  );
}

function checkAt(given: CheckIdentity, github: RunCheckApi, options: RunCheckOptions): RunCheck {
  const { context, host, patienceMs, mostSuccess, onBegin, onConcluded } = options;
  const identity = { ...given, name: cut(foldLines(given.name), maxNameCharacters) };
  const detailsUrl = context.workflowRunUrl;
  let begun: Promise<EndingCheck['begun']> = Promise.resolve(undefined);
  return {
    begin() {
      github.allow(patienceMs());
      onBegin?.(identity);
      begun = createCheck(github, identity, detailsUrl).catch((error: unknown) =>
        mayBeDone(error) ? 'perhaps' : undefined,
      );
    },
    async conclude(run) {
      github.allow(patienceMs());
      try {
        const ended = await endCheck(github, { identity, detailsUrl, begun: await begun, mostSuccess }, run);
        host.info(checkLine(ended));
        onConcluded?.();
        return ended.annotated > 0;
      } catch (error) {
        host.warning(checkRefused(error));
        return false;
      }
    },
  };
}

/**
 * Ends a check run that a run which is over has left in progress; one that has ended is left alone.
 * @throws what GitHub answers.
 */
export async function endLeftCheck(
  github: CheckApi,
  identity: CheckIdentity,
  run: PublishedRun,
): Promise<EndedCheck | undefined> {
  const begun: StoredCheck | undefined = await findCheck(github, identity);
  if (begun === undefined || begun.completed) return undefined;
  return endCheck(github, { identity, detailsUrl: undefined, begun }, run);
}

const maxNameCharacters = 200;

function checkName({ name }: CheckInput, context: RunContext): string {
  if (name !== undefined) return nameWithPart(name, context.part);
  return runFacts(context).title || 'Browser tests';
}

/** One for each attempt of a step; hashed, so that its length does not depend on names. */
function externalId(context: RunContext): string {
  const { runId, attempt } = context.run;
  return `browser-test-gate ${runId}.${attempt}.${sectionId(context)}`;
}

function checkLine({ url, annotated, annotations }: EndedCheck): string {
  const some = annotated < annotations ? ` (${annotated} of ${annotations} annotations)` : '';
  return `Check run: ${url ?? 'written'}${some}`;
}

/** No check run: why, in a line of the log. */
function noCheck(host: Host, reason: string | undefined): RunCheck {
  return {
    begin() {},
    async conclude() {
      if (reason !== undefined) host.info(`No check run: ${reason}`);
      return false;
    },
  };
}
