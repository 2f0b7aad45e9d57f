import { createGenerator } from '../generation/generate.ts';
import { isDriverNoise } from '../runner/browser/driver.ts';
import { openRunner } from '../runner/open-runner.ts';
import type { Runner } from '../runner/runner.ts';
import { logSafe } from '../runtime/log-text.ts';
import { createRedactor } from '../runtime/redactor.ts';
import { type EmbeddedService, openEmbeddedService } from '../service/embedded-service.ts';
import { describeInternalError } from '../service/http/http-problem.ts';
import { type HttpServer, listen } from '../service/http/http-server.ts';
import {
  parseServeOptions,
  type ServeOptions,
  serveUsage,
  WrongArguments,
} from '../service/http/serve-options.ts';
import { UnusableDatabase } from '../service/store/database.ts';

/**
 * Serves the embedded service on a port until a signal comes. Exit code 2 for wrong arguments, 1 if it cannot start.
 * @param command what the user has called, for the usage.
 */
export async function serveUntilSignal(args: readonly string[], command: string): Promise<void> {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      if (isDriverNoise(error)) return;
      // For example, a run that could not be stored: the next start ends it properly.
      end(
        1,
        `Unexpected internal error, the service stops: ${error instanceof Error ? describeInternalError(error) : 'an unknown error'}`,
      );
    });
  }

  const usage = serveUsage(command);
  try {
    const options = parseServeOptions(args, process.env);
    if (options === undefined) console.log(usage);
    else await serve(options);
  } catch (error) {
    if (error instanceof WrongArguments) end(2, `${error.message}\n\n${usage}`);
    if (error instanceof UnusableDatabase) end(1, error.message);
    throw error;
  }
}

async function serve(options: ServeOptions): Promise<void> {
  const { env, platform } = process;
  const machine = { env, platform, workspace: process.cwd() };
  const runner = openRunner(machine, { ...options.play, redactor: createRedactor });
  const generate = createGenerator({
    machine,
    redactor: createRedactor,
    info: (text) => console.error(logSafe(text)),
    ...(options.model && { model: options.model }),
  });
  const service = openEmbeddedService({ ...options, runner, generate });
  const server = await listen(service.fetch, options).catch((error: Error) =>
    end(1, `Cannot listen on ${options.host}, port ${options.port}: ${error.message}`),
  );
  if (options.apiKey === undefined) console.log(`API key: ${service.apiKey}`);
  console.log(`listening on ${server.url}`);
  await waitForSignal();
  await stop(service, server, runner);
  process.exit(0);
}

/** Later signals are ignored: npm passes on to its script what the terminal has sent to both of them. */
async function waitForSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  return promise;
}

/** Requests that wait for a run are answered because the run is stopped, so both go on at once. */
async function stop(service: EmbeddedService, server: HttpServer, runner: Runner): Promise<void> {
  await Promise.all([server[Symbol.asyncDispose](), service.stopWork()]);
  await service[Symbol.asyncDispose]();
  await runner[Symbol.asyncDispose]();
}

function end(code: number, message: string): never {
  console.error(message);
  process.exit(code);
}
