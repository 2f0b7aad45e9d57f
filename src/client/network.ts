import { setMaxListeners } from 'node:events';
import { type Dispatcher, EnvHttpProxyAgent, fetch } from 'undici';
import { type Fetch, NeverSent } from './transport.ts';

/** The network, with connections of its own. Disposing of it closes them, also those that are still being made. */
export interface Network extends AsyncDisposable {
  readonly fetch: Fetch;
}

const connectTimeoutMs = 10_000;

/**
 * Opens the network, through the proxies that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name. Redirects are left to the
 * caller, so that the API key never leaves its origin.
 * @throws Error where such a variable holds no URL.
 */
export function openNetwork(): Network {
  const closing = new AbortController();
  // Each socket listens to it.
  setMaxListeners(0, closing.signal);
  const agent = createAgent(closing.signal);
  return {
    fetch: async (url, request) => {
      let started = false;
      const dispatcher = agent.compose((dispatch) => (options, handler) => {
        tellStart(handler, () => {
          started = true;
        });
        return dispatch(options, handler);
      });
      try {
        return await fetch(url, { ...request, redirect: 'manual', dispatcher });
      } catch (error) {
        throw started ? error : new NeverSent(error);
      }
    },
    async [Symbol.asyncDispose]() {
      // A TLS handshake that is under way is left to itself by destroy(), and would keep the process for ten seconds.
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
      // The time for one attempt covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
  } catch {
    // What it holds is not printed: it may have a password in it.
    throw new Error(
      'HTTPS_PROXY or HTTP_PROXY holds no URL of a proxy. Write it in full, such as http://proxy.example.com:3128.',
    );
  }
}

/** A handler is told of the start when there is a connection, just before the first byte is written. */
function tellStart(handler: Dispatcher.DispatchHandler, onStart: () => void): void {
  const start = handler.onRequestStart?.bind(handler);
  handler.onRequestStart = (controller, context) => {
    onStart();
    start?.(controller, context);
  };
}
