import { messageOf, UserError } from '../common/errors.ts';
import { createGenerator } from '../generation/generator.ts';
import { isDriverNoise } from '../runner/browser/driver.ts';
import { openRunner } from '../runner/open-runner.ts';
import { logSafe } from '../runtime/log-text.ts';
import { createRedactor } from '../runtime/redactor.ts';
import { openEmbeddedService, type ServiceOptions } from '../service/embedded-service.ts';
import { describeInternalError } from '../service/http/http-problem.ts';
import { listen } from '../service/http/http-server.ts';
import { UnusableDatabase } from '../service/store/database.ts';
import type { ServeOptions } from './serve-options.ts';

/**
 * Serves the embedded service on a port until a signal comes.
 * @throws UserError if the database or the port cannot be used.
 */
export async function serve(options: ServeOptions): Promise<void> {
  stopOnInternalError();
  const { env, platform } = process;
  const machine = { env, platform, workspace: process.cwd() };
  await using runner = openRunner(machine, { ...options.runner, redactor: createRedactor });
  const generate = createGenerator({
    machine,
    redactor: createRedactor,
    info: (text) => console.error(logSafe(text)),
    ...(options.model && { model: options.model }),
  });
  await using service = open({ ...options, runner, generate });
  const server = await listen(service.fetch, options).catch((error: unknown) => {
    throw new UserError(
      `Cannot listen on ${options.host}, port ${options.port}: ${messageOf(error)}. Choose another --port or --host.`,
    );
  });
  if (options.apiKey === undefined) console.log(`API key: ${service.apiKey}`);
  console.log(`listening on ${server.url}`);
  await signalled();
  // Requests that wait for a run are answered because the run is stopped, so both go on at once.
  await Promise.all([server[Symbol.asyncDispose](), service.stopWork()]);
}

function open(options: ServiceOptions) {
  try {
    return openEmbeddedService(options);
  } catch (error) {
    throw error instanceof UnusableDatabase ? new UserError(error.message) : error;
  }
}

/** Unlike in other commands, the message of the error may quote a request, so it is not printed. */
function stopOnInternalError(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.removeAllListeners(event);
    process.on(event, (error: unknown) => {
      if (isDriverNoise(error)) return;
      // For example, a run that could not be stored: the next start ends it properly.
      const what = error instanceof Error ? describeInternalError(error) : 'an unknown error';
      console.error(`Unexpected internal error, the service stops: ${what}`);
      process.exit(1);
    });
  }
}

/** Later signals are ignored: npm passes on to its script what the terminal has sent to both of them. */
async function signalled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  return promise;
}
