import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface ConnectProxy extends AsyncDisposable {
  /** Without `http://`. */
  readonly host: string;
  /** The head of each request, as it came. */
  readonly requests: readonly string[];
}

/** A proxy that only knows CONNECT. @param status what it answers; it makes no tunnel unless that is 200. */
export async function startConnectProxy(status = 200): Promise<ConnectProxy> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    keep(near, sockets);
    near.once('data', (head) => {
      requests.push(head.toString('latin1'));
      const [, host, port] = /^CONNECT (\S+):(\d+) /.exec(head.toString('latin1')) ?? [];
      if (status !== 200 || host === undefined) {
        near.end(`HTTP/1.1 ${status} No\r\n\r\n`);
        return;
      }
      const far = keep(connect(Number(port), host), sockets);
      far.once('connect', () => near.write('HTTP/1.1 200 OK\r\n\r\n'));
      near.pipe(far).pipe(near);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    host: `127.0.0.1:${address.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function keep(socket: Socket, sockets: Set<Socket>): Socket {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  return socket.on('error', () => {});
}
