import { type AppProcess, describeOutput, startApp } from './app-process.ts';
import { requireFree, waitForApp } from './app-ready.ts';
import type { AppStart, ConnectOptions, RestartableApp } from './connection.ts';

interface StartOptions extends Pick<ConnectOptions, 'context' | 'host' | 'onAppStarted' | 'onAppFailed'> {
  readonly start: AppStart;
  /** The app's environment variables. */
  readonly appEnv: NodeJS.ProcessEnv;
}

/** An app that was started for the tests, and can be started again. Disposing of it ends it. */
export class StartedApp implements RestartableApp, AsyncDisposable {
  readonly #options: StartOptions;
  #process: AppProcess | undefined;
  #isReady = false;

  constructor(options: StartOptions) {
    this.#options = options;
  }

  /** Starts the app, without waiting for it. @throws UserError if another program answers already. */
  async start(signal: AbortSignal): Promise<void> {
    const { start, context, appEnv, host, onAppStarted } = this.#options;
    await requireFree(start.waitOn, signal);
    host.info(`Starting the app: ${start.command}`);
    this.#isReady = false;
    this.#process = startApp(start.command, { cwd: context.workspace, env: appEnv });
    if (this.#process.pid !== undefined) onAppStarted(this.#process.pid);
  }

  /** Waits until the app answers; reports it if it fails later. @throws UserError */
  async wait(signal: AbortSignal): Promise<void> {
    const { start, host, onAppFailed = (text) => host.warning(text) } = this.#options;
    const process = this.#process;
    if (process === undefined) return;
    const onDoubt = (text: string) => host.info(text);
    const app = { process, timeoutMs: start.timeoutMs, onDoubt };
    await waitForApp(start.waitOn, { signal, app });
    this.#isReady = true;
    void process.failed.then((how) => {
      if (process === this.#process)
        onAppFailed(`The app ${how} after it had answered.${describeOutput(process)}`);
    });
  }

  /** Whether its command has failed, or it has never answered. A command that ends well may have started the app in the background. */
  hasFailed(): boolean {
    return !this.#isReady || this.#process?.failure() !== undefined;
  }

  /** Ends the app, starts it again, and waits until it answers. @throws UserError */
  async restart(signal: AbortSignal): Promise<void> {
    await this[Symbol.asyncDispose]();
    await this.start(signal);
    await this.wait(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    await process?.[Symbol.asyncDispose]();
  }
}
