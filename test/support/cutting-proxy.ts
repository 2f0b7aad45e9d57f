import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Where a connection is cut: after so many bytes of the request, or of the answer. */
export interface Cut {
  readonly side: 'request' | 'answer';
  readonly bytes: number;
}

export interface CuttingProxy extends AsyncDisposable {
  readonly port: number;
  /** How many connections were cut so far. */
  readonly cuts: number;
}

/**
 * Passes bytes on between clients and a port of this machine, and cuts connections off.
 * @param nextCut asked once for each connection; undefined leaves it whole.
 */
export async function startCuttingProxy(port: number, nextCut: () => Cut | undefined): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const service = connect(port, '127.0.0.1');
    const cut = nextCut();
    const end = () => {
      client.destroy();
      service.destroy();
    };
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => sockets.delete(socket));
    }
    const pass = (from: Socket, to: Socket, limit: number) => {
      let left = limit;
      from.on('data', (chunk: Buffer) => {
        const isLast = chunk.length >= left;
        to.write(isLast ? chunk.subarray(0, left) : chunk, () => {
          if (isLast) end();
        });
        if (isLast) {
          from.pause();
          cuts += 1;
        }
        left -= chunk.length;
      });
      from.on('end', () => to.end());
    };
    pass(client, service, cut?.side === 'request' ? cut.bytes : Infinity);
    pass(service, client, cut?.side === 'answer' ? cut.bytes : Infinity);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
