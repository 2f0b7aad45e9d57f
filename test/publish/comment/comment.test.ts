import { describe, expect, it } from 'vitest';
import {
  type CommentOutcome,
  type CommentRequest,
  putComment,
} from '../../../src/publish/comment/comment.ts';
import { commentKey, type RunIdentity, writeMarker } from '../../../src/publish/comment/comment-marker.ts';
import { connectGitHub } from '../../../src/publish/github/github-api.ts';
import { wholeComment } from '../../support/comment-merge.ts';
import { type GitHubServer, startGitHub } from '../../support/github-server.ts';
import { sendJson } from '../../support/http-server.ts';

const key = commentKey('CI', 'browser');
const run: RunIdentity = { runId: 50, attempt: 1 };
const visitor = { login: 'octocat', type: 'User' };

/** A comment as an action's run writes it. */
function written(text: string, by = run, itsKey = key): string {
  return `${writeMarker(itsKey, by)}\n${text}`;
}

/** Publishes on pull request 7. */
function put(
  github: GitHubServer,
  {
    body = written('new'),
    by = run,
    ...overrides
  }: Partial<CommentRequest> & { body?: string; by?: RunIdentity } = {},
): Promise<CommentOutcome> {
  const api = connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' });
  const settle = async () => {};
  return putComment(api, {
    issueNumber: 7,
    key,
    ...wholeComment(key, by, body),
    create: true,
    settle,
    ...overrides,
  });
}

