import { availableParallelism } from 'node:os';
import type { Redact } from '../common/text.ts';
import type { Browser } from '../contract/values.ts';
import type { Machine } from './browser/browser-kinds.ts';
import { type BrowserPool, InstalledBrowsers, SharedPools, warmUp } from './browser/browser-pool.ts';
import { parseEndpoints } from './browser/connect-remote.ts';
import { Contexts } from './browser/contexts.ts';
import { type LocalBrowser, launchBrowser, logBrowser } from './browser/launch.ts';
import { remoteBrowsers } from './browser/remote-browsers.ts';
import { EvidenceBudget } from './evidence/evidence-files.ts';
import { LoginStates } from './login-states.ts';
import { MailServer } from './mail/mail-server.ts';
import { lazyMailbox } from './mail/mailbox.ts';
import { CaseRun, type RunSettings } from './run-cases.ts';
import { type RunScope, Tally } from './run-scope.ts';
import { planSecrets, type RunEvents, type Runner, type RunPlan, type RunStep } from './runner.ts';
import { runVariables } from './variables/variables.ts';
import { untilAborted } from './wait.ts';

/** How a runner shows its progress. */
export interface RunnerDisplay {
  /** Whether browsers of this machine show their windows. Default: false. */
  readonly headed?: boolean;
  /** Runs each step in place of the runner, which it has to call. Default: steps are run one after the other. */
  readonly runStep?: RunStep;
  /** Creates a follower of a run. */
  readonly follow?: (plan: RunPlan) => Partial<RunEvents>;
}

/** Options of a runner; each has a default. */
export interface RunnerOptions extends Partial<RunSettings>, RunnerDisplay {
  /** Folder for traces and screenshots. Default: none are written. */
  readonly evidenceFolder?: string;
  /** Folder of the files that test cases may upload, the repository. Default: they may upload none. */
  readonly uploadFolder?: string;
  /**
   * Creates the function that redacts evidence and messages: it replaces the given secrets of the environment and those
   * that only the caller knows. Default: nothing is redacted.
   */
  readonly redactor?: (secrets: readonly string[]) => Redact;
  /** Port on loopback to which the app sends its mail. Default: 2525. */
  readonly mailPort?: number;
  /** URLs of remote browsers. Default: browsers of this machine. */
  readonly endpoints?: readonly string[];
  /** Called with what the reader of the log should know. */
  readonly info?: (text: string) => void;
}

const defaults: RunSettings = {
  workers: availableParallelism(),
  retries: 1,
  maxFailures: 0,
  expectTimeoutMs: Number.POSITIVE_INFINITY,
  trace: 'on-failure',
  reuseLogin: true,
};

/**
 * Creates a runner. It runs cases in parallel, each in its own context. A browser starts with the first run that
 * needs it and closes after the last one, unless `prepare` has started it.
 * @throws Error if an endpoint is not a valid URL.
 */
export function openRunner(machine: Machine, options: RunnerOptions = {}): Runner {
  const endpoints = parseEndpoints(options.endpoints ?? []);
  const launched = new Map<Browser, LocalBrowser>();
  const launch = async (browser: Browser) => {
    const local = await launchBrowser(browser, machine, options);
    launched.set(browser, local);
    return local;
  };
  const pools = new SharedPools((browser) =>
    endpoints.length > 0
      ? remoteBrowsers(endpoints, browser)
      : new InstalledBrowsers(() => launch(browser), {
          // Firefox sends shortcuts such as Control+A to its active window only.
          exclusive: browser === 'FIREFOX',
        }),
  );
  const mail = new MailServer(options.mailPort);
  return {
    browsers: ['CHROMIUM', 'FIREFOX', 'SAFARI'],
    prepare: (browser) => pools.keep(browser),
    run: (plan, events, signal) =>
      // An aborted run waits neither for a browser that is starting nor for one that is closing.
      untilAborted(signal, () =>
        pools.use(plan.browser, (pool) => {
          const onStarted = () => {
            logBrowser(launched.get(plan.browser), plan.cases.length, options.info);
            // A runner may make many runs: each browser is logged once.
            launched.delete(plan.browser);
          };
          const followed = withFollower(events, options.follow?.(plan));
          return runAll({ pool, mail, plan, options, onStarted, events: followed, signal });
        }),
      ),
    [Symbol.asyncDispose]: () => pools[Symbol.asyncDispose](),
  };
}

function withFollower(events: RunEvents, follower: Partial<RunEvents> | undefined): RunEvents {
  if (follower === undefined) return events;
  return {
    onStart(...args) {
      events.onStart(...args);
      follower.onStart?.(...args);
    },
    onFailedAttempt(...args) {
      events.onFailedAttempt?.(...args);
      follower.onFailedAttempt?.(...args);
    },
    onStep(...args) {
      events.onStep?.(...args);
      follower.onStep?.(...args);
    },
    onOutcome(outcome) {
      events.onOutcome(outcome);
      follower.onOutcome?.(outcome);
    },
  };
}

interface PlannedRun {
  readonly pool: BrowserPool;
  readonly mail: MailServer;
  readonly plan: RunPlan;
  readonly options: RunnerOptions;
  /** Called when a browser has started. */
  readonly onStarted: () => void;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
}

async function runAll({ pool, mail, plan, options, onStarted, events, signal }: PlannedRun): Promise<void> {
  const variables = runVariables(plan);
  await using mailbox = await lazyMailbox(mail, plan, variables);
  const settings = { ...defaults, ...options };
  const run: RunScope = {
    plan,
    expectTimeoutMs: plan.expectTimeoutMs ?? settings.expectTimeoutMs,
    variables,
    logins: new LoginStates(plan, settings.reuseLogin),
    contexts: new Contexts(plan),
    mailbox: mailbox.open,
    runStep: options.runStep,
    uploadFolder: options.uploadFolder,
    evidenceFolder: options.evidenceFolder,
    evidenceBudget: new EvidenceBudget(),
    redact: options.redactor?.(planSecrets(plan)) ?? ((text) => text),
    tally: new Tally(plan.timeoutPerStepMs),
    signal,
  };
  // If a context is closed at the wrong moment, the driver may leave a call pending for ever, so an aborted run does not
  // wait for its cases. They end with the browser at the latest.
  await untilAborted(signal, async () => {
    if (plan.cases.length > 0) {
      await warmUp(pool);
      onStarted();
    }
    await new CaseRun(pool, run, settings, events).run();
  }).finally(() => run.contexts.close());
}
