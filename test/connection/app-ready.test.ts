import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Fetch } from '../../src/client/transport.ts';
import type { AppProcess } from '../../src/connection/app-process.ts';
import { answers, waitForApp } from '../../src/connection/app-ready.ts';
import { fetchDirectly, probe } from '../../src/connection/app-requests.ts';
import { untrustedCertificate } from '../support/certificate.ts';
import { startHttpServer } from '../support/http-server.ts';
import { startHttpsServer } from '../support/https-server.ts';
import { refusingUrl } from '../support/raw-server.ts';

/** Waits for an app until something else has failed. */
async function waitUntil(failed: Promise<Error>, url: string, more: { advice?: string } = {}) {
  const lines: string[] = [];
  const stop = new AbortController();
  void failed.then((reason) => stop.abort(reason));
  const onWaiting = (text: string) => lines.push(text);
  const end: unknown = await waitForApp(url, { signal: stop.signal, onWaiting, ...more }).catch(
    (error: unknown) => error,
  );
  return { lines, end };
}

beforeEach(() => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
});

const failure = new Error('No browser could be reached');
const never = new Promise<Error>(() => {});
const { signal } = new AbortController();

it('an app that answers is not waited for', async () => {
  await using app = await startHttpServer((_, response) => void response.writeHead(404).end());
  expect(await waitUntil(never, app.url)).toEqual({ lines: [], end: undefined });
});

it('an app that speaks plain HTTP at an https URL is refused at once', async () => {
  await using app = await startHttpServer((_, response) => void response.end());
  const { lines, end } = await waitUntil(never, app.url.replace('http', 'https'));
  expect(String(end)).toContain(
    `The app at ${app.url.replace('http', 'https')} answers with plain HTTP, not HTTPS. Write ${app.url}.`,
  );
  expect(lines).toEqual([]);
  const answer = answers(app.url.replace('http', 'https'), signal);
  await expect(answer).rejects.toThrow('answers with plain HTTP');
});

it('an app that speaks only HTTPS at an http URL is refused at once', async () => {
  await using app = await startHttpsServer(
    untrustedCertificate('itself'),
    (_, response) => void response.end(),
  );
  const url = app.url.replace('https', 'http');
  const { lines, end } = await waitUntil(never, url);
  expect(String(end)).toContain(`The app at ${url} answers with HTTPS, not plain HTTP. Write ${app.url}.`);
  expect(lines).toEqual([]);
  await using refusing = await startHttpServer((_, response) => void response.writeHead(400).end());
  expect(await waitUntil(never, refusing.url)).toEqual({ lines: [], end: undefined });
});

it('an app that is served over HTTPS alone is not waited for at the port of HTTP', async () => {
  await using app = await startHttpsServer(
    untrustedCertificate('itself'),
    (_, response) => void response.end(),
  );
  const ports: Readonly<Record<string, string>> = { 'http:': await refusingUrl(), 'https:': app.url };
  const send: Fetch = (url, request) => fetchDirectly(ports[new URL(url).protocol] ?? url, request);
  expect(await probe(send, 'http://shop.test/', signal)).toBe('HTTPS only');
  // Another program may have the other port of this machine.
  expect(await probe(send, 'http://localhost/', signal)).toBe('ECONNREFUSED');
  expect(await probe(send, 'https://shop.test/', signal)).toBe(200);
});

it('an app that answers a plain request with a TLS alert is refused at once', async () => {
  await using app = await startHttpsServer(
    untrustedCertificate('itself'),
    (_, response) => void response.end(),
  );
  const alert = Buffer.from([0x15, 3, 3, 0, 2, 2, 70]);
  const handshake = 0x16;
  const front = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (first) => {
        if (first[0] !== handshake) return socket.end(alert);
        const inner = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => {});
        inner.write(first);
        return socket.pipe(inner).pipe(socket);
      });
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { lines, end } = await waitUntil(never, url);
  front.close();
  expect(String(end)).toContain(`The app at ${url} answers with HTTPS, not plain HTTP.`);
  expect(lines).toEqual([]);
});

