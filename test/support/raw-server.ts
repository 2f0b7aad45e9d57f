import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** What a raw server does with each request that comes in. */
export type OnRequest = (socket: Socket, request: string) => void;

export interface RawServer extends AsyncDisposable {
  readonly url: string;
}

/** A TCP server for answers that no HTTP library would send, such as one that is cut off in the middle. */
export async function startRawServer(onRequest: OnRequest): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => onRequest(socket, chunk.toString('latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A URL of this machine where nothing listens. */
export async function refusingUrl(): Promise<string> {
  const server = await startRawServer(() => {});
  await server[Symbol.asyncDispose]();
  return server.url;
}
