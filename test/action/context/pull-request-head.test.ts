import { describe, expect, it } from 'vitest';
import { buildContext } from '../../../src/action/context/context.ts';
import { withPullRequestHead } from '../../../src/action/context/pull-request-head.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { makeWorkspace } from '../../support/run-action.ts';

const [headSha, mergeSha, olderSha] = ['a', 'b', 'c'].map((letter) => letter.repeat(40));
const comment = { issue: { number: 7, pull_request: {} } };

async function shaOf(head: string | undefined, told: Error | undefined = undefined) {
  await using workspace = await makeWorkspace(head === undefined ? {} : { '.git/HEAD': `${head}\n` });
  const host = createRecordingHost();
  const env = {
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_SHA: 'd'.repeat(40),
    GITHUB_WORKSPACE: workspace.path,
  };
  const { report } = await withPullRequestHead(
    buildContext(env, comment),
    {
      async pullRequestHead() {
        if (told !== undefined) throw told;
        return { sha: headSha ?? '', ref: 'feature', mergeSha };
      },
    },
    host,
  );
  return { sha: report.sha, lines: host.lines };
}

describe('the commit of an event that names a pull request alone', () => {
  it.each([
    ['nothing is checked out', undefined],
    ['it is checked out', headSha],
    ['its merge is checked out', mergeSha],
    ['a branch is checked out', 'ref: refs/heads/main'],
  ])("is the pull request's head where %s", async (_, head) => {
    expect(await shaOf(head)).toEqual({ sha: headSha, lines: [] });
  });

  it('is the one that is checked out where the pull request has moved on', async () => {
    expect(await shaOf(olderSha)).toEqual({
      sha: olderSha,
      lines: [
        'warning: Pull request 7 has moved on to aaaaaaa: the results are told for ccccccc, which is checked out.',
      ],
    });
  });

  it("is the workflow's where GitHub does not tell", async () => {
    const { sha, lines } = await shaOf(olderSha, new Error('no answer'));
    expect(sha).toBe('d'.repeat(40));
    expect(lines.join()).toContain('The head of pull request 7 is not known (no answer)');
  });
});
