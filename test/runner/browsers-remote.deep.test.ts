import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { EndpointUnreachable, parseEndpoints, reasonOf } from '../../src/runner/browser/connect-remote.ts';
import { remoteBrowsers } from '../../src/runner/browser/remote-browsers.ts';
import { openRunner } from '../../src/runner/open-runner.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { startDebuggedChromium, startPlaywrightServer } from '../support/browser-servers.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { startPages } from '../support/pages.ts';
import { pollOptions } from '../support/poll-options.ts';
import { aPlan, passed, runPlan, testMachine } from '../support/test-runner.ts';

async function openRemote(endpoints: readonly string[], workers = 2): Promise<Runner> {
  return openRunner(await testMachine(), { endpoints, workers, retries: 0 });
}

/** What preparing a browser at an endpoint fails with. */
async function failure(endpoint: string, browser: 'CHROMIUM' | 'FIREFOX' = 'CHROMIUM'): Promise<string> {
  await using runner = await openRemote([endpoint]);
  const error: unknown = await runner.prepare(browser).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EndpointUnreachable);
  return error instanceof Error ? error.message : '';
}

/** A server that answers every attempt to open a WebSocket with the same text. */
async function refusing(answer: string) {
  const seen: string[] = [];
  const server = createServer((_, response) => response.writeHead(404).end());
  server.on('upgrade', ({ url }, socket) => {
    seen.push(url ?? '');
    socket.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    seen,
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A proxy of a server that can go down, until it has refused a number of connections. */
async function goingDown(target: string, refusals: number) {
  const { hostname, port, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  let toRefuse = 0;
  const server = createTcpServer((socket) => {
    if (toRefuse > 0) {
      toRefuse -= 1;
      socket.destroy();
      return;
    }
    const behind = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const address = server.address();
  const own = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `ws://127.0.0.1:${own}${pathname}`,
    refused: () => refusals - toRefuse,
    goDown() {
      toRefuse = refusals;
      cut();
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
    },
  };
}

/** Host and port without a server. */
async function unused(): Promise<string> {
  await using server = await startHttpServer(() => {});
  return new URL(server.url).host;
}

describe.concurrent('browsers elsewhere', () => {
  it('run the cases', async () => {
    await using pages = await startPages();
    await using first = await startPlaywrightServer();
    await using second = await startPlaywrightServer();
    await using runner = await openRemote([`${first.url}?token=abc`, second.url], 4);
    const path = pages.add('<p>Hi</p>');
    const cases = [1, 2, 3, 4].map(() => aCase({ elements: [goTo(path), seesCss('p')] }));
    expect(await runPlan(runner, aPlan(pages.url, cases))).toEqual(
      expect.arrayContaining(cases.map(({ id }) => passed(id))),
    );
  });

  it('that die during a case are replaced by another', async () => {
    await using pages = await startPages();
    await using first = await startPlaywrightServer();
    await using second = await startPlaywrightServer();
    await using runner = await openRemote([first.url, second.url], 2);
    // The page has what the case waits for as soon as the path /open is there.
    pages.add(
      '<p hidden>Hi</p><script>setInterval(async () => { document.querySelector("p").hidden = !(await fetch("/open")).ok }, 50)</script>',
      '/',
    );
    const cases = [1, 2].map(() => aCase({ elements: [goTo('/'), seesCss('p')] }));
    const outcomes = runPlan(runner, aPlan(pages.url, cases, { timeoutPerStepMs: 120_000 }));
    const visits = (count: number) =>
      vi.waitFor(
        () => expect(pages.requests.filter(({ url }) => url === '/')).toHaveLength(count),
        pollOptions,
      );
    await visits(2);
    await first.kill();
    await visits(3);
    pages.add('', '/open');
    expect(await outcomes).toEqual(expect.arrayContaining(cases.map(({ id }) => passed(id))));
  });

  it('that are all restarted are waited for, and the case that was cut off is run again', async () => {
    await using pages = await startPages();
    await using server = await startPlaywrightServer();
    await using endpoint = await goingDown(server.url, 4);
    await using runner = await openRemote([endpoint.url]);
    const [waiting, there] = [pages.add('<p hidden>Hi</p>', '/'), pages.add('<p>Hi</p>')];
    const [cutOff, next] = [waiting, there].map((path) => aCase({ elements: [goTo(path), seesCss('p')] }));
    if (cutOff === undefined || next === undefined) throw new Error('no cases');
    const outcomes = runPlan(runner, aPlan(pages.url, [cutOff, next], { timeoutPerStepMs: 240_000 }));
    await vi.waitFor(() => expect(pages.requests.map(({ url }) => url)).toContain('/'), pollOptions);
    pages.add('<p>Hi</p>', '/');
    endpoint.goDown();
    expect(await outcomes).toEqual(expect.arrayContaining([cutOff, next].map(({ id }) => passed(id))));
    expect(endpoint.refused()).toBe(4);
  });

  it.each(['ws', 'http'])('that speak the DevTools protocol are driven over %s', async (scheme) => {
    await using pages = await startPages();
    await using chromium = await startDebuggedChromium();
    const { host } = new URL(chromium.url);
    await using runner = await openRemote([`${scheme}://${host}/?token=abc`]);
    const testCase = aCase({ elements: [goTo(pages.add('<p>Hi</p>')), seesCss('p')] });
    expect(await runPlan(runner, aPlan(pages.url, [testCase]))).toEqual([passed(testCase.id)]);
  });

  it('are tried one after the other until one answers', async () => {
    await using pages = await startPages();
    await using server = await startPlaywrightServer();
    await using runner = await openRemote(['ws://127.0.0.1:1/', `http://${await unused()}`, server.url]);
    const testCase = aCase({ elements: [goTo(pages.add('<p>Hi</p>')), seesCss('p')] });
    expect(await runPlan(runner, aPlan(pages.url, [testCase]))).toEqual([passed(testCase.id)]);
  });

  it('that all fail end the run with one error, which lists each without its secrets', async () => {
    const host = await unused();
    await using runner = await openRemote([
      `ws://${host}/a?token=hunter22`,
      `https://me:pass-word@${host}/b`,
    ]);
    const running = runPlan(runner, aPlan('http://127.0.0.1:9', [aCase(), aCase(), aCase()]));
    const message = await running.then(String, String);
    expect(message).toMatch(new RegExp(`- ws://${host}/a: .*ECONNREFUSED`));
    expect(message).toMatch(new RegExp(`- https://${host}/b: .*ECONNREFUSED`));
    expect(message).not.toMatch(/hunter22|pass-word|Call log/);
  });
});

describe.concurrent('leases', () => {
  const dedicated = false;

  it('go to the endpoint that has the fewest', async () => {
    await using first = await startPlaywrightServer();
    await using second = await startPlaywrightServer();
    await using pool = remoteBrowsers(parseEndpoints([first.url, second.url]), 'CHROMIUM');
    const leases = [
      await pool.lease({ dedicated }),
      await pool.lease({ dedicated }),
      await pool.lease({ dedicated }),
    ];
    const [one, other] = leases.map(({ browser }) => browser);
    expect(other).not.toBe(one);
    expect(leases[2]?.browser).toBe(one);
    for (const lease of leases.filter(({ browser }) => browser === one)) await lease[Symbol.asyncDispose]();
    expect((await pool.lease({ dedicated })).browser).toBe(one);
  });

  it('of discarded browsers use other endpoints, and return if there is no other', async () => {
    await using first = await startPlaywrightServer();
    await using second = await startPlaywrightServer();
    await using pool = remoteBrowsers(parseEndpoints([first.url, second.url]), 'CHROMIUM');
    const lease = await pool.lease({ dedicated });
    await lease.discard();
    expect(lease.browser.isConnected()).toBe(false);
    const [next, more] = [await pool.lease({ dedicated }), await pool.lease({ dedicated })];
    expect(more.browser).toBe(next.browser);
    await second.kill();
    const last = await pool.lease({ dedicated });
    expect(last.browser.isConnected()).toBe(true);
    expect(last.browser).not.toBe(next.browser);
  });
});

describe.concurrent('leases dedicated', () => {
  it('have their own connection, whose end does not make its endpoint be avoided', async () => {
    await using server = await startPlaywrightServer();
    await using pool = remoteBrowsers(parseEndpoints([server.url]), 'CHROMIUM');
    const shared = await pool.lease({ dedicated: false });
    const own = await pool.lease({ dedicated: true });
    expect(own.browser).not.toBe(shared.browser);
    const again = await pool.lease({ dedicated: false });
    expect(again.browser).toBe(shared.browser);
    await own[Symbol.asyncDispose]();
    expect([own.browser, shared.browser].map((browser) => browser.isConnected())).toEqual([false, true]);
  });

  it('that wait for an endpoint are let go when the pool is closed', async () => {
    await using server = await startPlaywrightServer();
    await using endpoint = await goingDown(server.url, 1000);
    const pool = remoteBrowsers(parseEndpoints([endpoint.url]), 'CHROMIUM');
    const { browser } = await pool.lease({ dedicated: false });
    const gone = new Promise((resolve) => browser.once('disconnected', resolve));
    endpoint.goDown();
    await gone;
    const waiting = pool.lease({ dedicated: true }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(endpoint.refused()).toBeGreaterThan(3), pollOptions);
    await pool[Symbol.asyncDispose]();
    expect(await waiting).toBeInstanceOf(EndpointUnreachable);
  });
});

describe.concurrent('an endpoint', () => {
  it('that refuses is reported without the token', async () => {
    await using server = await refusing(
      'HTTP/1.1 401 Unauthorized\r\n\r\nthe token hunter22 of me:pass-word is wrong',
    );
    const message = await failure(`ws://me:pass-word@${server.host}/x?token=hunter22`);
    expect(server.seen).toEqual(['/x?token=hunter22']);
    expect(message).toContain(`ws://${server.host}/x: `);
    expect(message).toContain('401 Unauthorized');
    expect(message).not.toMatch(/hunter22|pass-word/);
  });

  it('over http receives its query and credentials, which are not reported', async () => {
    await using server = await startHttpServer((_, response) => {
      response.writeHead(401).end('no');
    });
    const { host } = new URL(server.url);
    const message = await failure(`http://me:pass-word@${host}/x?token=hunter22`);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/x/status?token=hunter22',
      '/x/json/version/?token=hunter22',
    ]);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      ['me:pass-word', 'me:pass-word'].map((each) => `Basic ${Buffer.from(each).toString('base64')}`),
    );
    expect(message).toContain('401');
    expect(message).not.toMatch(/hunter22|pass-word/);
  });

  it('of another Playwright version is reported with both versions', async () => {
    await using server = await refusing(
      'HTTP/1.1 428 Precondition Required\r\n\r\n╔══╗\n║ Playwright version mismatch: ║\n║ - server version: v1.50 ║\n║ - client version: v1.62 ║\n╚══╝',
    );
    expect(await failure(`ws://${server.host}/`)).toMatch(
      /server version: v1\.50 - client version: v1\.62.*: the server must run Playwright 1\.62\.1/,
    );
  });

  it('whose browser does not start says so without the command line', () => {
    const [endpoint] = parseEndpoints(['ws://127.0.0.1:1/']);
    if (endpoint === undefined) throw new Error('no endpoint');
    const logs = [
      'Browser logs:\n\n<launching> /chrome --flag',
      '<launching> /chrome --flag',
      'Call log:\n  - --flag',
    ];
    for (const log of logs) {
      const error = new Error(`browserType.connect: The browser has been closed\n${log}`);
      expect(reasonOf(error, endpoint)).toBe('The browser has been closed');
    }
  });

  it('without TLS says that it has none', async () => {
    await using server = await refusing('');
    expect(await failure(`wss://${server.host}/`)).toMatch(/SSL|EPROTO|TLS/i);
  });

  it('that has another browser says which', async () => {
    await using server = await startPlaywrightServer();
    expect(await failure(server.url, 'FIREFOX')).toContain('it runs CHROMIUM, but FIREFOX was requested');
  });

  it('that speaks the DevTools protocol has CHROMIUM only', async () => {
    await using chromium = await startDebuggedChromium();
    expect(await failure(chromium.url, 'FIREFOX')).toContain('which supports only CHROMIUM');
  });

  it.each(['127.0.0.1:4444', 'ftp://host/?token=hunter22', ''])('%j is refused', async (text) => {
    const opening = openRemote(['ws://127.0.0.1:1', text]);
    await expect(opening).rejects.toThrow('Browser endpoint 2 of 2 is not a URL. It must start with ws://');
    await expect(opening).rejects.not.toThrow('hunter22');
  });
});
