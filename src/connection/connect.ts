import type { ModelSettings } from '../common/model-settings.ts';
import { type Browser, variableLists } from '../contract/values.ts';
import type { RunnerDisplay } from '../runner/open-runner.ts';
import type { Host } from '../runtime/host.ts';
import { createRedactor } from '../runtime/redactor.ts';
import { ownTempFolder, removeNow } from '../runtime/temp-folder.ts';
import type { AppAccess, Connection, PlaySettings, ServiceSettings } from './connection.ts';
import { connectHosted } from './hosted.ts';

/** What a connection is made from. */
export interface ConnectOptions {
  readonly inputs: {
    readonly mode: { readonly kind: string; readonly baseUrl?: string };
    readonly service: ServiceSettings;
    readonly environment: string;
    readonly browser: Browser;
    readonly play: PlaySettings;
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
  readonly secrets: readonly string[];
  readonly host: Host;
  /** Called when the work has begun: the embedded service starts, or a request to the hosted one is on its way. */
  readonly onStart: () => void;
  /** Called with the folder for temporary files before anything is written to it. */
  readonly onTempFolder: (folder: string) => void;
  /** Called with the process group of an app that was started. */
  readonly onAppStarted: (pid: number) => void;
  /** How the embedded service shows its runs. Default: not at all. */
  readonly display?: RunnerDisplay;
}

/**
 * Connects to the service, hosted or embedded.
 * @throws UserError if the app does not answer or no browser can be started; the reason of `signal`.
 */
export async function connect(options: ConnectOptions, signal: AbortSignal): Promise<Connection> {
  const { inputs, context, evidenceFolder, secrets, host, onStart, onTempFolder, onAppStarted } = options;
  // If the job was cancelled while the test cases were read, nothing begins that would have to end.
  signal.throwIfAborted();
  if (inputs.service.kind === 'hosted') {
    return connectHosted(inputs.service, inputs.environment, inputs.timeoutMs, onStart, signal);
  }
  const isMutated = inputs.mode.kind === 'mutate';
  const appEnv = withoutInputs(process.env);
  onStart();
  redirectTempFiles(onTempFolder);
  // A chunk of its own: a hosted run loads neither the service nor the browser driver.
  const { connectEmbedded } = await import('./embedded.ts');
  return connectEmbedded(
    {
      url: inputs.service.url,
      start: inputs.service.start,
      appEnv,
      onAppStarted,
      onWarning: (text) => host.warning(text),
      environment: inputs.environment,
      playsCases: ['draft-push', 'mutate', 'batch-generation', 'discovery'].includes(inputs.mode.kind),
      baseUrl: inputs.mode.baseUrl,
      model: inputs.model,
      variables: variableLists(inputs.variables),
      browser: inputs.browser,
      // A mutant is killed by the first failure, which is not looked at.
      play: isMutated ? { ...inputs.play, retries: 0, maxFailures: 0, trace: 'never' } : inputs.play,
      access: inputs.access,
      evidenceFolder: isMutated ? undefined : evidenceFolder,
      redactor: (more) => createRedactor([...secrets, ...more]),
      display: options.display ?? {},
      app: context.repository?.repo ?? 'app',
      info: (text) => host.info(text),
      machine: { env: process.env, platform: process.platform, workspace: context.workspace },
    },
    signal,
  );
}

/** The environment without what only the action may know: its inputs, the state of its steps, and the runner's token. */
function withoutInputs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:INPUT|STATE|ACTIONS)_/.test(name)));
}

/** Temporary files of browsers, uploads and traces go into one folder, so that it can be removed however the process ends. */
function redirectTempFiles(onTempFolder: (folder: string) => void): void {
  const folder = ownTempFolder();
  if (folder === undefined) return;
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  onTempFolder(folder);
  process.on('exit', () => removeNow(folder));
}
