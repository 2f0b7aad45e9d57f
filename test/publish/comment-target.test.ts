import { describe, expect, it } from 'vitest';
import type { CommentStore } from '../../src/github/comment-store.ts';
import { openCommentTarget } from '../../src/publish/comment-target.ts';
import { renderComment } from '../../src/report/comment/render-comment.ts';
import { gateKey } from '../../src/results/jobs.ts';
import { type RunIdentity, redactDeep } from '../../src/results/run-results.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { sendJson } from '../support/http-server.ts';
import { publishingOf, redact } from '../support/publishing-options.ts';
import {
  caseResultOf,
  contentOf,
  factsOf,
  jobIdentityOf,
  resultsOf,
  visibleText,
} from '../support/results.ts';

const key = gateKey(jobIdentityOf());
const visitor = { login: 'octocat', type: 'User' };
const signal = () => publishingOf(undefined).deadline();

function bodyOf(runId: number, attempt = 1): string {
  return renderComment(contentOf([resultsOf({ job: { runId, attempt } })]));
}

/** A run in which the case failed that passes in the others. */
const failedIn = (runId: number) =>
  resultsOf({ job: { runId }, results: [caseResultOf({ status: 'failed', errorMessage: 'no' })] });

function storeOf(server: GitHubServer): CommentStore {
  const { github } = publishingOf(server);
  if (github === undefined) throw new Error('GitHub is missing');
  return github.comments;
}

function targetOf(job: Partial<RunIdentity>, store: CommentStore) {
  return openCommentTarget(store, 7, { key, facts: redactDeep(factsOf({ job }), redact) });
}

/** Writes the comment of a workflow run on pull request 7. */
async function writeTo(
  server: GitHubServer,
  run: Partial<RunIdentity>,
  { mayCreate = true, store = storeOf(server) }: { mayCreate?: boolean; store?: CommentStore } = {},
) {
  const job = { runId: 50, attempt: 1, ...run };
  const target = targetOf(job, store);
  await target.read(signal());
  return target.write({ jobs: [resultsOf({ job })] }, { mayCreate, signal: signal() });
}

/** Which run each comment is of. */
const runs = ({ comments }: GitHubServer) => comments.map(({ body }) => / run=(\S+)/.exec(body)?.[1]);
const ids = ({ comments }: GitHubServer) => comments.map(({ id }) => id);

describe('the comment of a gate', () => {
  it('is created once, and updated after that', async () => {
    await using github = await startGitHub();
    const created = await writeTo(github, { runId: 50 });
    expect(created).toEqual({ kind: 'created', url: github.comments[0]?.html_url });
    const updated = await writeTo(github, { runId: 51 }, { mayCreate: false });
    expect(updated).toEqual({ kind: 'updated', url: github.comments[0]?.html_url });
    expect(runs(github)).toEqual(['51.1']);
  });

  it('is not created if it is not needed', async () => {
    await using github = await startGitHub();
    expect(await writeTo(github, {}, { mayCreate: false })).toEqual({ kind: 'not-needed' });
    expect(github.comments).toEqual([]);
  });

  it('hands what it remembers to the run that replaces it', async () => {
    await using github = await startGitHub();
    github.addComment(renderComment(contentOf([failedIn(40)])));
    await writeTo(github, { runId: 50 });
    expect(visibleText(github.comments[0]?.body ?? '')).toContain('1 fixed');
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
    const run = { runId: 50, attempt: 2 };
    expect(await targetOf(run, storeOf(github)).read(signal())).toBe(expected);
    const { kind } = await writeTo(github, run);
    expect(kind).toBe(expected === 'newer-run' ? expected : 'updated');
    expect(runs(github)).toEqual([expected === 'newer-run' ? `${runId}.${attempt}` : '50.2']);
  });

  it.each([true, false])(
    'that is deleted meanwhile is created once more if needed: %s',
    async (mayCreate) => {
      await using github = await startGitHub({
        intercept: ({ method }) => {
          if (method === 'PATCH') github.comments.splice(0);
          return false;
        },
      });
      github.addComment(bodyOf(40));
      const { kind } = await writeTo(github, { runId: 50 }, { mayCreate });
      expect(kind).toBe(mayCreate ? 'created' : 'not-needed');
      expect(runs(github)).toEqual(mayCreate ? ['50.1'] : []);
    },
  );

  it('that GitHub calls gone is created once more', async () => {
    await using github = await startGitHub({
      intercept: ({ method }, response) => {
        if (method !== 'PATCH') return false;
        sendJson(response, 410, { message: 'Gone' });
        return true;
      },
    });
    github.addComment(bodyOf(40));
    expect((await writeTo(github, { runId: 50 })).kind).toBe('created');
  });

  it('is never one of another person or another gate, even with the same first line', async () => {
    await using github = await startGitHub();
    const copied = github.addComment(bodyOf(60), visitor);
    const ofOther = github.addComment(bodyOf(60).replace(key, 'f'.repeat(16)));
    const before = github.comments.map(({ body }) => body);
    await writeTo(github, { runId: 50 });
    expect(github.comments.map(({ body }) => body).slice(0, 2)).toEqual(before);
    expect(github.comments.slice(0, 2)).toEqual([copied, ofOther]);
    expect(runs(github)).toEqual(['60.1', '60.1', '50.1']);
  });
});

