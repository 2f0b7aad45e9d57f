import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** An archive that cannot be read; the message completes a sentence that starts with its name: `is damaged`. */
export class UnreadableArchive extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreadableArchive';
  }
}

/**
 * Unpacks one file of a zip archive that anyone may have made; the others are not unpacked. Unpacking ends at the limit,
 * whatever size the archive declares.
 * @param maxBytes of the file, unpacked.
 * @returns undefined if the archive does not have the file.
 * @throws UnreadableArchive
 */
export async function readFromArchive(
  zip: Buffer,
  name: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const options = { decodeStrings: true, validateEntrySizes: true, strictFileNames: true };
  const archive = await fromBufferPromise(zip, options).catch((error: unknown) => {
    throw new UnreadableArchive('is not a zip archive, or is truncated', error);
  });
  const found: Entry[] = [];
  try {
    for await (const entry of archive.eachEntry()) if (entry.fileName === name) found.push(entry);
  } catch (error) {
    throw new UnreadableArchive('has a broken directory or unsafe file names', error);
  }
  if (found.length > 1) throw new UnreadableArchive('contains a file twice');
  return found[0] && unpack(archive, found[0], maxBytes);
}

async function unpack(archive: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  // Packing makes nothing much larger.
  if (entry.uncompressedSize > maxBytes || entry.compressedSize > maxBytes * 2) {
    throw new UnreadableArchive(`contains a results file that is larger than ${maxBytes / 1024 / 1024} MiB`);
  }
  if (entry.isEncrypted()) throw new UnreadableArchive('is encrypted');
  if (!entry.canDecodeFileData()) throw new UnreadableArchive('uses an unsupported compression method');
  const chunks: Buffer[] = [];
  try {
    // It fails as soon as there are more bytes than the entry declares.
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk);
  } catch (error) {
    throw new UnreadableArchive('is damaged', error);
  }
  const content = Buffer.concat(chunks);
  if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32) {
    throw new UnreadableArchive('is damaged');
  }
  return content;
}
