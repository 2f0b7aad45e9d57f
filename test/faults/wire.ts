import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** A request that was received. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** An answer before a fault changes it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How much of a request was received. */
export type Phase = 'line' | 'head' | 'half' | 'whole';

/** Callbacks for the events of a connection. One that returns true takes the connection over. */
export interface Wiretap {
  accepted(socket: Socket): boolean;
  /** Called once for each phase. `reused`: an earlier request used the same connection. */
  arrived(phase: Phase, request: WireRequest, socket: Socket, reused: boolean): boolean;
  /** Called with a complete request of a connection that was not taken over. */
  answer(request: WireRequest): Promise<Answer>;
  /** Whether the connection stays open after an answer. */
  keepAlive(): boolean;
  /** A complete answer was sent. */
  sent(request: WireRequest, answer: Answer): void;
}

/** An HTTP server on raw sockets, so that a fault can be injected at every byte and every moment. */
export class Wire implements AsyncDisposable {
  readonly port: number;
  readonly #tap: Wiretap;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  private constructor(tap: Wiretap, server: Server) {
    this.#tap = tap;
    this.#server = server;
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    this.port = address.port;
  }

  static async open(tap: Wiretap): Promise<Wire> {
    const server = await listen(0);
    const wire = new Wire(tap, server);
    wire.#serve(server);
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Connections are refused from now on. */
  refuse(): void {
    this.#server?.close();
    this.#server = undefined;
  }

  /** Connections are accepted again. */
  async accept(): Promise<void> {
    const server = await listen(this.port);
    this.#serve(server);
    this.#server = server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.refuse();
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(server: Server): void {
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
      if (!this.#tap.accepted(socket)) this.#read(socket);
    });
  }

  #read(socket: Socket): void {
    let buffer = Buffer.alloc(0);
    let reported = 0;
    let reused = false;
    let taken = false;
    const onData = (chunk: Buffer) => {
      if (taken) return;
      buffer = Buffer.concat([buffer, chunk]);
      const { reached, request } = parse(buffer);
      for (; reported < reached; reported += 1) {
        const phase = phases[reported];
        if (phase === undefined || !this.#tap.arrived(phase, request, socket, reused)) continue;
        taken = true;
        return;
      }
      if (reported < phases.length) return;
      // A client sends its next request after the answer, so the buffer contains nothing of it.
      buffer = Buffer.alloc(0);
      reported = 0;
      reused = true;
      void this.#tap.answer(request).then((answer) => {
        const keep = this.#tap.keepAlive();
        send(socket, answer, keep);
        this.#tap.sent(request, answer);
      });
    };
    socket.on('data', onData);
  }
}

const phases: readonly Phase[] = ['line', 'head', 'half', 'whole'];

/** Writes an answer as it should be. */
export function send(socket: Socket, answer: Answer, keepAlive = false): void {
  if (socket.destroyed) return;
  socket.write(
    Buffer.concat([headOf(answer, { connection: keepAlive ? 'keep-alive' : 'close' }), answer.body]),
  );
  if (!keepAlive) socket.end();
}

/** Status line and headers, with the body's length unless `more` says otherwise. */
export function headOf(answer: Answer, more: Readonly<Record<string, string>> = {}): Buffer {
  const empty = answer.status === 204 || answer.status === 304;
  const headers = {
    ...answer.headers,
    ...(empty ? {} : { 'content-length': String(answer.body.byteLength) }),
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `HTTP/1.1 ${answer.status} ${reasons.get(answer.status) ?? 'Odd'}\r\n${lines.join('')}\r\n`,
    'latin1',
  );
}

const reasons = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [204, 'No Content'],
  [404, 'Not Found'],
]);

/** @returns how many phases have been reached, and what is known of the request. */
function parse(buffer: Buffer): { reached: number; request: WireRequest } {
  const text = buffer.toString('latin1');
  const lineEnd = text.indexOf('\r\n');
  const [method = '', path = ''] = text.slice(0, Math.max(lineEnd, 0)).split(' ');
  if (lineEnd < 0) return { reached: 0, request: { method, path, headers: new Map(), body: '' } };
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return { reached: 1, request: { method, path, headers: new Map(), body: '' } };
  const headers = new Map(
    text
      .slice(lineEnd + 2, headEnd)
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const length = Number(headers.get('content-length') ?? 0);
  const body = buffer.subarray(headEnd + 4);
  const request = { method, path, headers, body: body.toString('utf8') };
  if (body.byteLength >= length) return { reached: 4, request };
  return { reached: body.byteLength * 2 >= length ? 3 : 2, request };
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
