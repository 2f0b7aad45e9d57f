import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Effect, type FaultContext, type Stage, stages, type TransportFault } from '../kind.ts';
import { type Answer, headOf } from '../wire.ts';

type Write = (socket: Socket, answer: Answer, hit: FaultContext) => void | Promise<void>;

/** A fault in the transfer of an answer, after the server has processed the request. */
function framing(name: string, effect: TransportFault['effect'], write: Write): TransportFault {
  return {
    name,
    stages,
    effect,
    at: 'whole',
    isProcessed: true,
    async inject(hit) {
      const answer = await hit.process();
      if (!hit.socket.destroyed) await write(hit.socket, answer, hit);
    },
  };
}

const half = (bytes: Buffer) => bytes.subarray(0, Math.max(1, Math.floor(bytes.byteLength / 2)));
const chunk = (bytes: Buffer) => [
  Buffer.from(`${bytes.byteLength.toString(16)}\r\n`),
  bytes,
  Buffer.from('\r\n'),
];

/** Without a length, and with other headers. */
function headWith(answer: Answer, more: Readonly<Record<string, string>>): Buffer {
  const text = headOf(answer, { connection: 'close', ...more }).toString('latin1');
  return Buffer.from(text.replace(/content-length: .*\r\n/, ''), 'latin1');
}

/** Writes the pieces, then resets once they have left. */
function writeAndReset(socket: Socket, bytes: Buffer): void {
  // Sent at once, the reset would overtake the bytes.
  socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20));
}

/** Writes piece by piece until the other side has enough. */
async function writeSlowly(socket: Socket, bytes: Buffer, pieces: number, tickMs: number): Promise<void> {
  const size = Math.ceil(bytes.byteLength / pieces);
  for (let from = 0; from < bytes.byteLength && !socket.destroyed; from += size) {
    socket.write(bytes.subarray(from, from + size));
    await sleep(tickMs);
  }
}

/** More than any answer may have, as fast as the other side takes it. */
function* muchBody(): Generator<Buffer> {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  for (let written = 0; written < 64; written += 1) yield piece;
}

const bombBytes = 48 * 1024 * 1024;
let bomb: Buffer | undefined;
const makeBomb = () => (bomb ??= gzipSync(Buffer.alloc(bombBytes, ' ')));

/** What is too large once will be so again: asking a few times is enough. */
const tooMuch = (stage: Stage): Effect => (stage === 'find' || stage === 'poll' ? 'final' : 'transient');