function asked(github: GitHubServer): string[] {
  return github.requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`);
}

const list = 'GET /repos/acme/shop/issues/7/comments';
const create = 'POST /repos/acme/shop/issues/7/comments';
const update = (id: number) => `PATCH /repos/acme/shop/issues/comments/${id}`;

describe('the comment of a pull request', () => {
  it('is created where there is none, and looked for once more: another run may have made one too', async () => {
    await using github = await startGitHub();
    const outcome = await put(github);
    expect(github.comments.map(({ body }) => body)).toEqual([written('new')]);
    expect(outcome).toMatchObject({ kind: 'created', url: github.comments[0]?.html_url });
    expect(asked(github)).toEqual([list, create, list]);
  });

  it('is updated in place behind 250 comments of others, with a request for each page of 100', async () => {
    await using github = await startGitHub();
    for (let index = 0; index < 250; index += 1) github.addComment(`comment ${index}`, visitor);
    const ours = github.addComment(written('old', { runId: 49, attempt: 1 }));
    const outcome = await put(github);
    expect(outcome).toEqual({ kind: 'updated', id: ours.id, url: ours.html_url });
    expect(ours.body).toBe(written('new'));
    expect(github.comments).toHaveLength(251);
    expect(asked(github)).toEqual([list, list, list, update(ours.id)]);
  });

  it('is looked for no further than where it stands', async () => {
    await using github = await startGitHub();
    const ours = github.addComment(written('old'));
    for (let index = 0; index < 250; index += 1) github.addComment(`comment ${index}`, visitor);
    await put(github);
    expect(asked(github)).toEqual([list, update(ours.id)]);
  });

  it('stays one, however many runs write it', async () => {
    await using github = await startGitHub();
    for (const runId of [50, 51, 52]) {
      const by = { runId, attempt: 1 };
      await put(github, { by, body: written(`run ${runId}`, by) });
    }
    expect(github.comments.map(({ body }) => body)).toEqual([written('run 52', { runId: 52, attempt: 1 })]);
  });

  it('belongs to its workflow and job: that of another one is left alone', async () => {
    await using github = await startGitHub();
    const other = written('other job', run, commentKey('CI', 'other'));
    github.addComment(other);
    await put(github);
    expect(github.comments.map(({ body }) => body)).toEqual([other, written('new')]);
  });

  it('arrives byte for byte, also with numbers and quotes that a JSON writer may stumble over', async () => {
    await using github = await startGitHub();
    const body = written('"9007199254740993n" : 9007199254740993, "-1n"\\ \u{1F375} `@octocat` ﷽');
    await put(github, { body });
    expect(github.comments.map((comment) => comment.body)).toEqual([body]);
  });
});

describe('a comment that is not ours', () => {
  it('is never written over where a person has copied our marker, and who we are is asked once', async () => {
    await using github = await startGitHub();
    const copied = written('mine!');
    for (let index = 0; index < 5; index += 1) github.addComment(copied, visitor);
    const outcome = await put(github);
    expect(outcome.kind).toBe('created');
    expect(github.comments.map(({ body }) => body)).toEqual([...Array(5).fill(copied), written('new')]);
    expect(asked(github)).toEqual([list, 'GET /user', create, list]);
  });

  it('is passed by on the way to our own', async () => {
    await using github = await startGitHub();
    const foreign = github.addComment(written('mine!'), visitor);
    const ours = github.addComment(written('old'));
    await put(github);
    expect([foreign.body, ours.body]).toEqual([written('mine!'), written('new')]);
  });

  it('is also that of another person where the token is a person’s', async () => {
    await using github = await startGitHub({ login: 'release-robot' });
    const foreign = github.addComment(written('mine!'), visitor);
    const ours = github.addComment(written('old'));
    await put(github);
    expect([foreign.body, ours.body]).toEqual([written('mine!'), written('new')]);
  });

  it('is also that of another app, whatever app the token belongs to', async () => {
    for (const app of ['github-actions[bot]', 'release-robot[bot]']) {
      await using github = await startGitHub({ app });
      const foreign = github.addComment(written('mine!'), { login: 'other-robot[bot]', type: 'Bot' });
      const ours = github.addComment(written('old'));
      await put(github);
      expect([foreign.body, ours.body]).toEqual([written('mine!'), written('new')]);
      expect(asked(github)).toEqual([list, 'POST /graphql', update(ours.id)]);
    }
  });

  it('is one that only quotes our marker further down', async () => {
    await using github = await startGitHub();
    const quoting = github.addComment(`> ${written('old')}`);
    await put(github);
    expect(quoting.body).toBe(`> ${written('old')}`);
    expect(github.comments).toHaveLength(2);
  });

  it('keeps a comment from being written where it can’t be told whose it is', async () => {
    await using github = await startGitHub({
      login: 'release-robot',
      intercept: ({ url }, response) => {
        if (url !== '/user') return false;
        sendJson(response, 502, { message: 'Bad gateway' });
        return true;
      },
    });
    github.addComment(written('old'));
    await expect(put(github)).rejects.toMatchObject({ status: 502 });
    expect(github.comments.map(({ body }) => body)).toEqual([written('old')]);
  });
});

describe('an older run', () => {
  it.each([
    ['a later run', { runId: 51, attempt: 1 }],
    ['a later attempt', { runId: 50, attempt: 2 }],
    ['a later run with more digits', { runId: 100, attempt: 1 }],
  ])('leaves the comment of %s as it is', async (_, later) => {
    await using github = await startGitHub();
    github.addComment(written('later', later));
    expect(await put(github)).toEqual({ kind: 'newer-there' });
    expect(github.comments.map(({ body }) => body)).toEqual([written('later', later)]);
    expect(asked(github)).toEqual([list]);
  });

  it('leaves the comment of a later run as it is, also where its own create was lost', async () => {
    const later = written('later', { runId: 51, attempt: 1 });
    await using github: GitHubServer = await startGitHub({
      intercept: ({ method }, response) => {
        if (method !== 'POST') return false;
        github.addComment(later);
        response.destroy();
        return true;
      },
    });
    expect(await put(github)).toEqual({ kind: 'newer-there' });
    expect(github.comments.map(({ body }) => body)).toEqual([later]);
  });
});

describe('a comment that is only worth an update', () => {
  it('is not created', async () => {
    await using github = await startGitHub();
    expect(await put(github, { create: false })).toEqual({ kind: 'not-needed' });
    expect(github.comments).toEqual([]);
  });

  it('is updated where it is there', async () => {
    await using github = await startGitHub();
    github.addComment(written('old'));
    expect(await put(github, { create: false })).toMatchObject({ kind: 'updated' });
    expect(github.comments.map(({ body }) => body)).toEqual([written('new')]);
  });
});

describe('when something goes wrong on the way', () => {
  it('a comment deleted meanwhile is created once more', async () => {
    await using github: GitHubServer = await startGitHub({
      intercept: ({ method }) => {
        if (method === 'PATCH') github.comments.splice(0);
        return false;
      },
    });
    const old = github.addComment(written('old'));
    expect(await put(github)).toMatchObject({ kind: 'created' });
    expect(github.comments.map(({ body }) => body)).toEqual([written('new')]);
    expect(asked(github)).toEqual([list, update(old.id), list, create, list]);
  });

  it('a create whose answer was lost is looked for, not sent again', async () => {
    await using github = await startGitHub({ loseFirstCreate: true });
    expect(await put(github)).toMatchObject({ kind: 'created' });
    expect(github.comments.map(({ body }) => body)).toEqual([written('new')]);
    expect(asked(github).filter((request) => request === create)).toHaveLength(1);
  });

  it.each([
    ['an error of GitHub’s', 502],
    ['a 408', 408],
    ['a lost connection', undefined],
  ])('a create that was not stored is sent once more after %s', async (_, status) => {
    let failures = 0;
    await using github = await startGitHub({
      intercept: ({ method }, response) => {
        if (method !== 'POST' || failures > 0) return false;
        failures += 1;
        if (status === undefined) response.destroy();
        else sendJson(response, status, { message: 'Bad gateway' });
        return true;
      },
    });
    expect(await put(github)).toMatchObject({ kind: 'created' });
    expect(github.comments.map(({ body }) => body)).toEqual([written('new')]);
    expect(asked(github)).toEqual([list, create, list, create, list]);
  });

  it('a token that may not write is refused once, and its status is told', async () => {
    await using github = await startGitHub({ readOnly: true });
    await expect(put(github)).rejects.toMatchObject({ status: 403 });
    expect(asked(github)).toEqual([list, create]);
  });

  it('a body that is too long is refused once', async () => {
    await using github = await startGitHub();
    await expect(put(github, { body: written('x'.repeat(65_536)) })).rejects.toMatchObject({ status: 422 });
    expect(asked(github)).toEqual([list, create]);
  });
});

describe('where two comments of ours were made at once', () => {
  /** GitHub, where another run's comment appears just before ours. */
  async function withOther(other: RunIdentity): Promise<GitHubServer> {
    const github: GitHubServer = await startGitHub({
      intercept: ({ method }) => {
        if (method === 'POST') github.addComment(written('other', other));
        return false;
      },
    });
    return github;
  }

  it('the older one stays, with the content of the newer run', async () => {
    await using github = await withOther({ runId: 49, attempt: 1 });
    expect(await put(github)).toMatchObject({ kind: 'updated', id: 1000 });
    expect(github.comments.map(({ id, body }) => [id, body])).toEqual([[1000, written('new')]]);
  });

  it('the older one stays as it is where it is the newer run’s', async () => {
    await using github = await withOther({ runId: 51, attempt: 1 });
    expect(await put(github)).toEqual({ kind: 'newer-there' });
    expect(github.comments.map(({ body }) => body)).toEqual([written('other', { runId: 51, attempt: 1 })]);
  });

  it('the one of another author is left alone', async () => {
    await using github: GitHubServer = await startGitHub({
      intercept: ({ method }) => {
        if (method === 'POST')
          github.addComment(written('other'), { login: 'other-robot[bot]', type: 'Bot' });
        return false;
      },
    });
    expect(await put(github)).toMatchObject({ kind: 'created' });
    expect(github.comments.map(({ body }) => body)).toEqual([written('other'), written('new')]);
  });
});

describe('a comment that an older run may still be writing', () => {
  it('is looked at again, and written again where that run has written over it', async () => {
    await using github = await startGitHub();
    const older = { runId: 49, attempt: 1 };
    const ours = github.addComment(`${writeMarker(key, older, true)}\nrunning`);
    let late = 0;
    const settle = async () => {
      late += 1;
      if (late === 1) ours.body = written('too late', older);
    };
    expect(await put(github, { settle })).toMatchObject({ kind: 'updated' });
    expect(ours.body).toBe(written('new'));
    expect(asked(github)).toEqual([
      list,
      update(ours.id),
      `GET ${update(ours.id).slice(6)}`,
      update(ours.id),
    ]);
  });
});
