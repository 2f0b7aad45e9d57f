import { setMaxListeners } from 'node:events';
import { pipeline, type Readable } from 'node:stream';
import methods from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import { orAborted } from '../common/async.ts';
import { NeverSent } from './client-errors.ts';
import type { Fetch } from './transport.ts';

/** A pool of connections. Disposing of it closes them, including those that are still being established. */
interface Network extends AsyncDisposable {
  readonly fetch: Fetch;
}

const connectTimeoutMs = 10_000;

// As undici's index does it, which would load twice as much code before the first request.
Object.assign(Dispatcher.prototype, methods);

/**
 * Opens a pool of connections, through the proxies of HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Redirects are not
 * followed, so that the API key never leaves its origin.
 * @throws Error if one of these variables is not a URL.
 */
export function openNetwork(): Network {
  const closing = new AbortController();
  // Each socket adds a listener.
  setMaxListeners(0, closing.signal);
  const agent = createAgent(closing.signal);
  return {
    fetch: async (url, { headers, onSent, ...sent }) => {
      let started = false;
      const dispatcher = agent.compose((dispatch) => (options, handler) => {
        onDispatch(handler, () => {
          started = true;
          // The request is written next.
          if (onSent !== undefined) setImmediate(onSent);
        });
        return dispatch(options, handler);
      });
      const { origin, pathname, search } = new URL(url);
      try {
        const request = dispatcher.request({
          ...sent,
          origin,
          path: pathname + search,
          headers: { 'accept-encoding': acceptedEncodings, ...headers },
        });
        // undici notices an abort only once the connection is made.
        const answer = await orAborted(request, sent.signal);
        const header = (name: string) => [answer.headers[name] ?? []].flat().join(', ') || null;
        const body = await decompress(answer.body, header('content-encoding') ?? '');
        return { status: answer.statusCode, headers: { get: header }, body };
      } catch (error) {
        throw started ? error : new NeverSent(error);
      }
    },
    async [Symbol.asyncDispose]() {
      // destroy() does not abort a TLS handshake, which would keep the process alive for 10 s.
      closing.abort();
      await agent.destroy();
    },
  };
}

function createAgent(signal: AbortSignal): Dispatcher {
  const sockets = { signal, timeout: connectTimeoutMs };
  try {
    return new EnvHttpProxyAgent({
      connect: sockets,
      proxyTls: sockets,
      connections: 8,
      keepAliveMaxTimeout: 60_000,
      // The timeout of the attempt covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
  } catch {
    // The value is not printed because it may contain a password.
    throw new Error(
      'HTTPS_PROXY or HTTP_PROXY is not a valid proxy URL. Write it in full, such as http://proxy.example.com:3128.',
    );
  }
}

/** undici starts a request once it has a connection, just before it writes the first byte. */
function onDispatch(handler: Dispatcher.DispatchHandler, onStart: () => void): void {
  const start = handler.onRequestStart?.bind(handler);
  handler.onRequestStart = (controller, context) => {
    onStart();
    start?.(controller, context);
  };
}

/** The encodings that requests accept. Servers disagree about what `deflate` is. */
const acceptedEncodings = 'gzip, br';

const maxEncodings = 5;

/**
 * Decompresses a body according to its `Content-Encoding`. A body in an unknown encoding is returned as it is.
 * @throws Error if there are more than five encodings.
 */
async function decompress(body: Readable, contentEncoding: string): Promise<Readable> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (encodings.length === 0) return body;
  if (encodings.length > maxEncodings) throw new Error(`the body has ${encodings.length} encodings`);
  // Loaded late: many answers are not compressed.
  const { createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  const known = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  };
  const factories = new Map(Object.entries(known));
  const create = encodings.toReversed().flatMap((encoding) => factories.get(encoding) ?? []);
  if (create.length < encodings.length) return body;
  // The callback is required; the error also ends the stream that is read.
  return create.reduce((source, decoder) => pipeline(source, decoder(), () => {}), body);
}
