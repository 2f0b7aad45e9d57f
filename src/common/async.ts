/** Holds what must be closed, until somebody else takes care of it. Node 22 has no `AsyncDisposableStack`. */
export class Resources implements AsyncDisposable {
  #held: AsyncDisposable[] = [];

  /** Holds a resource. @returns the same one. */
  use<Resource extends AsyncDisposable>(resource: Resource): Resource {
    this.#held.push(resource);
    return resource;
  }

  /** Hands everything over to the caller: from now on, this object holds nothing. */
  move(): AsyncDisposable {
    const moved = new Resources();
    moved.#held = this.#held.splice(0);
    return moved;
  }

  /** Closes everything, the last first. @throws what closing throws, after all is closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    const last = this.#held.pop();
    if (last === undefined) return;
    try {
      await last[Symbol.asyncDispose]();
    } finally {
      await this[Symbol.asyncDispose]();
    }
  }
}

/** Rejects when the signal is aborted, although what does the work may take longer to notice. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Reads the body of a request or response into memory.
 * @returns undefined if it is longer than `maxBytes`. The rest is not read then, and the stream is cancelled.
 * @throws what the stream throws, such as when the connection breaks.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null | undefined,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
