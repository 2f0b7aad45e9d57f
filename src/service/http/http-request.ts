import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The request that came in over a port, as a standard one. Its body is read only as far as it is asked for, and its
 * signal is aborted when the caller leaves before the answer is complete.
 * @returns undefined where it has no standard form: a target that is no path.
 */
export function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  method: string,
): Request | undefined {
  const { url = '/' } = incoming;
  // By the name that the caller has used, which was checked: answers hold addresses of this service.
  const address = url.startsWith('/') ? `http://${incoming.headers.host}${url}` : url;
  if (!URL.canParse(address)) return undefined;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const left = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) left.abort();
  });
  return new Request(address, {
    method,
    headers,
    signal: left.signal,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: bodyOf(incoming), duplex: 'half' }),
  });
}

/** Unlike `Readable.toWeb`, it reads nothing ahead, and leaves the connection open when it is cancelled. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
