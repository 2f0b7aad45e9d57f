import { describe, expect, it } from 'vitest';
import { type CommentAddress, CommentTarget } from '../../src/publish/comment-target.ts';
import { renderComment } from '../../src/report/comment/render-comment.ts';
import { gateKey } from '../../src/results/jobs.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { publishingOf } from '../support/publishing-options.ts';
import { contentOf, jobIdentityOf, resultsOf } from '../support/results.ts';

const key = gateKey(jobIdentityOf());
const visitor = { login: 'octocat', type: 'User' };
const signal = () => publishingOf(undefined).deadline();

/** The comment of a workflow run on pull request 7. */
function targetOf(server: GitHubServer, runId: number, attempt = 1): CommentTarget {
  const { github } = publishingOf(server);
  if (github === undefined) throw new Error('GitHub is missing');
  const address: CommentAddress = { issueNumber: 7, key, run: { runId, attempt } };
  return new CommentTarget(github.comments, address);
}

const bodyOf = (runId: number, attempt = 1) =>
  renderComment(contentOf([resultsOf({ job: { runId, attempt } })]));
const bodies = ({ comments }: GitHubServer) => comments.map(({ body }) => body);

describe('the comment of a gate', () => {
  it('is created once, and updated after that', async () => {
    await using github = await startGitHub();
    const first = targetOf(github, 50);
    expect(await first.read(signal())).toBe('missing');
    const created = await first.write(() => bodyOf(50), true, signal());
    expect(created).toEqual({ kind: 'created', url: github.comments[0]?.html_url });
    expect(await first.read(signal())).toBe('this-run');
    const later = targetOf(github, 51);
    expect(await later.read(signal())).toBe('earlier-run');
    const updated = await later.write(() => bodyOf(51), false, signal());
    expect(updated).toEqual({ kind: 'updated', url: github.comments[0]?.html_url });
    expect(bodies(github)).toEqual([bodyOf(51)]);
  });

  it('is not created if it is not needed', async () => {
    await using github = await startGitHub();
    const target = targetOf(github, 50);
    await target.read(signal());
    expect(await target.write(() => bodyOf(50), false, signal())).toEqual({ kind: 'not-needed' });
    expect(github.comments).toEqual([]);
  });

  it('hands what it remembers to the run that replaces it', async () => {
    await using github = await startGitHub();
    github.addComment(bodyOf(40));
    const target = targetOf(github, 50);
    await target.read(signal());
    const seen: unknown[] = [];
    const render = (history: unknown) => {
      seen.push(history);
      return bodyOf(50);
    };
    await target.write(render, true, signal());
    expect(seen).toEqual([expect.objectContaining({ run: { runId: 40, attempt: 1 }, failing: new Map() })]);
  });

  it.each([
    [49, 9, 'earlier-run'],
    [50, 1, 'earlier-run'],
    [50, 2, 'this-run'],
    [50, 3, 'newer-run'],
    [51, 1, 'newer-run'],
  ])('by run %i, attempt %i is found as %s by run 50, attempt 2', async (runId, attempt, expected) => {
    await using github = await startGitHub();
    github.addComment(bodyOf(runId, attempt));
    expect(await targetOf(github, 50, 2).read(signal())).toBe(expected);
  });

  it('that was deleted meanwhile is created once more if it is needed', async () => {
    await using github = await startGitHub();
    github.addComment(bodyOf(40));
    const [needed, other] = [targetOf(github, 50), targetOf(github, 50)];
    await needed.read(signal());
    await other.read(signal());
    github.comments.splice(0);
    expect(await other.write(() => bodyOf(50), false, signal())).toEqual({ kind: 'not-needed' });
    expect(await needed.write(() => bodyOf(50), true, signal())).toMatchObject({ kind: 'created' });
    expect(bodies(github)).toEqual([bodyOf(50)]);
  });

  it('is never one of another person or another gate, even with the same first line', async () => {
    await using github = await startGitHub();
    const copied = github.addComment(bodyOf(60), visitor);
    const ofOther = github.addComment(bodyOf(60).replace(key, 'f'.repeat(16)));
    const before = bodies(github);
    const target = targetOf(github, 50);
    expect(await target.read(signal())).toBe('missing');
    await target.write(() => bodyOf(50), true, signal());
    expect(bodies(github)).toEqual([...before, bodyOf(50)]);
    expect(github.comments.slice(0, 2)).toEqual([copied, ofOther]);
  });
});

describe('two runs that create the comment at the same moment', () => {
  it('end with one comment, that of the later run', async () => {
    await using github = await startGitHub();
    const targets = [50, 51].map((runId) => ({ runId, target: targetOf(github, runId) }));
    for (const { target } of targets) await target.read(signal());
    await Promise.all(targets.map(({ runId, target }) => target.write(() => bodyOf(runId), true, signal())));
    expect(bodies(github)).toEqual([bodyOf(51)]);
  });

  it('end with the comment of the later run also if that was first', async () => {
    await using github = await startGitHub();
    const target = targetOf(github, 50);
    await target.read(signal());
    github.addComment(bodyOf(51));
    expect(await target.write(() => bodyOf(50), true, signal())).toEqual({ kind: 'newer-run' });
    expect(bodies(github)).toEqual([bodyOf(51)]);
  });
});
