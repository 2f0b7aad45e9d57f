import { pipeline, type Readable } from 'node:stream';

/** The encodings that are asked for. */
export const acceptedEncodings = 'gzip, deflate, br';

const maxEncodings = 5;

/**
 * Decompresses a body according to its `Content-Encoding`. A body in an unknown encoding is returned as it is.
 * @throws Error if there are more than five encodings.
 */
export async function decompress(body: Readable, contentEncoding: string): Promise<Readable> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (encodings.length === 0) return body;
  if (encodings.length > maxEncodings) throw new Error(`the body has ${encodings.length} encodings`);
  // Loaded late: many answers are not compressed.
  const { createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  const known = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  };
  const factories = new Map(Object.entries(known));
  const create = encodings.toReversed().flatMap((encoding) => factories.get(encoding) ?? []);
  if (create.length < encodings.length) return body;
  // The callback is required; the error also ends the stream that is read.
  return create.reduce((source, decoder) => pipeline(source, decoder(), () => {}), body);
}
