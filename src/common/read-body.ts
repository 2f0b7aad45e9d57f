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
