import { expect, it } from 'vitest';
import { isBeside, withEvidenceBeside } from '../../../src/publish/files/evidence-beside.ts';
import { aFailure, aFlaky, aRun } from '../../support/verdicts.ts';

it('names evidence of the folder by its path from there, and leaves all else as it is', () => {
  const run = aRun({
    results: [
      aFailure({ screenshot: { path: '/tmp/evidence/id-1.png' }, trace: { path: '/etc/passwd' } }),
      aFlaky({}, { trace: { path: '/tmp/evidence/deep/id-1.zip' }, screenshot: { url: 'https://a/b.png' } }),
    ],
  });
  const [failed, flaky] = withEvidenceBeside(run, '/tmp/evidence').verdict.results;
  expect(failed).toEqual({ ...run.verdict.results[0], screenshot: { path: 'id-1.png' } });
  expect(flaky?.earlierAttempts).toMatchObject([
    { trace: { path: 'deep/id-1.zip' }, screenshot: { url: 'https://a/b.png' } },
  ]);
});

it.each([
  ['id-1.png', true],
  ['deep/id..png', true],
  ['', false],
  ['/id.png', false],
  ['../id.png', false],
  ['a/../../id.png', false],
])('%j is beside: %s', (path, expected) => {
  expect(isBeside(path)).toBe(expected);
});
