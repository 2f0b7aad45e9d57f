import { expect, it } from 'vitest';
import { waitForApp } from '../src/app-ready.ts';
import { startHttpServer } from './support/http-server.ts';

/** Waits for an app until something else has failed. */
async function waitUntil(failed: Promise<Error>, url: string) {
  const told: string[] = [];
  const stop = new AbortController();
  void failed.then((reason) => stop.abort(reason));
  const end: unknown = await waitForApp(url, stop.signal, (reason) => told.push(reason)).catch(
    (error: unknown) => error,
  );
  return { told, end };
}

const failure = new Error('No browser could be reached');

it('an app that answers is not waited for', async () => {
  await using app = await startHttpServer((_, response) => void response.writeHead(404).end());
  const never = new Promise<Error>(() => {});
  expect(await waitUntil(never, app.url)).toEqual({ told: [], end: undefined });
});

it('what ends the waiting is not told as a reason of the app', async () => {
  const asked = Promise.withResolvers<Error>();
  await using app = await startHttpServer(() => asked.resolve(failure));
  expect(await waitUntil(asked.promise, app.url)).toEqual({ told: [], end: failure });
});

it('nor in place of what the app had answered before', async () => {
  const askedAgain = Promise.withResolvers<Error>();
  let isUp = false;
  await using app = await startHttpServer((_, response) => {
    if (isUp) askedAgain.resolve(failure);
    else response.writeHead(503).end();
    isUp = true;
  });
  const { told, end } = await waitUntil(askedAgain.promise, app.url);
  expect(told).toEqual([`Waiting for ${app.url} (it answered 503)`]);
  expect(String(end)).toMatch(/does not answer at .* \(it answered 503, after \d s\)/);
});
