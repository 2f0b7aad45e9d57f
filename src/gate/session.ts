import { readFile } from 'node:fs/promises';
import { messageOf } from '../common/errors.ts';
import type { Redact } from '../common/map-texts.ts';
import { afterCancelMs, deadlineSignal, githubTimeFor, maxGitHubMs } from '../github/deadline.ts';
import type { GitHub } from '../github/github.ts';
import {
  artifactServiceMissing,
  type IfArtifacts,
  type JobArtifactOptions,
  type JobArtifacts,
} from '../github/job-artifacts.ts';
import type { Publishing } from '../publish/publishing.ts';
import { openResultsStore } from '../publish/results-store.ts';
import { redactDeep } from '../results/redacted.ts';
import type { RunFacts } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { createRedactor } from '../runtime/redactor.ts';
import type { SavedState } from '../runtime/saved-state.ts';
import { UserError } from '../runtime/user-error.ts';
import type { Lookup } from './context/complete-context.ts';
import type { RunContext } from './context/context.ts';
import { evidenceFolder } from './context/evidence-folder.ts';
import { commentFooterProblem } from './inputs/input-values.ts';
import { rawInputs } from './inputs/raw-inputs.ts';
import { secretInputs } from './inputs/secret-inputs.ts';

/** What the action gets from the process that it runs in. */
export interface ActionRuntime {
  /** Aborted when the job is cancelled. */
  readonly cancel: AbortSignal;
  readonly openHost: (redact: Redact) => Host;
  readonly saveState: (state: SavedState) => void;
  /** Registers what is called with an error that nobody catches. */
  readonly onFatalError: (handler: (error: unknown) => void) => void;
  /** Opens the artifacts of the workflow run, which need a thread. */
  readonly openArtifacts: (options: Omit<JobArtifactOptions, 'script'>) => JobArtifacts;
}

/** The values and services that belong to one call of the action. */
export interface Session {
  readonly env: NodeJS.ProcessEnv;
  readonly runtime: ActionRuntime;
  readonly secrets: readonly string[];
  readonly redact: Redact;
  readonly host: Host;
  readonly startedAt: Date;
  /** The parsed event file; undefined without one. */
  event(): Promise<unknown>;
  /**
   * Connects to GitHub. @returns undefined without a token, a repository or an API.
   * @throws UserError if an address on the way to GitHub is not valid.
   */
  github(context: RunContext): Promise<GitHub | undefined>;
  /** GitHub's pull requests, for completing the context: the deadline of the run has not begun. */
  lookup(github: GitHub | undefined): Lookup | undefined;
  artifacts(): IfArtifacts<JobArtifacts>;
  /** What publishing needs; the facts are redacted here. @param timeoutMs the input `timeout`, if it is known. */
  publishing(
    context: RunContext,
    facts: RunFacts,
    github: GitHub | undefined,
    timeoutMs?: number,
  ): Publishing;
}

/** Time for GitHub to say which commit and pull request are tested, in ms. No test has begun. */
const lookupMs = 30_000;

/** Cancelled, artifacts have a moment left; otherwise their operations have limits of their own. In ms. */
const artifactsMs = 24 * 60 * 60 * 1000;

/** Opens a session: masks secrets before anything is printed. */
export function openSession(env: NodeJS.ProcessEnv, runtime: ActionRuntime): Session {
  const { secrets, githubToken } = secretInputs(env);
  const redact = createRedactor(secrets);
  const host = runtime.openHost(redact);
  for (const secret of secrets) host.maskSecret(secret);
  const startedAt = new Date();
  // Kept: it is removed from the environment before GitHub's packages are loaded.
  const eventPath = env.GITHUB_EVENT_PATH;
  const { cancel, openArtifacts } = runtime;
  return {
    env,
    runtime,
    secrets,
    redact,
    host,
    startedAt,
    event: () => readEvent(eventPath, host),
    github: (context) => connectToGitHub(context, env, githubToken),
    lookup: (found) =>
      found && { pullRequests: found.pullRequests, signal: deadlineSignal(cancel, lookupMs) },
    artifacts,
    publishing(context, given, github, timeoutMs = maxGitHubMs) {
      const { pullRequest, eventName, isFork } = context;
      const timeLeftMs = () => startedAt.getTime() + timeoutMs - Date.now();
      const facts = redactDeep(given, redact);
      // With a thread of its own: results do not wait for large uploads.
      const opened = artifacts();
      return {
        ...{ facts, pullRequest, eventName, isFork, github },
        resultsStore: 'missing' in opened ? opened : openResultsStore(opened, facts, redact),
        evidenceFolder: evidenceFolder(context),
        deadline: () => deadlineSignal(cancel, githubTimeFor(timeLeftMs())),
        commentFooter: commentFooter(),
        host,
        redact,
      };
    },
  };

  /** Empty if it is not valid: there is nothing to publish then but that. */
  function commentFooter(): string {
    const footer = rawInputs(env)['comment-footer'];
    return commentFooterProblem(footer) === undefined ? redact(footer) : '';
  }

  function artifacts(): IfArtifacts<JobArtifacts> {
    const missing = artifactServiceMissing(env);
    if (missing !== undefined) return { missing };
    return openArtifacts({ env, cancel: deadlineSignal(cancel, artifactsMs, afterCancelMs) });
  }
}

async function connectToGitHub(
  { apiUrl, repository }: RunContext,
  env: NodeJS.ProcessEnv,
  token: string | undefined,
): Promise<GitHub | undefined> {
  if (token === undefined || repository === undefined || apiUrl === undefined) return undefined;
  // Loaded late: not every run needs it.
  delete env.GITHUB_EVENT_PATH;
  try {
    const { connectGitHub } = await import('../github/github.ts');
    return connectGitHub(token, apiUrl, repository);
  } catch (error) {
    throw new UserError(
      `Cannot connect to GitHub (${messageOf(error)}). Check the addresses in GITHUB_API_URL, HTTPS_PROXY and HTTP_PROXY.`,
    );
  }
}

/** Connects to GitHub. What fails is a warning: the tests matter more than what is published of them. */
export async function connectOrWarn(session: Session, context: RunContext): Promise<GitHub | undefined> {
  return session.github(context).catch((error: unknown) => {
    session.host.warning(messageOf(error));
    return undefined;
  });
}

async function readEvent(path: string | undefined, host: Host): Promise<unknown> {
  if (path === undefined || path === '') return undefined;
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    host.warning(`Cannot read the event file ${path} (${messageOf(error)}): the run has no pull request.`);
    return undefined;
  }
}
