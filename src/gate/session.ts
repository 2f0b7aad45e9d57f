import { readFile } from 'node:fs/promises';
import { messageOf, UserError } from '../common/errors.ts';
import type { Redact } from '../common/text.ts';
import { afterCancelMs, deadlineSignal, githubTimeFor, maxGitHubMs } from '../github/deadline.ts';
import type { GitHub } from '../github/github.ts';
import {
  artifactServiceMissing,
  type IfArtifacts,
  type JobArtifactOptions,
  type JobArtifacts,
} from '../github/job-artifacts.ts';
import { openResultsStore } from '../github/results-store.ts';
import type { PublishContext } from '../publish/publish-context.ts';
import { type RunFacts, redactDeep } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { createRedactor } from '../runtime/redactor.ts';
import { RunState, type SavedState } from '../runtime/saved-state.ts';
import { evidenceFolder, type RunContext } from './context/context.ts';
import { commentFooterProblem, rawInputs } from './inputs/input-values.ts';
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

/** Time for GitHub to say which commit and pull request are tested, in ms. No test has begun. */
const lookupMs = 30_000;

/** Longer than any job: each operation has a limit of its own. After a cancellation, only a moment is left. In ms. */
const artifactsMs = 24 * 60 * 60 * 1000;

/** The values and services that belong to one call of the action. */
export class Session {
  readonly env: NodeJS.ProcessEnv;
  readonly cancel: AbortSignal;
  readonly secrets: readonly string[];
  readonly redact: Redact;
  readonly host: Host;
  readonly startedAt = new Date();
  readonly state: RunState;
  readonly #openArtifacts: ActionRuntime['openArtifacts'];
  readonly #githubToken: string | undefined;
  readonly #eventPath: string | undefined;
  #github: Promise<GitHub | undefined> | undefined;

  /** Masks secrets before anything is printed. */
  constructor(env: NodeJS.ProcessEnv, runtime: Omit<ActionRuntime, 'onFatalError'>) {
    const { secrets, githubToken } = secretInputs(env);
    this.env = env;
    this.cancel = runtime.cancel;
    this.secrets = secrets;
    this.redact = createRedactor(secrets);
    this.host = runtime.openHost(this.redact);
    for (const secret of secrets) this.host.maskSecret(secret);
    this.state = new RunState(runtime.saveState);
    this.#openArtifacts = runtime.openArtifacts;
    this.#githubToken = githubToken;
    // Kept: it is removed from the environment before GitHub's packages are loaded.
    this.#eventPath = env.GITHUB_EVENT_PATH;
  }

  /** The parsed event file; undefined without one. */
  async event(): Promise<unknown> {
    const path = this.#eventPath;
    if (path === undefined || path === '') return undefined;
    try {
      return JSON.parse(await readFile(path, 'utf8'));
    } catch (error) {
      this.host.warning(
        `Cannot read the event file ${path} (${messageOf(error)}): the run has no pull request.`,
      );
      return undefined;
    }
  }

  /**
   * GitHub, connected at the first call. Undefined without a token, a repository or an API; a failure is a warning: the tests
   * matter more than what is published of them.
   */
  github({ apiUrl, repository }: Pick<RunContext, 'apiUrl' | 'repository'>): Promise<GitHub | undefined> {
    this.#github ??= this.#connect(apiUrl, repository).catch((error: unknown) => {
      this.host.warning(
        error instanceof UserError
          ? error.message
          : `Cannot connect to GitHub (${messageOf(error)}). Check the addresses in HTTPS_PROXY and HTTP_PROXY.`,
      );
      return undefined;
    });
    return this.#github;
  }

  async #connect(apiUrl: string | undefined, repository: RunContext['repository']) {
    if (this.#githubToken === undefined || repository === undefined || apiUrl === undefined) return undefined;
    checkApiUrl(apiUrl);
    // GitHub's packages read the event file when they are imported, and end on a broken one.
    delete this.env.GITHUB_EVENT_PATH;
    // Loaded late: not every run needs it.
    const { connectGitHub } = await import('../github/github.ts');
    return connectGitHub(this.#githubToken, apiUrl, repository);
  }

  /** GitHub's pull requests, for completing the context: the deadline of the run has not begun. */
  async lookup(context: RunContext) {
    const github = await this.github(context);
    return github && { pullRequests: github.pullRequests, signal: deadlineSignal(this.cancel, lookupMs) };
  }

  /** The artifacts of the workflow run, with a thread of their own. */
  artifacts(): IfArtifacts<JobArtifacts> {
    const missing = artifactServiceMissing(this.env);
    if (missing !== undefined) return { missing };
    const cancel = deadlineSignal(this.cancel, artifactsMs, afterCancelMs);
    return this.#openArtifacts({ env: this.env, cancel });
  }

  /** What every step of publishing needs; the facts are redacted here. @param timeoutMs the input `timeout`, if it is known. */
  async publishContext(
    context: RunContext,
    given: RunFacts,
    timeoutMs = maxGitHubMs,
  ): Promise<PublishContext> {
    const { cancel, redact, host } = this;
    const { pullRequest, eventName, isFork } = context;
    const endsAt = this.startedAt.getTime() + timeoutMs;
    const facts = redactDeep(given, redact);
    // Results do not wait for large uploads.
    const artifacts = this.artifacts();
    return {
      ...{ facts, pullRequest, eventName, isFork, host, redact },
      github: await this.github(context),
      resultsStore: 'missing' in artifacts ? artifacts : openResultsStore(artifacts, facts, redact),
      evidenceFolder: evidenceFolder(context),
      deadline: () => deadlineSignal(cancel, githubTimeFor(endsAt - Date.now())),
      commentFooter: this.#commentFooter(),
      saveState: this.state.add,
    };
  }

  /** Empty if it is not valid: there is nothing to publish then but that. */
  #commentFooter(): string {
    const footer = rawInputs(this.env)['comment-footer'];
    return commentFooterProblem(footer) === undefined ? this.redact(footer) : '';
  }
}

/** Before GitHub's packages are loaded, which read it as well. It may have a password, so it is not quoted. @throws UserError */
function checkApiUrl(apiUrl: string): void {
  const url = URL.parse(apiUrl);
  if (/^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === '') return;
  throw new UserError(
    "GITHUB_API_URL is not a URL that starts with `https://` or `http://` and has no user name or password. Remove it from `env:` of the workflow, since runners set it, or set it to the root of GitHub's API, such as `https://api.github.com`.",
  );
}
