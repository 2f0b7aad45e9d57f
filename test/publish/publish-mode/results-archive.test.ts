import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readResultsArchive } from '../../../src/publish/publish-mode/download-results.ts';
import { formatResults } from '../../../src/results/results-file.ts';
import { failedCaseOf, resultsOf } from '../../support/results.ts';

describe('an archive of results', () => {
  const archiveOf = (content: string | Uint8Array, name = 'results.json') =>
    Buffer.from(zipSync({ [name]: typeof content === 'string' ? strToU8(content) : content }));
  const results = resultsOf({ results: [failedCaseOf()] });
  const green = { ...results, status: 'passed', green: true };

  it('is read, whatever else is in it', async () => {
    const files = { 'results.json': strToU8(formatResults(results)), 'x/results.json': strToU8('{') };
    expect(await readResultsArchive(Buffer.from(zipSync(files)))).toEqual({ kind: 'results', results });
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
    expect(await readResultsArchive(archive)).toEqual({
      kind: 'unreadable',
      reason: expect.stringContaining(reason),
    });
  });
});
