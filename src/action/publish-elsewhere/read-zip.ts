import { crc32, inflateRawSync } from 'node:zlib';
import type { Archive } from '../../publish/github/archive.ts';

/**
 * Reads single files of a zip archive that may be anything. Libraries at hand believe the sizes that an archive claims
 * and unpack further, or look for files among the packed bytes of others; here only the directory at the end counts,
 * and unpacking ends at the limit.
 */

/** A file of an archive. */
export interface ZipFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface ZipLimits {
  /** Of one file, unpacked, in bytes. */
  readonly maxBytes: number;
  /** Of the files that are wanted. */
  readonly maxFiles: number;
}

/** An archive that can't be read; the message goes on after its name: `is cut off`. */
export class UnreadableZip extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableZip';
  }
}

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
}

const endSignature = 0x06054b50;
const endBytes = 22;
const maxCommentBytes = 0xffff;
const entrySignature = 0x02014b50;
const entryBytes = 46;
const fileSignature = 0x04034b50;
const fileBytes = 30;
const stored = 0;
const deflated = 8;
/** Room for the names of all files that a directory without extensions can have. */
const maxDirectoryBytes = 32 * 1024 * 1024;

/**
 * Unpacks those files of an archive whose names are wanted; the others are not even looked at.
 * @throws UnreadableZip, or what reading the archive rejects with.
 */
export async function readZip(
  archive: Archive,
  wanted: (name: string) => boolean,
  limits: ZipLimits,
): Promise<ZipFile[]> {
  const found: Entry[] = [];
  for (const entry of entries(await readDirectory(archive))) {
    if (!wanted(entry.name)) continue;
    if (found.some(({ name }) => name === entry.name)) throw new UnreadableZip('holds a file twice');
    found.push(entry);
    if (found.length > limits.maxFiles) {
      throw new UnreadableZip(`holds more than ${limits.maxFiles} results files`);
    }
  }
  const files: ZipFile[] = [];
  for (const entry of found) {
    files.push({ name: entry.name, content: await unpack(archive, entry, limits.maxBytes) });
  }
  return files;
}

interface Directory {
  readonly content: Buffer;
  readonly count: number;
}

/** Behind the record that ends an archive is its comment, and nothing else. */
async function readDirectory(archive: Archive): Promise<Directory> {
  const tailStart = Math.max(0, archive.bytes - endBytes - maxCommentBytes);
  const tail = await archive.read(tailStart, archive.bytes);
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    if (at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const start = tail.readUInt32LE(at + 16);
    const end = start + tail.readUInt32LE(at + 12);
    if (end > tailStart + at || end - start > maxDirectoryBytes) throw brokenDirectory();
    return { content: await archive.read(start, end), count: tail.readUInt16LE(at + 10) };
  }
  throw new UnreadableZip('is no zip archive, or cut off');
}

function* entries({ content, count }: Directory): Generator<Entry> {
  let at = 0;
  for (let number = 0; number < count; number += 1) {
    if (at + entryBytes > content.length || content.readUInt32LE(at) !== entrySignature) {
      throw brokenDirectory();
    }
    const nameEnd = at + entryBytes + content.readUInt16LE(at + 28);
    const next = nameEnd + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
    if (next > content.length) throw brokenDirectory();
    yield {
      name: content.toString('utf8', at + entryBytes, nameEnd),
      flags: content.readUInt16LE(at + 8),
      method: content.readUInt16LE(at + 10),
      crc: content.readUInt32LE(at + 16),
      packedBytes: content.readUInt32LE(at + 20),
      bytes: content.readUInt32LE(at + 24),
      offset: content.readUInt32LE(at + 42),
    };
    at = next;
  }
}

async function unpack(archive: Archive, entry: Entry, maxBytes: number): Promise<Buffer> {
  const { flags, method, crc, packedBytes, bytes, offset } = entry;
  // Packing makes nothing much larger.
  if (bytes > maxBytes || packedBytes > maxBytes * 2) throw tooLarge(maxBytes);
  if ((flags & 1) !== 0) throw new UnreadableZip('is encrypted');
  if (method !== stored && method !== deflated) throw new UnreadableZip('is packed in an unusual way');
  const broken = new UnreadableZip('is damaged');
  const start = offset + (await headerBytes(archive, offset, broken));
  if (start + packedBytes > archive.bytes) throw broken;
  // Nobody can be asked for no bytes.
  const packed = packedBytes === 0 ? Buffer.alloc(0) : await archive.read(start, start + packedBytes);
  const content = method === stored ? packed : inflate(packed, bytes, maxBytes, broken);
  if (content.length !== bytes || crc32(content) !== crc) throw broken;
  return content;
}

/** How long the header is that stands before a file's bytes. */
async function headerBytes(archive: Archive, offset: number, broken: UnreadableZip): Promise<number> {
  if (offset + fileBytes > archive.bytes) throw broken;
  const header = await archive.read(offset, offset + fileBytes);
  if (header.readUInt32LE(0) !== fileSignature) throw broken;
  return fileBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
}

/** Ends at the size that the archive claims: what is larger is damaged, or a bomb. */
function inflate(packed: Buffer, bytes: number, maxBytes: number, broken: UnreadableZip): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch (error) {
    const overflows = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw overflows ? tooLarge(maxBytes) : broken;
  }
}

function brokenDirectory(): UnreadableZip {
  return new UnreadableZip('has a broken directory');
}

function tooLarge(maxBytes: number): UnreadableZip {
  return new UnreadableZip(
    `holds a results file that is larger than it says, or than ${maxBytes / 1024 / 1024} MiB`,
  );
}
