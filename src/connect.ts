import type { Connection } from './action/connection.ts';
import type { RunContext } from './action/context/context.ts';
import type { Host } from './action/host.ts';
import { testsApp } from './action/inputs/mode-input.ts';
import type { Inputs } from './action/inputs/read-inputs.ts';
import { connectHosted } from './hosted.ts';
import { createRedactor } from './publish/redact/redact.ts';
import { ownTempFolder, removeNow } from './saved-state.ts';

/** What a connection is made from. */
export interface ConnectOptions {
  readonly inputs: Inputs;
  readonly context: RunContext;
  /** Where the embedded service leaves traces and screenshots. */
  readonly evidenceFolder: string;
  readonly secrets: readonly string[];
  readonly host: Host;
  /** Told of the folder for temporary files, before there is anything in it. */
  readonly onTempFolder: (folder: string) => void;
}

/**
 * Opens the service, hosted or embedded.
 * @throws UserError where the app or the service can't be reached, or the browser not be had.
 */
export async function connect(options: ConnectOptions, signal: AbortSignal): Promise<Connection> {
  const { inputs, context, evidenceFolder, secrets, host, onTempFolder } = options;
  if (inputs.service.kind === 'hosted') {
    return connectHosted(inputs.service, inputs.environment, inputs.timeoutMs, signal);
  }
  keepTempFilesTogether(onTempFolder);
  // A chunk of its own: a hosted run loads neither the service nor the browser's driver.
  const { connectEmbedded } = await import('./embedded.ts');
  return connectEmbedded(
    {
      url: inputs.service.url,
      environment: inputs.environment,
      play: testsApp(inputs.mode),
      browser: inputs.browser,
      settings: inputs.play,
      access: inputs.access,
      evidenceFolder,
      redactor: (more) => createRedactor([...secrets, ...more]),
      app: context.repository?.repo ?? 'app',
      onWaiting: (reason) => host.info(reason),
      surroundings: { env: process.env, platform: process.platform, workspace: context.workspace },
    },
    signal,
  );
}

/** What browsers, uploads and traces need for a while is removed with one folder, whatever becomes of this process. */
function keepTempFilesTogether(onTempFolder: (folder: string) => void): void {
  const folder = ownTempFolder();
  if (folder === undefined) return;
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  onTempFolder(folder);
  process.on('exit', () => removeNow(folder));
}