describe('two jobs that create the comment', () => {
  /** A store whose lists wait until as many were requested. */
  function together(store: CommentStore, count: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    let left = count;
    return async (...parameters: Parameters<CommentStore['find']>) => {
      const found = await store.find(...parameters);
      left -= 1;
      if (left === 0) resolve();
      await promise;
      return found;
    };
  }

  it('at the same moment end with one comment, that of the later run', async () => {
    await using github = await startGitHub();
    const store = storeOf(github);
    const find = together(store, 2);
    await Promise.all([50, 51].map((runId) => writeTo(github, { runId }, { store: { ...store, find } })));
    expect(runs(github)).toEqual(['51.1']);
  });

  it('end with the comment of the later run also if that was first', async () => {
    await using github = await startGitHub({
      intercept: ({ method }) => {
        if (method === 'POST') github.addComment(bodyOf(51));
        return false;
      },
    });
    expect(await writeTo(github, { runId: 50 })).toEqual({ kind: 'newer-run' });
    expect(runs(github)).toEqual(['51.1']);
  });
});

describe('duplicates of the comment', () => {
  it('are deleted by the next write: the oldest stays, and nothing that is remembered is lost', async () => {
    await using github = await startGitHub();
    github.addComment(
      renderComment(contentOf([], { facts: factsOf({ job: { runId: 40 } }), running: true })),
    );
    github.addComment('by the way', visitor);
    github.addComment(renderComment(contentOf([failedIn(40)])));
    expect(await writeTo(github, { runId: 50 })).toMatchObject({ kind: 'updated' });
    expect(ids(github)).toEqual([1000, 1001]);
    expect(visibleText(github.comments[0]?.body ?? '')).toContain('1 fixed');
  });

  it('that GitHub stored although it answered with an error are deleted at once, if it shows them by then', async () => {
    let lists = 0;
    await using github: GitHubServer = await startGitHub({
      intercept: ({ method }, response) => {
        if (method === 'POST' && github.comments.length === 0) {
          github.addComment(bodyOf(50));
          sendJson(response, 502, { message: 'Bad gateway' });
          return true;
        }
        lists += Number(method === 'GET');
        // Before it creates, and twice when it looks for what it may have created.
        if (method === 'GET' && lists <= 3) sendJson(response, 200, []);
        return method === 'GET' && lists <= 3;
      },
    });
    expect(await writeTo(github, { runId: 50 })).toMatchObject({ kind: 'updated' });
    expect(ids(github)).toEqual([1000]);
  });

  it('do not matter if they cannot be deleted', async () => {
    await using github = await startGitHub({
      intercept: ({ method }, response) => {
        if (method === 'DELETE') sendJson(response, 403, { message: 'No' });
        return method === 'DELETE';
      },
    });
    for (const runId of [40, 40]) github.addComment(bodyOf(runId));
    expect(await writeTo(github, { runId: 50 })).toMatchObject({ kind: 'updated' });
    expect(runs(github)).toEqual(['50.1', '40.1']);
  });

  it('of a later run keep an earlier run from writing', async () => {
    await using github = await startGitHub();
    for (const runId of [40, 60]) github.addComment(bodyOf(runId));
    expect(await writeTo(github, { runId: 50 })).toEqual({ kind: 'newer-run' });
    expect(runs(github)).toEqual(['40.1', '60.1']);
  });

  it('that another job deletes while it is written leave the other one to write', async () => {
    await using github = await startGitHub({
      intercept: ({ method, url }) => {
        if (method === 'PATCH' && url.endsWith('/1000')) github.comments.splice(0, 1);
        return false;
      },
    });
    for (const runId of [40, 40]) github.addComment(bodyOf(runId));
    expect(await writeTo(github, { runId: 50 }, { mayCreate: false })).toMatchObject({ kind: 'updated' });
    expect(ids(github)).toEqual([1001]);
    expect(runs(github)).toEqual(['50.1']);
  });
});
