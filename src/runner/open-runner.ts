import { availableParallelism } from 'node:os';
import type { RunScope } from './attempt.ts';
import { type BrowserPool, warmUp } from './browser/browser-pool.ts';
import { Contexts } from './browser/contexts.ts';
import { parseEndpoints } from './browser/endpoint.ts';
import { installedBrowsers } from './browser/installed-browsers.ts';
import { launchBrowser } from './browser/launch.ts';
import { remoteBrowsers } from './browser/remote-browsers.ts';
import { sharedPools } from './browser/shared-pools.ts';
import type { Surroundings } from './browser/surroundings.ts';
import { planSecrets } from './evidence/plan-secrets.ts';
import { LoginStates } from './login-states.ts';
import { lazyMailbox } from './mail/lazy-mailbox.ts';
import { MailServer } from './mail/mail-server.ts';
import { type RunSettings, runCases } from './run-cases.ts';
import type { RunEvents, Runner, RunPlan } from './runner.ts';
import { unlessAborted } from './unless-aborted.ts';
import { runVariables } from './variables/run-variables.ts';

/** How a runner plays; each has a default. */
export interface RunnerOptions extends Partial<RunSettings> {
  /** Where traces and screenshots are written; without it there are none. */
  readonly evidenceFolder?: string;
  /**
   * Makes the function that takes secrets out of what is written there, and out of messages: the given ones, which are
   * the environment's, and those that only who opens the runner knows. Without it everything is said as it is.
   */
  readonly redactor?: (secrets: readonly string[]) => (text: string) => string;
  /** Port on loopback where the app delivers its mail. */
  readonly mailPort?: number;
  /** URLs of browsers elsewhere, used in place of those of this machine. */
  readonly endpoints?: readonly string[];
}

/** By default so many cases play at once as there are processors, and a failed one is played once more. */
const defaults: RunSettings = {
  workers: availableParallelism(),
  retries: 1,
  trace: 'on-failure',
  reuseLogin: true,
};

/**
 * Makes a runner: cases play in parallel, each in a context of its own. Nothing is started yet: a browser starts with
 * the first run that needs it, and closes behind the last, unless `prepare` has asked for it.
 * @throws Error where an endpoint is not a URL that can be used.
 */
export function openRunner(surroundings: Surroundings, options: RunnerOptions = {}): Runner {
  const endpoints = parseEndpoints(options.endpoints ?? []);
  const pools = sharedPools((browser) =>
    endpoints.length > 0
      ? remoteBrowsers(endpoints, browser)
      : installedBrowsers(() => launchBrowser(browser, surroundings), {
          // Firefox has one active window, and passes shortcuts like Control+A to no other.
          inTurn: browser === 'FIREFOX',
        }),
  );
  const mail = new MailServer(options.mailPort);
  return {
    browsers: ['CHROMIUM', 'FIREFOX', 'SAFARI'],
    prepare: (browser) => pools.keep(browser),
    run: (plan, events, signal) =>
      // A run that is stopped waits neither for a browser that is still starting, nor for the one that closes.
      unlessAborted(signal, () =>
        pools.use(plan.browser, (pool) => runAll(pool, mail, plan, options, events, signal)),
      ),
    [Symbol.asyncDispose]: () => pools[Symbol.asyncDispose](),
  };
}

async function runAll(
  pool: BrowserPool,
  mail: MailServer,
  plan: RunPlan,
  options: RunnerOptions,
  events: RunEvents,
  signal: AbortSignal,
): Promise<void> {
  const variables = runVariables(plan);
  await using mailbox = await lazyMailbox(mail, plan, variables);
  const run: RunScope = {
    plan,
    variables,
    logins: new LoginStates(),
    contexts: new Contexts(plan),
    mailbox: mailbox.open,
    evidenceFolder: options.evidenceFolder,
    redact: options.redactor?.(planSecrets(plan)) ?? ((text) => text),
    signal,
  };
  // The driver may leave a call open for ever when its context is closed at the wrong moment: a run that is stopped
  // does not wait for its cases. They end with the browser at the latest.
  await unlessAborted(signal, async () => {
    if (plan.cases.length > 0) await warmUp(pool);
    await runCases(pool, run, { ...defaults, ...options }, events);
  }).finally(() => run.contexts.close());
}
