import { describe, expect, it } from 'vitest';
import { connectGitHub } from '../src/github/github.ts';
import { type GitHubServer, startGitHub } from './support/github-server.ts';

const repository = '/repos/acme/shop';

/** Asks as the action does, and reads the answer. */
async function ask(github: GitHubServer, method: string, path: string, body?: unknown) {
  const response = await fetch(`${github.url}${repository}${path}`, {
    method,
    redirect: 'manual',
    headers: { authorization: 'token t', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

const annotation = {
  path: 'a.yaml',
  start_line: 1,
  end_line: 1,
  annotation_level: 'failure',
  message: 'no button',
};

describe('the stand-in for GitHub', () => {
  it.each([
    ['a body without its text', 'POST', '/issues/7/comments', {}],
    ['a text that is none', 'PATCH', '/issues/comments/5', { body: 7 }],
    ['an unknown query parameter', 'GET', '/issues/7/comments?perpage=100', undefined],
    ['a number that is none', 'GET', '/issues/seven/comments', undefined],
    ['a check run without a commit', 'POST', '/check-runs', { name: 'tests' }],
    ['an unknown conclusion', 'PATCH', '/check-runs/5', { conclusion: 'passed' }],
    [
      'more annotations than fit',
      'PATCH',
      '/check-runs/5',
      { output: { summary: '', annotations: Array.from({ length: 51 }, () => annotation) } },
    ],
    ['an operation that is not known here', 'GET', '/labels', undefined],
  ])('does not forgive %s', async (_, method, path, body) => {
    const github = await startGitHub();
    await ask(github, method, path, body);
    expect(github.invalid).not.toEqual([]);
    await expect(github[Symbol.asyncDispose]()).rejects.toThrow(path.split('?')[0]);
  });

  it('answers comments with all that GitHub says they have', async () => {
    await using github = await startGitHub();
    const created = await ask(github, 'POST', '/issues/7/comments', { body: 'hello' });
    expect(created).toMatchObject({
      status: 201,
      body: { id: 1000, body: 'hello', user: { login: 'github-actions[bot]', type: 'Bot' } },
    });
    expect(Object.keys(created.body)).toEqual(
      expect.arrayContaining(['node_id', 'created_at', 'updated_at', 'issue_url']),
    );
    expect((await ask(github, 'GET', '/issues/7/comments')).body).toEqual([created.body]);
  });

  it('keeps check runs: what is not named stays, annotations add up, a conclusion completes', async () => {
    await using github = await startGitHub();
    const head_sha = 'a'.repeat(40);
    const made = await ask(github, 'POST', '/check-runs', { name: 'tests', head_sha, status: 'in_progress' });
    expect(made).toMatchObject({ status: 201, body: { status: 'in_progress', conclusion: null } });
    const path = `/check-runs/${made.body.id}`;
    const output = { title: 'One failed', summary: 'One failed.', annotations: [annotation] };
    await ask(github, 'PATCH', path, { conclusion: 'failure', output });
    const more = await ask(github, 'PATCH', path, { output: { summary: 'Two.', annotations: [annotation] } });
    expect(more).toMatchObject({
      status: 200,
      body: {
        status: 'completed',
        conclusion: 'failure',
        output: { title: 'One failed', annotations_count: 2 },
      },
    });
    expect(github.checkRuns).toMatchObject([{ name: 'tests', annotations: [annotation, annotation] }]);
    const listed = await ask(github, 'GET', `/commits/${head_sha}/check-runs?check_name=tests`);
    expect(listed.body).toMatchObject({ total_count: 1, check_runs: [{ id: made.body.id }] });
    const others = await ask(github, 'GET', `/commits/${'b'.repeat(40)}/check-runs`);
    expect(others.body).toEqual({ total_count: 0, check_runs: [] });
  });

  it("has the artifacts of a run, and sends on to another origin, which does not take GitHub's token", async () => {
    await using github = await startGitHub();
    const run = github.addRun({ head_sha: 'b'.repeat(40) });
    const zip = new TextEncoder().encode('PK');
    const { id } = github.addArtifact('browser-tests', zip);
    github.addArtifact('old', zip, { expired: true });
    const listed = await ask(github, 'GET', `/actions/runs/${run.id}/artifacts?name=browser-tests`);
    expect(listed.body).toMatchObject({ total_count: 1, artifacts: [{ id, name: 'browser-tests' }] });
    const sentOn = await ask(github, 'GET', `/actions/artifacts/${id}/zip`);
    expect(sentOn.status).toBe(302);
    const location = sentOn.headers.get('location') ?? '';
    expect(new URL(location).origin).not.toBe(github.url);
    expect(await (await fetch(location)).text()).toBe('PK');
    const part = await fetch(location, { headers: { range: 'bytes=1-9' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 1-1/2',
      'K',
    ]);
    expect((await fetch(location, { headers: { authorization: 'token t' } })).status).toBe(401);
    expect((await ask(github, 'GET', `/actions/artifacts/${id + 1}/zip`)).status).toBe(410);
  });

  it('finds pull requests by owner and branch of their head', async () => {
    await using github = await startGitHub();
    const head = { sha: 'e'.repeat(40), ref: 'fix' };
    github.pulls.push(
      { number: 8, state: 'open', head: { ...head, repo: { full_name: 'eve/shop' } } },
      { number: 9, state: 'open', head: { ...head, repo: { full_name: 'acme/shop' } } },
      { number: 10, state: 'closed', head: { ...head, repo: { full_name: 'eve/shop' } } },
    );
    const numbers = async (query: string) =>
      (await ask(github, 'GET', `/pulls?${query}`)).body.map(({ number }: { number: number }) => number);
    expect(await numbers('head=eve:fix')).toEqual([8]);
    expect(await numbers('head=eve:fix&state=all')).toEqual([10, 8]);
    expect(await numbers('state=open')).toEqual([9, 8]);
    const api = connectGitHub('t', github.url, { owner: 'acme', repo: 'shop' });
    const { signal } = new AbortController();
    expect(await api.pullRequests.pullRequestHead(8, signal)).toMatchObject(head);
  });
});
