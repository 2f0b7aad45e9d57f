import { describe, expect, it } from 'vitest';
import { describeRefusal, type GitHubOperation, refusesAll } from '../../src/github/refusal.ts';

const refused = (status: number, message: string) => Object.assign(new Error(message), { status });
const unaffected = 'The test result is unaffected; the job summary shows it.';

describe('a refusal', () => {
  it('says what did not happen, GitHub’s words, what to do, and what it means for the job', () => {
    const error = refused(403, 'Resource not accessible by integration');
    expect(describeRefusal(error, 'check run')).toBe(
      `The check run could not be written: Resource not accessible by integration (403). Add \`permissions: checks: write\` to the job. GitHub never allows it for pull requests from forks. ${unaffected}`,
    );
  });

  it('is one sentence if GitHub’s words are one', () => {
    expect(describeRefusal(refused(403, 'The issue is locked.'), 'comment')).toContain(
      'is locked (403). Unlock',
    );
  });

  it('may be temporary if its cause is unknown', () => {
    expect(describeRefusal(new Error('GET /user got no response within 2 s.'), 'comment')).toBe(
      `The comment could not be posted: GET /user got no response within 2 s. This may be temporary. Re-run the job. ${unaffected}`,
    );
    expect(describeRefusal(refused(502, 'Bad gateway'), 'artifact list')).toBe(
      'The artifacts of the workflow run could not be listed: Bad gateway (502). This may be temporary. Re-run the job.',
    );
  });

  it.each<[GitHubOperation, number, string, string]>([
    ['comment', 403, 'Resource not accessible by integration', 'permissions: pull-requests: write'],
    ['comment', 403, 'Resource not accessible by integration', 'mode: publish'],
    ['comment', 403, 'Unable to create comment because issue is locked', 'Unlock the pull request'],
    ['comment', 403, 'Forbidden', 'permissions of `github-token`'],
    ['comment', 403, 'You have exceeded a secondary rate limit', 'Re-run the job later'],
    ['comment', 404, 'Not Found', 'no longer exists'],
    ['comment', 410, 'Gone', 'no longer exists'],
    ['comment', 401, 'Bad credentials', 'Check `github-token`'],
    ['comment', 403, 'Comment was submitted too quickly', 'Re-run the job later'],
    ['comment', 422, 'Validation Failed: Body is too long', 're-running the job does not help'],
    ['check run', 422, 'No commit found for SHA', 're-running the job does not help'],
    ['check run', 429, 'Slow down', 'rate limit'],
    ['check run', 403, 'You must authenticate via a GitHub App', 'Only apps'],
    ['check run', 404, 'Not Found', 'no access'],
    ['artifact list', 404, 'Not Found', 'permissions: actions: read'],
    ['artifact list', 403, 'Resource not accessible by integration', 'permissions: actions: read'],
    ['artifact download', 410, 'Artifact has expired', 'It was deleted or has expired'],
    ['artifact download', 403, 'Resource not accessible by integration', 'permissions: actions: read'],
    ['pull request', 403, 'Resource not accessible by integration', 'permissions: pull-requests: read'],
  ])('of a %s with %i and “%s” says what to do', (operation, status, message, words) => {
    expect(describeRefusal(refused(status, message), operation)).toContain(words);
  });

  it('of a connection names what may be wrong', () => {
    const error = new Error('GET /user got no complete response (ECONNREFUSED)');
    expect(describeRefusal(error, 'comment')).toContain(
      '(ECONNREFUSED). The runner must reach GitHub. Check',
    );
  });

  it('of a redirect names what may be wrong', () => {
    const error = new Error('GET /user redirects to http://other.test, which is not followed');
    expect(describeRefusal(error, 'comment')).toContain('not followed. Check GITHUB_API_URL, and whether');
  });

  it.each([
    ['Failed to CreateArtifact: Artifact storage quota has been hit.', 'Delete old artifacts'],
    ['@actions/artifact v2.0.0+ are not currently supported on GHES.', 'upload-artifact@v3'],
    ['GitHub Enterprise Server does not support the current artifacts', 'upload-artifact@v3'],
    ['Unable to get the ACTIONS_RUNTIME_TOKEN env variable', 'has no artifact service'],
    ['Received non-retryable error: Failed request: (409) Conflict', 'Set `artifact` to another one'],
    ['RestError (403)', 'may forbid uploads'],
    ['Unable to make request: ECONNREFUSED', 'HTTPS_PROXY'],
    ['it took longer than 60 s', 'This may be temporary'],
  ])('of an upload with the reason “%s” says what to do', (reason, words) => {
    const text = describeRefusal(reason, 'artifact upload');
    expect(text).toContain(`The artifact could not be uploaded: ${reason.replace(/\.$/, '')}.`);
    expect(text).toContain(words);
    expect(text.endsWith('The test result is unaffected.')).toBe(true);
  });

  it('of a large upload that takes too long says how to make it smaller', () => {
    const text = describeRefusal('it took longer than 120 s', 'artifact upload', 100 * 1024 ** 2);
    expect(text).toContain('set `trace` to `on-failure`');
  });

  it('shows no signatures, and no more than a line of 500 characters', () => {
    const reason = `failed at https://blobs.example/a/b?sig=secret&x=1\nand ${'x'.repeat(1000)}`;
    const text = describeRefusal(reason, 'artifact upload');
    expect(text).toContain('failed at https://blobs.example/a/b and xxx');
    expect(text).not.toContain('secret');
    expect(text.length).toBeLessThan(700);
  });
});

it.each([
  [401, 'Bad credentials', true],
  [403, 'Resource not accessible by integration', true],
  [429, 'Slow down', true],
  [404, 'Not Found', false],
  [502, 'Bad gateway', false],
])('GitHub refuses everything alike with %i “%s”: %s', (status, message, all) => {
  expect(refusesAll(refused(status, message))).toBe(all);
});
