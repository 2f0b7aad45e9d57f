import { startRawServer } from './raw-server.ts';

/** An answer as its bytes; `reset`, `close` or `silence` in the place of one. */
export type RawAnswer = string | 'reset' | 'close' | 'silence';

export interface FaultyServer extends AsyncDisposable {
  readonly url: string;
  /** Each request as it came, head and body. */
  readonly requests: readonly string[];
}

/** Answers the first request with the first answer, and so on; the last one stays. */
export async function startFaultyServer(...answers: readonly RawAnswer[]): Promise<FaultyServer> {
  const requests: string[] = [];
  const server = await startRawServer((socket, request) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? 'close';
    requests.push(request);
    if (answer === 'reset') socket.resetAndDestroy();
    else if (answer === 'close') socket.end();
    else if (answer !== 'silence') socket.end(answer);
  });
  return { url: server.url, requests, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** A whole answer, after which the connection is closed. */
export function rawAnswer(status: number, body: string, headers: readonly string[] = []): string {
  const lines = ['content-type: application/json', 'connection: close', ...headers];
  return [`HTTP/1.1 ${status} Status`, ...lines, `content-length: ${Buffer.byteLength(body)}`, '', body].join(
    '\r\n',
  );
}

/** An answer that ends before its body does. */
export function truncated(status: number): string {
  return rawAnswer(status, '[]').replace('content-length: 2', 'content-length: 100');
}