it('a port that browsers do not open is refused at once', async () => {
  const { lines, end } = await waitUntil(never, 'http://localhost:9');
  expect(String(end)).toContain('Browsers do not open the port of http://localhost:9');
  expect(lines).toEqual([]);
});

it('an app behind the proxy is reached through it, as in the browser', async () => {
  await using proxy = await startHttpServer((_, response) => void response.end('the app'));
  vi.stubEnv('HTTP_PROXY', proxy.url);
  expect(await waitUntil(never, 'http://app.invalid/')).toEqual({ lines: [], end: undefined });
  expect(proxy.requests.map(({ url }) => url)).toEqual(['http://app.invalid/']);
});

it('an app on loopback is reached directly, whatever the proxy is', async () => {
  await using proxy = await startHttpServer((_, response) => void response.end('not the app'));
  await using app = await startHttpServer((_, response) => void response.end('the app'));
  vi.stubEnv('HTTP_PROXY', proxy.url);
  for (const host of ['127.0.0.1', 'localhost']) await waitUntil(never, app.url.replace('127.0.0.1', host));
  expect(app.requests).toHaveLength(2);
  expect(proxy.requests).toEqual([]);
});

it('an app at a name of this machine is reached as in the browser, without a resolver that knows it', async () => {
  await using app = await startHttpServer((_, response) => void response.end());
  const url = app.url.replace('127.0.0.1', 'shop.localhost');
  expect(await waitUntil(never, url)).toEqual({ lines: [], end: undefined });
});

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

it.runIf(hasIPv6)('an app that listens on IPv6 only answers at localhost', async () => {
  const app = createHttpServer((_, response) => void response.end()).listen(0, '::1');
  await once(app, 'listening');
  const address = app.address();
  const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  expect(await waitUntil(never, url)).toEqual({ lines: [], end: undefined });
  app.close();
  app.closeAllConnections();
});

it('the variable of a proxy without a URL is named, and its value is not', async () => {
  vi.stubEnv('HTTP_PROXY', 'ann:secret@proxy');
  const { end } = await waitUntil(never, 'http://app.invalid/');
  expect(String(end)).toContain('HTTP_PROXY is not a valid proxy URL');
  expect(String(end)).not.toContain('secret');
});

it('the reason of an abort is not reported as a reason of the app', async () => {
  const requested = Promise.withResolvers<Error>();
  await using app = await startHttpServer(() => requested.resolve(failure));
  expect(await waitUntil(requested.promise, app.url)).toEqual({ lines: [], end: failure });
});

it.each([
  [{}, 'Check the log of the app, and the input `url`.'],
  [{ advice: 'Check the input `base-url`.' }, 'Check the input `base-url`.'],
])('an abort does not replace what the app answered before; given %j', async (given, advice) => {
  const askedAgain = Promise.withResolvers<Error>();
  let isUp = false;
  await using app = await startHttpServer((_, response) => {
    if (isUp) askedAgain.resolve(failure);
    else response.writeHead(503).end();
    isUp = true;
  });
  const { lines, end } = await waitUntil(askedAgain.promise, app.url, given);
  expect(lines).toEqual([`Waiting up to 30 s for ${app.url} (it answered 503)`]);
  expect(String(end)).toMatch(/is not ready at .* \(it answered 503, after \d s\)/);
  expect(String(end)).toContain(`). ${advice}`);
});

it('an app that accepts the connection and never responds is reported as such', async () => {
  const { timeout } = AbortSignal;
  using _ = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50));
  const askedAgain = Promise.withResolvers<Error>();
  let requests = 0;
  await using app = await startHttpServer(() => {
    requests += 1;
    if (requests > 1) askedAgain.resolve(failure);
  });
  const { lines, end } = await waitUntil(askedAgain.promise, app.url);
  expect(lines).toEqual([`Waiting up to 30 s for ${app.url} (no response within 5 s)`]);
  expect(String(end)).toMatch(/does not answer at .* \(no response within 5 s, after \d+ s\)\. Start it/);
});

