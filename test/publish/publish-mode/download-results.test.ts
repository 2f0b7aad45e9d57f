import * as fc from 'fast-check';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readFromArchive } from '../../../src/publish/publish-mode/download-results.ts';
import {
  formatResults,
  maxResultsBytes,
  parseResults,
  UnreadableResults,
} from '../../../src/results/results-file.ts';
import { failedCaseOf, resultsOf } from '../../support/results.ts';

const file = 'results.json';
const maxBytes = 1024 * 1024;
const read = (archive: Buffer) => readFromArchive(archive, file, maxBytes);

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
  it.each([0, 9] as const)('gives the wanted file, whatever is in the others: level %i', async (level) => {
    const nested = zipOf({ [file]: strToU8('inner') });
    const archive = zipOf({
      'trace.zip': [nested, { level: 0 }],
      [`sub/${file}`]: strToU8('other'),
      [file]: [strToU8('{"a": 1}'), { level }],
      'picture.png': strToU8('x'),
    });
    expect((await read(archive))?.toString()).toBe('{"a": 1}');
  });

  it('may lack the file', async () => {
    expect(await read(zipOf({ [`sub/${file}`]: strToU8('{}') }))).toBe(undefined);
    expect(await read(zipOf({}))).toBe(undefined);
  });

  it('gives back what was put in, of any bytes', async () => {
    const level = fc.constantFrom<0 | 6 | 9>(0, 6, 9);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), level, async (content, packing) => {
        const packed = zipOf({ [file]: [content, { level: packing }] });
        expect([...((await read(packed)) ?? [])]).toEqual([...content]);
      }),
    );
  });

  it('may have a comment', async () => {
    const archive = zipOf({ [file]: strToU8('x') });
    archive.writeUInt16LE(5, archive.length - 2);
    expect(String(await read(Buffer.concat([archive, Buffer.from('hello')])))).toBe('x');
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
    await expect(read(archive)).rejects.toThrow(
      new UnreadableResults('is not a zip archive, or is truncated'),
    );
  });

  it('if a file declares that it is too large, before anything is unpacked', async () => {
    const claims = claiming(claiming(good, size, 0xffffffff), packedSize, 0xffffffff);
    await expect(read(claims)).rejects.toThrow('is larger than 1 MiB');
  });

  it('if a file is larger than it declares: unpacking ends there', async () => {
    const bomb = zipOf({ 'results.json': [Buffer.alloc(40 * 1024 * 1024), { level: 6 }] });
    expect(bomb.length).toBeLessThan(2 * maxBytes);
    const before = process.memoryUsage().rss;
    await expect(read(bomb)).rejects.toThrow('is larger than 1 MiB');
    await expect(read(claiming(bomb, size, 1000))).rejects.toThrow('is damaged');
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024);
  });

  it('if a file is smaller than it declares, or has other bytes', async () => {
    await expect(read(claiming(good, size, 801))).rejects.toThrow('is damaged');
    await expect(read(claiming(good, 16, 1))).rejects.toThrow('is damaged');
    await expect(read(claiming(good, offset, 7))).rejects.toThrow('is damaged');
    await expect(read(claiming(good, packedSize, 1_000_000))).rejects.toThrow('is damaged');
  });

  it('if it has the file twice', async () => {
    const twice = Buffer.from(
      zipOf({ [file]: strToU8('1'), 'results.jsom': strToU8('2') })
        .toString('latin1')
        .replaceAll('results.jsom', file),
      'latin1',
    );
    await expect(read(twice)).rejects.toThrow('contains a file twice');
  });

  it.each(['../../results.json', '/results.json', 'C:/results.json', 'a\\results.json'])(
    'if a file has the unsafe name %s',
    async (name) => {
      const archive = zipOf({ [name]: strToU8('1') });
      await expect(read(archive)).rejects.toThrow(
        new UnreadableResults('has a broken directory or unsafe file names'),
      );
    },
  );

  it('if it is encrypted, or uses another compression method', async () => {
    const flagged = Buffer.from(good);
    flagged.writeUInt16LE(1, flagged.indexOf('PK\u0001\u0002') + 8);
    await expect(read(flagged)).rejects.toThrow('is encrypted');
    const other = Buffer.from(good);
    other.writeUInt16LE(12, other.indexOf('PK\u0001\u0002') + 10);
    await expect(read(other)).rejects.toThrow('uses an unsupported compression method');
  });

  it('and never with another error, whichever of its bytes are changed or cut', async () => {
    const small = zipOf({ 'results.json': strToU8('{"a": 1}'), b: [strToU8('stored'), { level: 0 }] });
    const change = fc.record({ at: fc.nat(small.length - 1), value: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), fc.nat(small.length), async (changes, length) => {
        const archive = Buffer.from(small).subarray(0, length === 0 ? small.length : length);
        for (const { at, value } of changes) if (at < archive.length) archive[at] = value;
        try {
          await read(archive);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableResults);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('an archive of results', () => {
  const archiveOf = (content: string | Uint8Array, name = 'results.json') =>
    Buffer.from(zipSync({ [name]: typeof content === 'string' ? strToU8(content) : content }));
  const results = resultsOf({ results: [failedCaseOf()] });
  const green = { ...results, status: 'passed', green: true };
  const readResults = async (archive: Buffer) =>
    parseResults(await readFromArchive(archive, file, maxResultsBytes));

  it('is read, whatever else is in it', async () => {
    const files = { 'results.json': strToU8(formatResults(results)), 'x/results.json': strToU8('{') };
    expect(await readResults(Buffer.from(zipSync(files)))).toEqual(results);
  });

  it.each<[string, Buffer, string]>([
    ['is no archive', Buffer.from('<html>'), 'is not a zip archive, or is truncated'],
    ['is empty', Buffer.from(zipSync({})), 'has no results.json'],
    ['has another file', archiveOf('{}', 'other.json'), 'has no results.json'],
    ['has a folder above it', archiveOf('{}', 'a/results.json'), 'has no results.json'],
    [
      'leads out of its folder',
      archiveOf('{}', '../results.json'),
      'has a broken directory or unsafe file names',
    ],
    ['is not UTF-8', archiveOf(Buffer.from([0x22, 0xff, 0x22])), 'has a results.json that is not UTF-8'],
    ['is no JSON', archiveOf('{'), 'has a results.json that cannot be read'],
    [
      'is of another version',
      archiveOf('{"version": 2}'),
      'has a results.json that cannot be read (version:',
    ],
    ['contradicts itself', archiveOf(JSON.stringify(green)), 'it contradicts itself: `passed`'],
    ['is too large', archiveOf(new Uint8Array(11 * 1024 ** 2)), 'larger than 10 MiB'],
  ])('that %s is unreadable, with a reason', async (_, archive, reason) => {
    const message = expect.stringContaining(reason);
    await expect(readResults(archive)).rejects.toMatchObject({ name: 'UnreadableResults', message });
  });
});
