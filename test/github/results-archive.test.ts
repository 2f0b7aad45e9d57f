import * as fc from 'fast-check';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readArchive, UnreadableArchive } from '../../src/github/results-archive.ts';

const limits = { maxBytes: 1024 * 1024, maxFiles: 3 };
const all = () => true;

function zipOf(files: Zippable): Buffer {
  return Buffer.from(zipSync(files));
}

/** Says something else of every file in the directory of an archive than what is true. */
function claiming(archive: Buffer, field: number, value: number): Buffer {
  const copy = Buffer.from(archive);
  for (let at = copy.indexOf('PK\u0001\u0002'); at !== -1; at = copy.indexOf('PK\u0001\u0002', at + 1)) {
    copy.writeUInt32LE(value, at + field);
  }
  return copy;
}
const packedSize = 20;
const size = 24;
const offset = 42;

describe('an archive', () => {
  it('gives the wanted files, packed or not, whatever is in the others', async () => {
    const nested = zipOf({ 'results.json': strToU8('inner') });
    const archive = zipOf({
      'trace.zip': [nested, { level: 0 }],
      'results.json': [strToU8('{"a": 1}'), { level: 9 }],
      'sub/results-2.json': [strToU8('stored'), { level: 0 }],
      'picture.png': strToU8('x'),
    });
    const found = await readArchive(archive, (name) => name.endsWith('.json'), limits);
    expect(found.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['results.json', '{"a": 1}'],
      ['sub/results-2.json', 'stored'],
    ]);
  });

  it('gives back what was put in, of any bytes', async () => {
    const file = fc.record({ content: fc.uint8Array({ maxLength: 3000 }), level: fc.constantFrom(0, 6, 9) });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 3 }), async (files) => {
        const given = files.map(({ content, level }, index) => [`${index}`, [content, { level }]] as const);
        const packed = Buffer.from(zipSync(Object.fromEntries(given) as Zippable));
        const found = await readArchive(packed, all, limits);
        expect(found.map(({ content }) => [...content])).toEqual(files.map(({ content }) => [...content]));
      }),
    );
  });

  it('may have a comment', async () => {
    const archive = zipOf({ a: strToU8('x') });
    archive.writeUInt16LE(5, archive.length - 2);
    expect(await readArchive(Buffer.concat([archive, Buffer.from('hello')]), all, limits)).toHaveLength(1);
  });
});

describe('an archive is refused', () => {
  const good = zipOf({ 'results.json': strToU8('{"a": 1}'.repeat(100)) });

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['is HTML', Buffer.from(`<!doctype html>${'<p>Sign in</p>'.repeat(100)}`)],
    ['is cut', good.subarray(0, good.length - 10)],
    ['has more behind it', Buffer.concat([good, Buffer.from('more')])],
  ])('if it %s', async (_, archive) => {
    await expect(readArchive(archive, all, limits)).rejects.toThrow(
      new UnreadableArchive('is not a zip archive, or is truncated'),
    );
  });

  it('if a file declares that it is too large, before anything is unpacked', async () => {
    const claims = claiming(claiming(good, size, 0xffffffff), packedSize, 0xffffffff);
    await expect(readArchive(claims, all, limits)).rejects.toThrow('is larger than 1 MiB');
  });

  it('if a file is larger than it declares: unpacking ends there', async () => {
    const bomb = zipOf({ 'results.json': [Buffer.alloc(40 * 1024 * 1024), { level: 6 }] });
    expect(bomb.length).toBeLessThan(2 * limits.maxBytes);
    const before = process.memoryUsage().rss;
    await expect(readArchive(bomb, all, limits)).rejects.toThrow('is larger than 1 MiB');
    await expect(readArchive(claiming(bomb, size, 1000), all, limits)).rejects.toThrow('is damaged');
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024);
  });

  it('if a file is smaller than it declares, or has other bytes', async () => {
    await expect(readArchive(claiming(good, size, 801), all, limits)).rejects.toThrow('is damaged');
    await expect(readArchive(claiming(good, 16, 1), all, limits)).rejects.toThrow('is damaged');
    await expect(readArchive(claiming(good, offset, 7), all, limits)).rejects.toThrow('is damaged');
    await expect(readArchive(claiming(good, packedSize, 1_000_000), all, limits)).rejects.toThrow(
      'is damaged',
    );
  });

  it('if it has too many of the wanted files, or one twice', async () => {
    const four = zipOf({ a: strToU8('1'), b: strToU8('2'), c: strToU8('3'), d: strToU8('4') });
    await expect(readArchive(four, all, limits)).rejects.toThrow('contains more than 3 results files');
    const twice = Buffer.from(
      zipOf({ aa: strToU8('1'), ab: strToU8('2') })
        .toString('latin1')
        .replaceAll('ab', 'aa'),
      'latin1',
    );
    await expect(readArchive(twice, all, limits)).rejects.toThrow('contains a file twice');
  });

  it.each(['../results.json', '/results.json', 'C:/results.json', 'a\\results.json'])(
    'if a file has the unsafe name %s',
    async (name) => {
      const archive = zipOf({ [name]: strToU8('1') });
      await expect(readArchive(archive, all, limits)).rejects.toThrow(
        new UnreadableArchive('has a broken directory or unsafe file names'),
      );
    },
  );

  it('if it is encrypted, or uses another compression method', async () => {
    const flagged = Buffer.from(good);
    flagged.writeUInt16LE(1, flagged.indexOf('PK\u0001\u0002') + 8);
    await expect(readArchive(flagged, all, limits)).rejects.toThrow('is encrypted');
    const other = Buffer.from(good);
    other.writeUInt16LE(12, other.indexOf('PK\u0001\u0002') + 10);
    await expect(readArchive(other, all, limits)).rejects.toThrow('uses an unsupported compression method');
  });

  it('and never with another error, whichever of its bytes are changed or cut', async () => {
    const small = zipOf({ 'results.json': strToU8('{"a": 1}'), b: [strToU8('stored'), { level: 0 }] });
    const change = fc.record({ at: fc.nat(small.length - 1), value: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), fc.nat(small.length), async (changes, length) => {
        const archive = Buffer.from(small).subarray(0, length === 0 ? small.length : length);
        for (const { at, value } of changes) if (at < archive.length) archive[at] = value;
        try {
          await readArchive(archive, all, limits);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableArchive);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
