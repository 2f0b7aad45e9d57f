import { strFromU8, unzipSync } from 'fflate';
import { expect, it, onTestFinished, vi } from 'vitest';
import { zipFiles } from '../../../src/service/code-export/zip-files.ts';

const files = [
  { name: 'b.spec.ts', content: '// é\n'.repeat(1000) },
  { name: 'a.spec.ts', content: '' },
];

it('a zip holds the files as they are, in their order', () => {
  const entries = Object.entries(unzipSync(zipFiles(files)));
  expect(entries.map(([name, bytes]) => ({ name, content: strFromU8(bytes) }))).toEqual(files);
});

it('the same files give the same bytes in every time zone', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const inZone = (zone: string) => {
    vi.stubEnv('TZ', zone);
    return zipFiles(files);
  };
  expect(inZone('Pacific/Kiritimati')).toEqual(inZone('America/Los_Angeles'));
});

it('no files give an empty zip', () => {
  expect(unzipSync(zipFiles([]))).toEqual({});
});
