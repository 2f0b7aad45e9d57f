import { describe, expect, it } from 'vitest';
import { commentKey, writeMarker } from '../../src/publish/comment/comment-marker.ts';
import { shownText } from '../support/comment-run.ts';
import { startHosted } from '../support/hosted-stand-in.ts';
import { sendJson } from '../support/http-server.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };
const key = commentKey('Checks', 'browser');
const earlier = `${writeMarker(key, { runId: 99, attempt: 1 })}\n### ❌ Browser tests failed\n\nIt was blue.`;

/** Runs against a service where all pass. @returns the bodies that were sent, and the requests. */
async function runOnce(given: { readonly comment: string; readonly there?: string }) {
  await using scenario = await makeScenario({ files });
  const { github } = scenario;
  if (given.there !== undefined) github.addComment(given.there);
  await using hosted = await startHosted('passed');
  await scenario.run({ inputs: { ...hosted.inputs, comment: given.comment } });
  return {
    asked: github.requests.map(
      ({ method, url }) => `${method} ${url.split('?')[0]?.split('/').slice(4).join('/')}`,
    ),
    written: github.requests
      .filter(({ body }) => body !== '')
      .map(({ body }): string => JSON.parse(body).body),
  };
}

describe('while the tests run, the comment', () => {
  it('says so from the start, with the commit, and then tells the verdict', async () => {
    const { asked, written } = await runOnce({ comment: 'always' });
    expect(asked).toEqual([
      'GET issues/7/comments',
      'POST issues/7/comments',
      'GET issues/7/comments',
      'GET issues/comments/1000',
      'PATCH issues/comments/1000',
    ]);
    expect(written[0]).toContain('### ⏳ Browser tests are running');
    expect(written[0]).toContain('Commit `aaaaaaa`');
    expect(written[0]).not.toContain('<details>');
    expect(written[1]).toContain('✅ Browser tests passed');
  });

  it.each(['always', 'on-failure'])('keeps what the last run said, folded, with `%s`', async (comment) => {
    const { asked, written } = await runOnce({ comment, there: earlier });
    expect(asked).toEqual([
      'GET issues/7/comments',
      'PATCH issues/comments/1000',
      'GET issues/comments/1000',
      'PATCH issues/comments/1000',
    ]);
    expect(shownText(written[0] ?? '')).toContain(
      '<details><summary>What the last run said</summary>\n\n### ❌ Browser tests failed\n\nIt was blue.\n\n</details>',
    );
    expect(written[0]).not.toContain('run=99');
    expect(written[1]).toContain('✅ Browser tests passed');
    expect(written[1]).not.toContain('It was blue.');
  });

  it('folds once, however many runs were killed', async () => {
    const first = await runOnce({ comment: 'always', there: earlier });
    const { written } = await runOnce({
      comment: 'always',
      there: (first.written[0] ?? '').replace('run=100.1', 'run=99.1'),
    });
    expect(written[0]?.match(/<details>/g)).toHaveLength(1);
    expect(written[0]).toContain('It was blue.');
  });

  it('is not written with `on-failure` where there is none', async () => {
    const { written } = await runOnce({ comment: 'on-failure' });
    expect(written).toEqual([]);
  });
});

describe('a comment that GitHub refuses', () => {
  it.each([
    [403, 'Resource not accessible by integration', 'permissions: pull-requests: write'],
    [403, 'Unable to create comment because issue is locked.', 'Unlock the pull request'],
    [410, 'This issue was deleted', 'is gone'],
  ])('is told in its words, with the right hint: %i %s', async (status, message, hint) => {
    await using scenario = await makeScenario({
      files,
      github: {
        intercept: ({ method }, response) => {
          if (method !== 'POST') return false;
          sendJson(response, status, { message });
          return true;
        },
      },
    });
    await using hosted = await startHosted('passed');
    const { exitCode, log } = await scenario.run({ inputs: hosted.inputs });
    expect(exitCode).toBe(0);
    expect(log).toContain(message);
    expect(log).toContain(hint);
    expect(log.includes('permissions:')).toBe(hint.startsWith('permissions:'));
  });
});