/** Answers that are broken on the wire. */
export const framingFaults: readonly TransportFault[] = [
  framing('reset-in-status-line', 'transient', (socket) => writeAndReset(socket, Buffer.from('HTTP/1.1 2'))),
  framing('reset-in-headers', 'transient', (socket, answer) => writeAndReset(socket, half(headOf(answer)))),
  framing('closed-in-headers', 'transient', (socket, answer) => void socket.end(half(headOf(answer)))),
  framing('reset-in-body', 'transient', (socket, answer) =>
    writeAndReset(socket, Buffer.concat([headOf(answer), half(answer.body)])),
  ),
  framing(
    'closed-in-body',
    'transient',
    (socket, answer) => void socket.end(Buffer.concat([headOf(answer), half(answer.body)])),
  ),
  framing('length-too-short', 'transient', (socket, answer) => {
    const length = String(half(answer.body).byteLength);
    socket.end(Buffer.concat([headOf(answer, { 'content-length': length }), answer.body]));
  }),
  framing('length-too-long', 'transient', (socket, answer) => {
    const length = String(answer.body.byteLength + 100);
    socket.end(Buffer.concat([headOf(answer, { 'content-length': length }), answer.body]));
  }),
  framing('length-too-long-and-silent', 'stall', (socket, answer) => {
    const length = String(answer.body.byteLength + 100);
    socket.write(Buffer.concat([headOf(answer, { 'content-length': length }), answer.body]));
  }),
  framing('two-lengths', 'transient', (socket, answer) => {
    const head = headOf(answer)
      .toString('latin1')
      .replace(/\r\n\r\n$/, '\r\nContent-Length: 3\r\n\r\n');
    socket.end(Buffer.concat([Buffer.from(head, 'latin1'), answer.body]));
  }),
  framing('chunked', 'harmless', (socket, answer) => {
    const head = headWith(answer, { 'transfer-encoding': 'chunked' });
    const first = half(answer.body);
    const rest = answer.body.subarray(first.byteLength);
    const pieces = [first, rest].filter(({ byteLength }) => byteLength > 0).flatMap(chunk);
    socket.end(Buffer.concat([head, ...pieces, Buffer.from('0\r\n\r\n')]));
  }),
  framing('chunk-size-bad', 'transient', (socket, answer) => {
    const head = headWith(answer, { 'transfer-encoding': 'chunked' });
    socket.end(Buffer.concat([head, Buffer.from('zz\r\n'), answer.body, Buffer.from('\r\n0\r\n\r\n')]));
  }),
  framing('chunks-cut', 'transient', (socket, answer) => {
    const head = headWith(answer, { 'transfer-encoding': 'chunked' });
    socket.end(Buffer.concat([head, ...chunk(half(answer.body))]));
  }),
  framing('last-chunk-missing', 'transient', (socket, answer) => {
    const head = headWith(answer, { 'transfer-encoding': 'chunked' });
    socket.end(Buffer.concat([head, ...chunk(answer.body)]));
  }),
  framing('body-until-close', 'harmless', (socket, answer) => {
    socket.end(Buffer.concat([headWith(answer, {}), answer.body]));
  }),
  framing('headers-slow', 'harmless', async (socket, answer) => {
    await writeSlowly(socket, headOf(answer, { connection: 'close' }), 20, 30);
    socket.end(answer.body);
  }),
  framing('body-slow', 'harmless', async (socket, answer) => {
    socket.write(headOf(answer, { connection: 'close' }));
    await writeSlowly(socket, answer.body, 20, 30);
    socket.end();
  }),
  framing('body-by-bytes', 'stall', async (socket, answer) => {
    socket.write(headOf(answer, { connection: 'close' }));
    await writeSlowly(socket, answer.body, answer.body.byteLength, 200);
    socket.end();
  }),
  framing('headers-endless', 'stall', async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    for (let index = 0; index < 1000 && !socket.destroyed; index += 1) {
      socket.write(`x-${index}: 1\r\n`);
      await sleep(100);
    }
  }),
  framing('body-endless', tooMuch, async (socket, answer) => {
    socket.write(headWith(answer, {}));
    // The client has hung up: that is what it should do.
    await pipeline(muchBody(), socket).catch(() => {});
  }),
  framing('gzip', 'harmless', (socket, answer) => {
    const body = gzipSync(answer.body);
    socket.end(
      Buffer.concat([headOf({ ...answer, body }, { 'content-encoding': 'gzip', connection: 'close' }), body]),
    );
  }),
  framing('gzip-broken', 'transient', (socket, answer) => {
    const body = half(gzipSync(answer.body));
    socket.end(Buffer.concat([headOf({ ...answer, body }, { 'content-encoding': 'gzip' }), body]));
  }),
  framing('gzip-that-is-none', 'transient', (socket, answer) => {
    socket.end(Buffer.concat([headOf(answer, { 'content-encoding': 'gzip' }), answer.body]));
  }),
  framing('gzip-bomb', tooMuch, (socket, answer) => {
    const body = makeBomb();
    socket.end(Buffer.concat([headOf({ ...answer, body }, { 'content-encoding': 'gzip' }), body]));
  }),
  framing('header-huge', 'transient', (socket, answer) => {
    socket.end(Buffer.concat([headOf(answer, { 'x-huge': 'x'.repeat(200_000) }), answer.body]));
  }),
  framing('header-bytes-bad', 'transient', (socket, answer) => {
    socket.end(Buffer.concat([headOf(answer, { 'x-bad': 'a\u0000b\u0001' }), answer.body]));
  }),
  framing('header-without-colon', 'transient', (socket, answer) => {
    const head = headOf(answer)
      .toString('latin1')
      .replace(/\r\n\r\n$/, '\r\nnonsense\r\n\r\n');
    socket.end(Buffer.concat([Buffer.from(head, 'latin1'), answer.body]));
  }),
  framing('http-0.9', 'transient', (socket, answer) => void socket.end(answer.body)),
  framing('http-9', 'transient', (socket, answer) => {
    socket.end(`${headOf(answer).toString('latin1').replace('HTTP/1.1', 'HTTP/9.9')}{}`);
  }),
  framing('garbage', 'transient', (socket, _, { random }) => {
    socket.end(Buffer.from(Array.from({ length: 400 }, () => random.between(0, 255))));
  }),
  framing('early-hints', 'harmless', (socket, answer) => {
    const hints = Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n');
    socket.end(Buffer.concat([hints, headOf(answer, { connection: 'close' }), answer.body]));
  }),
  framing('continue-unasked', 'transient', (socket, answer) => {
    const first = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n');
    socket.end(Buffer.concat([first, headOf(answer, { connection: 'close' }), answer.body]));
  }),
];
