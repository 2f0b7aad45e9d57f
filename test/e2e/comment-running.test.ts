import { describe, expect, it } from 'vitest';
import { commentMarker } from '../../src/report/comment/hidden-lines.ts';
import { gateKey } from '../../src/results/jobs.ts';
import { endedOnce, startHosted } from '../support/hosted-stand-in.ts';
import { sendJson } from '../support/http-server.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };
const gate = gateKey({ workflow: 'Checks', job: 'browser' });
const earlier = `${commentMarker(gate, { runId: 99, attempt: 1 }, true)}\n### ❌ Browser tests failed\n\nIt was blue.`;

/** Runs against a service where all pass. @returns the bodies that were sent, and the requests. */
async function runOnce(given: { readonly comment: string; readonly existing?: string }) {
  await using scenario = await makeScenario({ files });
  const { github } = scenario;
  if (given.existing !== undefined) github.addComment(given.existing);
  const isWritten = () =>
    github.comments.some(({ body }) => body.includes('⏳')) || given.comment === 'on-failure';
  await using hosted = await startHosted(endedOnce(isWritten));
  await scenario.runInProcess({ inputs: { ...hosted.inputs, comment: given.comment } });
  return {
    requests: github.requests.map(
      ({ method, url }) => `${method} ${url.split('?')[0]?.split('/').slice(4).join('/')}`,
    ),
    written: github.requests
      .filter(({ body }) => body !== '')
      .map(({ body }): string => JSON.parse(body).body),
  };
}

describe('while the tests run, the comment', () => {
  it('says so from the start, with the commit, and then shows the results', async () => {
    const { requests, written } = await runOnce({ comment: 'always' });
    expect(requests).toEqual([
      'GET issues/7/comments',
      'POST issues/7/comments',
      'GET issues/7/comments',
      'GET issues/7/comments',
      'PATCH issues/comments/1000',
    ]);
    expect(written[0]).toContain('### ⏳ Browser tests are running');
    expect(written[0]).toContain('Commit `aaaaaaa`');
    expect(written[0]).not.toContain('<details>');
    expect(written[1]).toContain('✅ Browser tests passed');
  });

  it('replaces what an earlier run wrote', async () => {
    const { requests, written } = await runOnce({ comment: 'always', existing: earlier });
    expect(requests).toEqual([
      'GET issues/7/comments',
      'PATCH issues/comments/1000',
      'GET issues/7/comments',
      'PATCH issues/comments/1000',
    ]);
    expect(written[0]).toContain('### ⏳ Browser tests are running');
    for (const body of written) expect(body).not.toMatch(/run=99|It was blue/);
    expect(written[1]).toContain('✅ Browser tests passed');
  });

  it('is not created with `comment: on-failure`', async () => {
    const { written } = await runOnce({ comment: 'on-failure' });
    expect(written).toEqual([]);
  });
});

describe('a comment that GitHub refuses', () => {
  it.each([
    [403, 'Resource not accessible by integration', 'permissions: pull-requests: write'],
    [403, 'Unable to create comment because issue is locked.', 'Unlock the pull request'],
    [410, 'This issue was deleted', 'no longer exists'],
  ])('is a warning with the reason and the right hint: %i %s', async (status, message, hint) => {
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
    const { exitCode, log } = await scenario.runInProcess({ inputs: hosted.inputs });
    expect(exitCode).toBe(0);
    expect(log).toContain(`${message.replace(/\.$/, '')} (${status}).`);
    expect(log).toContain(hint);
    expect(log.includes('permissions:')).toBe(hint.startsWith('permissions:'));
  });
});
