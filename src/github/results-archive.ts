import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** A file of an archive. */
export interface ArchiveFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface ArchiveLimits {
  /** Of one file, unpacked, in bytes. */
  readonly maxBytes: number;
  /** Number of wanted files. */
  readonly maxFiles: number;
}

/** An archive that cannot be read; the message completes a sentence that starts with its name: `is damaged`. */
export class UnreadableArchive extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreadableArchive';
  }
}

/**
 * Unpacks the wanted files of a zip archive that anyone may have made; the others are not unpacked. Unpacking ends at the
 * limits, whatever sizes the archive declares.
 * @throws UnreadableArchive
 */
export async function readArchive(
  zip: Buffer,
  isWanted: (name: string) => boolean,
  limits: ArchiveLimits,
): Promise<ArchiveFile[]> {
  const options = { decodeStrings: true, validateEntrySizes: true, strictFileNames: true };
  const archive = await fromBufferPromise(zip, options).catch((error: unknown) => {
    throw new UnreadableArchive('is not a zip archive, or is truncated', error);
  });
  const files: ArchiveFile[] = [];
  for (const entry of await wantedEntries(archive, isWanted, limits.maxFiles)) {
    files.push({ name: entry.fileName, content: await unpack(archive, entry, limits.maxBytes) });
  }
  return files;
}

async function wantedEntries(
  archive: ZipFile,
  isWanted: (name: string) => boolean,
  maxFiles: number,
): Promise<Entry[]> {
  const found = new Map<string, Entry>();
  try {
    for await (const entry of archive.eachEntry()) {
      if (!isWanted(entry.fileName)) continue;
      if (found.has(entry.fileName)) throw new UnreadableArchive('contains a file twice');
      found.set(entry.fileName, entry);
      if (found.size > maxFiles) throw new UnreadableArchive(`contains more than ${maxFiles} results files`);
    }
  } catch (error) {
    if (error instanceof UnreadableArchive) throw error;
    throw new UnreadableArchive('has a broken directory or unsafe file names', error);
  }
  return [...found.values()];
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
