import { expect, it } from 'vitest';
import { artifactRefused } from '../../../src/action/publish/artifact-refused.ts';

it.each([
  ['@actions/artifact v2.0.0+ … are not currently supported on GHES.', 'actions/upload-artifact@v3'],
  ['Unable to get the ACTIONS_RUNTIME_TOKEN env variable', 'leave `artifact` out'],
  ['Failed to CreateArtifact: Artifact storage quota has been hit.', 'Delete old artifacts'],
  ['Received non-retryable error: Failed request: (409) Conflict', 'another one'],
  ['Received non-retryable error: Failed request: (403) Forbidden', 'setting'],
  ['Unable to make request: ECONNREFUSED', 'HTTPS_PROXY'],
  ['it took longer than 60 s', 'run the job again'],
  ['the connection broke', 'run the job again'],
])('%s: says what to do', (reason, words) => {
  const told = artifactRefused(reason, 4096);
  expect(told).toContain(words);
  expect(told).toMatch(/^The artifact was not uploaded: .* The verdict stands\.$/);
});

it('advises fewer traces where the files are many bytes, and nowhere else', () => {
  const slow = 'it took longer than 90 s';
  expect(artifactRefused(slow, 60 * 1024 ** 2)).toContain('`trace: on-failure`');
  expect(artifactRefused(slow, 4 * 1024)).not.toContain('trace');
  expect(artifactRefused('the connection broke', 60 * 1024 ** 2)).not.toContain('trace');
});

it('is one line of bearable length', () => {
  expect(artifactRefused('a\n\nb', 0)).toContain('uploaded: a b. ');
  expect(artifactRefused('x'.repeat(10_000), 0).length).toBeLessThan(1000);
});

it('does not tell the signature of an address', () => {
  const told = artifactRefused('PUT https://blobs.example/c/artifact.zip?sig=abc%2B&se=2030 failed', 0);
  expect(told).toContain('https://blobs.example/c/artifact.zip failed');
  expect(told).not.toContain('abc');
});
