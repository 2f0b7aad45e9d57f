import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { deadlineSignal } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import { type GitHubOptions, type GitHubServer, startGitHub } from '../support/github-server.ts';
import { type SeenRequest, sendJson } from '../support/http-server.ts';

const visitor = { login: 'octocat', type: 'User' };
const list = 'GET /repos/acme/shop/issues/7/comments';
const create = 'POST /repos/acme/shop/issues/7/comments';

function connect(github: GitHubServer) {
  return connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' }).comments;
}

const isMarked = (body: string) => body.startsWith('mark');
const inTime = () => deadlineSignal(new AbortController().signal, 60_000);
const find = (github: GitHubServer) => connect(github).find(7, isMarked, inTime());
const createOn = (github: GitHubServer, body: string) => connect(github).create(7, body, inTime());

function requests(github: GitHubServer): string[] {
  return github.requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`);
}

const bodies = (github: GitHubServer) => github.comments.map(({ body }) => body);

/** GitHub, which answers the first requests of a kind otherwise. */
function answering(
  isOther: (request: SeenRequest) => boolean,
  answer: (response: ServerResponse) => void,
  { times = 1, ...options }: GitHubOptions & { times?: number } = {},
): Promise<GitHubServer> {
  let left = times;
  return startGitHub({
    ...options,
    intercept: (request, response) => {
      if (left === 0 || !isOther(request)) return false;
      left -= 1;
      answer(response);
      return true;
    },
  });
}

const isPost = ({ method, url }: Pick<SeenRequest, 'method' | 'url'>) =>
  method === 'POST' && url.includes('/issues/');
const isPatch = ({ method }: SeenRequest) => method === 'PATCH';
const refusal = (status: number) => (response: ServerResponse) =>
  sendJson(response, status, { message: 'No' });

describe('a comment', () => {
  it('is found behind 250 comments of others, with one request for each page of 100', async () => {
    await using github = await startGitHub();
    for (let index = 0; index < 250; index += 1) github.addComment(`comment ${index}`, visitor);
    const { id, html_url } = github.addComment('marked');
    expect(await find(github)).toEqual([{ id, body: 'marked', url: html_url }]);
    expect(requests(github)).toEqual([list, list, list]);
  });

  it('is not looked for further than a page behind the one where it stands, unless all are wanted', async () => {
    await using github = await startGitHub();
    for (let index = 0; index < 350; index += 1) github.addComment(index % 99 === 0 ? 'marked' : 'other');
    expect((await find(github)).map(({ id }) => id)).toEqual([1000, 1099, 1198]);
    expect(requests(github)).toEqual([list, list]);
    expect(await connect(github).find(7, isMarked, inTime(), 9)).toHaveLength(4);
  });

  it('may be missing', async () => {
    await using github = await startGitHub();
    github.addComment('without');
    expect(await find(github)).toEqual([]);
  });

  it('is created and updated byte for byte, also with numbers and quotes that a JSON writer may stumble over', async () => {
    await using github = await startGitHub();
    const body = '"9007199254740993n" : 9007199254740993, "-1n"\\ \u{1F375} `@octocat` ﷽';
    const created = await createOn(github, body);
    expect(created).toEqual({ id: 1000, body, url: github.comments[0]?.html_url });
    expect(bodies(github)).toEqual([body]);
    expect(await connect(github).update(created.id, '-1n', inTime())).toMatchObject({ body: '-1n' });
    expect(bodies(github)).toEqual(['-1n']);
  });

  it('is removed, and may be gone before', async () => {
    await using github = await startGitHub();
    const { id } = github.addComment('marked');
    const store = connect(github);
    await store.remove(id, inTime());
    expect(github.comments).toEqual([]);
    await store.remove(id, inTime());
    expect(await store.update(id, 'new', inTime())).toBe(undefined);
  });
});

describe('a comment of somebody else', () => {
  it('is ignored if a person copied the marker, and the current user is requested once', async () => {
    await using github = await startGitHub();
    for (let index = 0; index < 5; index += 1) github.addComment('marked', visitor);
    const store = connect(github);
    expect(await store.find(7, isMarked, inTime())).toEqual([]);
    const { id } = github.addComment('marked');
    expect(await store.find(7, isMarked, inTime())).toMatchObject([{ id }]);
    expect(requests(github)).toEqual([list, 'POST /graphql', list]);
  });

  it('is recognized if the token belongs to a person', async () => {
    await using github = await startGitHub({ login: 'release-robot' });
    github.addComment('marked', visitor);
    const { id } = github.addComment('marked');
    expect(await find(github)).toMatchObject([{ id }]);
  });

  it.each(['github-actions[bot]', 'release-robot[bot]'])(
    'is not mistaken for that of another app if the token belongs to %s',
    async (app) => {
      await using github = await startGitHub({ app });
      github.addComment('marked', { login: 'other-robot[bot]', type: 'Bot' });
      const { id } = github.addComment('marked');
      expect(await find(github)).toMatchObject([{ id }]);
      expect(requests(github)).toEqual([list, 'POST /graphql']);
    },
  );

  it('is recognized on GitHub Enterprise Server, which serves GraphQL at another address', async () => {
    await using github = await startGitHub({ app: 'release-robot[bot]' });
    const { id } = github.addComment('marked');
    const repository = { owner: 'acme', repo: 'shop' };
    const { comments } = connectGitHub('token', `${github.url}/api/v3`, repository);
    expect(await comments.find(7, isMarked, inTime())).toMatchObject([{ id }]);
    expect(requests(github)).toEqual([`GET /api/v3${list.slice(4)}`, 'POST /api/graphql']);
  });

  it('is recognized after the response about the current user was lost', async () => {
    const isGraphql = ({ url }: SeenRequest) => url === '/graphql';
    const options = { app: 'release-robot[bot]' };
    await using github = await answering(isGraphql, (response) => void response.destroy(), options);
    const { id } = github.addComment('marked');
    expect(await find(github)).toMatchObject([{ id }]);
  });

  it.each([
    ['fails', 502, 'Bad gateway'],
    ['reaches a rate limit', 403, 'API rate limit exceeded'],
  ])(
    'cannot be recognized if the request for the current user %s, which is an error',
    async (_, status, message) => {
      await using github = await startGitHub({
        login: 'release-robot',
        intercept: ({ url }, response) => {
          if (url !== '/graphql') return false;
          sendJson(response, status, { message });
          return true;
        },
      });
      github.addComment('marked');
      await expect(find(github)).rejects.toMatchObject({ status, message });
    },
  );
});

describe('a create', () => {
  it('whose response is lost is searched for, and not sent again', async () => {
    await using github = await startGitHub({ loseFirstCreate: true });
    github.addComment('hello', visitor);
    const created = await createOn(github, 'hello');
    expect(github.comments.map(({ id, body }) => [id, body])).toEqual([
      [1000, 'hello'],
      [created.id, 'hello'],
    ]);
    expect(requests(github)).toEqual([create, list, 'POST /graphql']);
  });

  it.concurrent.each([
    ['an error of GitHub’s', refusal(502)],
    ['a 408', refusal(408)],
    ['a lost connection', (response: ServerResponse) => void response.destroy()],
    ['an odd success', (response: ServerResponse) => sendJson(response, 299, { message: 'No' })],
    ['a success without a comment', (response: ServerResponse) => sendJson(response, 201, { id: 5 })],
  ])('that was not carried out is sent once more after %s', async (_, answer) => {
    await using github = await answering(isPost, answer);
    expect(await createOn(github, 'hello')).toMatchObject({ id: 1000 });
    expect(bodies(github)).toEqual(['hello']);
    expect(requests(github)).toEqual([create, list, list, create]);
  });

  it.concurrent('that fails twice is given up', async () => {
    await using github = await answering(isPost, refusal(502), { times: 5 });
    await expect(createOn(github, 'hello')).rejects.toMatchObject({ status: 502 });
    expect(requests(github)).toEqual([create, list, list, create]);
  });

  it.concurrent('that GitHub shows only some time after its error is found, and not sent again', async () => {
    let lists = 0;
    await using github: GitHubServer = await startGitHub({
      intercept: ({ method, url }, response) => {
        if (isPost({ method, url })) {
          github.addComment('hello');
          sendJson(response, 502, { message: 'Bad gateway' });
          return true;
        }
        lists += 1;
        if (lists === 1) sendJson(response, 200, []);
        return lists === 1;
      },
    });
    expect(await createOn(github, 'hello')).toMatchObject({ id: 1000 });
    expect(bodies(github)).toEqual(['hello']);
  });

  it('is not sent again if its outcome is unknown', async () => {
    await using github = await startGitHub({
      intercept: ({ method }, response) => {
        if (method === 'GET') sendJson(response, 200, null);
        else response.destroy();
        return true;
      },
    });
    await expect(createOn(github, 'hello')).rejects.toThrow('answered 200 with an unexpected body: null');
    expect(requests(github).filter((request) => request === create)).toHaveLength(1);
  });

  it('that is refused is sent once', async () => {
    await using github = await startGitHub({ readOnly: true });
    await expect(createOn(github, 'hello')).rejects.toMatchObject({ status: 403 });
    await using other = await startGitHub();
    await expect(createOn(other, 'x'.repeat(65_537))).rejects.toMatchObject({ status: 422 });
    expect([requests(github), requests(other)]).toEqual([[create], [create]]);
  });
});

it('an odd success of an update is sent again, and is an error if it stays', async () => {
  const odd = (response: ServerResponse) => sendJson(response, 299, { message: 'No' });
  await using github = await answering(isPatch, odd, { times: 100 });
  const { id } = github.addComment('old');
  await expect(connect(github).update(id, 'new', inTime())).rejects.toThrow(
    `PATCH /repos/acme/shop/issues/comments/${id} answered 299 with an unexpected body`,
  );
  expect(github.requests).toHaveLength(4);
});
