import type { Client } from '../client/client.ts';
import { UserError } from '../common/errors.ts';
import type { ModelSettings } from '../common/model-settings.ts';
import type { Environment, EnvironmentBody } from '../contract/test-target.ts';
import type { Browser } from '../contract/values.ts';
import type { RunnerDisplay } from '../runner/open-runner.ts';
import type { Runner } from '../runner/runner.ts';

/** A hosted or embedded service that is ready for requests. Disposing of it ends what it has started on this machine. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
  readonly testTargetId: string;
  /** What runs the test cases of an embedded service. */
  readonly runner?: Runner;
  /** The app under test, if it was started here. */
  readonly app?: RestartableApp;
  /**
   * The URL of the app under test: the input `url`, or the environment's own URL.
   * @throws UserError if neither is set, or ClientError.
   */
  url(): Promise<string>;
}

/** An app that was started for the tests. */
export interface RestartableApp {
  /** Whether its command has failed, or the app is known not to answer. */
  hasFailed(): boolean;
  /** The last 500 lines that it has printed since it was started. */
  lastLines(): readonly string[];
  /**
   * Says that another program answers in its place, and what to do: the app says that its port is in use, or it has ended, and
   * something answers all the same. Undefined if nothing shows it.
   */
  displaced(): Promise<string | undefined>;
  /** Ends the app, starts it again, and waits until it answers. @throws UserError */
  restart(signal: AbortSignal): Promise<void>;
}

/** What a connection is made from. */
export interface ConnectOptions {
  readonly inputs: {
    readonly mode: { readonly kind: string; readonly baseUrl?: string };
    readonly service: ServiceSettings;
    readonly environment: string;
    readonly browser: Browser;
    readonly execution: ExecutionSettings;
    readonly access: AppAccess;
    readonly variables: Readonly<Record<string, string>>;
    readonly model: ModelSettings | undefined;
    /** Time for the whole run, in ms. */
    readonly timeoutMs: number;
  };
  readonly context: {
    readonly workspace: string;
    readonly repository: { readonly repo: string } | undefined;
  };
  /** Where the embedded service writes traces and screenshots. */
  readonly evidenceFolder: string;
  /** What is redacted in traces, besides the secrets of the run. */
  readonly secrets: readonly string[];
  readonly host: { info(text: string): void; warning(text: string): void };
  /** Called when the work has begun: the embedded service starts, or a request to the hosted one is on its way. */
  readonly onStart: () => void;
  /** Called with the folder for temporary files before anything is written to it. */
  readonly onTempFolder: (folder: string) => void;
  /** Called with the process group of an app that was started. */
  readonly onAppStarted: (pid: number) => void;
  /** Called if the app fails later, with its last lines. Default: a warning. */
  readonly onAppFailed?: (text: string) => void;
  /** How the embedded service shows its runs. Default: not at all. */
  readonly display?: RunnerDisplay;
}

export interface EmbeddedSettings {
  readonly kind: 'embedded';
  /** The app under test; empty for an export without one. */
  readonly url: string;
  /** If it is missing, the app is running, or is being started by others. */
  readonly start?: AppStart;
}

export interface HostedSettings {
  readonly kind: 'hosted';
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly testTargetId: string;
  /** If it is missing, the environment's own URL is tested. */
  readonly url?: string;
}

export type ServiceSettings = EmbeddedSettings | HostedSettings;

export interface AppStart {
  /** A command of the shell. */
  readonly command: string;
  /** The app has this long to answer, in ms. */
  readonly timeoutMs: number;
  /** The URL that answers when the app is ready. */
  readonly waitOn: string;
}

export interface ExecutionSettings {
  /** How many test cases run at once; by default as many as there are processors. */
  readonly workers?: number;
  readonly retries: number;
  /** After so many failed test cases, no other starts; 0 for no limit. */
  readonly maxFailures: number;
  readonly trace: 'always' | 'on-failure' | 'never';
  readonly timeoutPerStepMs: number;
  /** How long an assertion waits, in ms. */
  readonly expectTimeoutMs: number;
  readonly reuseLogin: boolean;
  /** URLs of browsers that are used instead of those of this machine. */
  readonly endpoints?: string[];
  readonly mailPort: number;
}

/** How the embedded service gets access to the app: test account, HTTP authentication, header fields. */
export type AppAccess = Pick<EnvironmentBody, 'testAccount' | 'basicAuth' | 'additionalHeaderFields'>;

/**
 * Finds an environment of the test target by its name. `default` falls back to the one of the type DEFAULT, whatever
 * its name is.
 * @returns undefined only for `default`.
 * @throws UserError if there is no environment of another name; ClientError.
 */
export async function findEnvironment(
  { client, testTargetId }: Pick<Connection, 'client' | 'testTargetId'>,
  name: string,
  signal: AbortSignal,
): Promise<Environment | undefined> {
  const environments = await client.listEnvironments({ testTargetId }, { signal });
  const named = environments.find((each) => each.name === name);
  if (named !== undefined) return named;
  if (name === 'default') return environments.find(({ type }) => type === 'DEFAULT');
  const names = environments.map((each) => `"${each.name}"`).join(', ');
  throw new UserError(
    `The test target has no environment "${name}" (input \`environment\`). Available environments: ${names || 'none'}.`,
  );
}
