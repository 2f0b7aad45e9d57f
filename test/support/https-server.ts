import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';

export interface HttpsServer extends AsyncDisposable {
  /** Names the host `localhost`. */
  readonly url: string;
}

/** A real HTTPS server on a free loopback port. @param certificate with its key, and other options. */
export async function startHttpsServer(
  certificate: ServerOptions,
  answer: RequestListener,
): Promise<HttpsServer> {
  const server = createServer(certificate, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `https://localhost:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