it('an app that answers the first request late is ready, although a later one is not answered', async () => {
  const { timeout } = AbortSignal;
  using _ = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout.call(AbortSignal, ms === 5000 ? 50 : ms));
  let answerFirst = () => {};
  await using app = await startHttpServer((_, response) => {
    answerFirst();
    answerFirst = () => void response.writeHead(200).end();
  });
  await expect(waitForApp(app.url, { signal: new AbortController().signal })).resolves.toBeUndefined();
});

it.each([500, 502])(
  'a started app that answers %i is waited for until it answers otherwise',
  async (status) => {
    let requests = 0;
    await using app = await startHttpServer((_, response) => {
      requests += 1;
      response.writeHead(requests === 1 ? status : 404).end();
    });
    await waitForApp(app.url, { signal, app: { process: processThat({}), timeoutMs: 60_000 } });
    expect(requests).toBe(2);
  },
);

it('an app that keeps answering 500 counts as ready, so that the tests show the fault', async () => {
  await using app = await startHttpServer((_, response) => {
    response.writeHead(500).end();
  });
  await waitForApp(app.url, { signal, app: { process: processThat({}), timeoutMs: 0 } });
  expect(await waitUntil(never, app.url)).toEqual({ lines: [], end: undefined });
});

function processThat(more: Partial<AppProcess>): AppProcess {
  return {
    pid: undefined,
    end: () => undefined,
    failure: () => undefined,
    ended: Promise.withResolvers<void>().promise,
    lastLines: () => [],
    async [Symbol.asyncDispose]() {},
    ...more,
  };
}

it('an error names another address that the app has printed, if it answers there', async () => {
  await using app = await startHttpServer((_, response) => void response.writeHead(503).end());
  await using other = await startHttpServer((_, response) => void response.end());
  const { port } = new URL(other.url);
  const lines = [`  Local: http://0.0.0.0:${port}/ (http://192.0.2.1:${port})`];
  const process = processThat({ lastLines: () => lines });
  const end = waitForApp(app.url, { signal, app: { process, timeoutMs: 0 } });
  const advice = `It has printed http://localhost:${port}, which answers. If that is the app, set the input \`url\` to it.`;
  await expect(end).rejects.toThrow(advice);
});

it('an error does not name another address if the app has come up while it was asked', async () => {
  let isUp = false;
  await using app = await startHttpServer((_, response) => void response.writeHead(isUp ? 200 : 503).end());
  await using other = await startHttpServer((_, response) => {
    isUp = true;
    response.end();
  });
  const process = processThat({ lastLines: () => [other.url] });
  const end = waitForApp(app.url, { signal, app: { process, timeoutMs: 0 } });
  await expect(end).rejects.toThrow(/\(it answered 503, after \d+ s\)\. Check the inputs/);
});

it('an error names the process that exited, and no other address that is not ready', async () => {
  await using app = await startHttpServer((_, response) => {
    response.writeHead(503).end();
  });
  const process = processThat({ lastLines: () => [app.url.replace('127.0.0.1', 'localhost')] });
  const end = waitForApp(app.url, { signal, app: { process, timeoutMs: 0 } });
  await expect(end).rejects.toThrow(/\(it answered 503, after \d+ s\)\. Check the inputs/);
  const ended = processThat({ end: () => 'ended with exit code 0' });
  const given = waitForApp(app.url, { signal, app: { process: ended, timeoutMs: 0 } });
  await expect(given).rejects.toThrow('. The command that starts the app ended with exit code 0. Check the');
});

it('an app that answers at the other address of this machine only is named, whether it was started here or not', async () => {
  await using app = await startHttpServer((_, response) => void response.end());
  const url = app.url.replace('127.0.0.1', '[::1]');
  const advice = `${app.url} answers. If that is the app, set the input \`url\` to it.`;
  const started = waitForApp(url, { signal, app: { process: processThat({}), timeoutMs: 0 } });
  await expect(started).rejects.toThrow(advice);
  const stop = new AbortController();
  const running = waitForApp(url, { signal: stop.signal, onWaiting: () => stop.abort() });
  await expect(running).rejects.toThrow(advice);
});
