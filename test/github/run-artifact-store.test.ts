import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { deadlineSignal } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import { type SeenRequest, sendJson, startHttpServer } from '../support/http-server.ts';

type Answer = (response: ServerResponse) => void;

const inTime = (ms = 60_000) => deadlineSignal(new AbortController().signal, ms);

function connect(github: { readonly url: string }) {
  return connectGitHub('the-token', github.url, { owner: 'acme', repo: 'shop' }).runArtifacts;
}

/** GitHub, which redirects to another host for the bytes; the answers are given one after the other, the last one again. */
async function startBoth(blobAnswers: readonly Answer[], redirect?: (blobUrl: string) => string) {
  await using starting = new AsyncDisposableStack();
  const left = [...blobAnswers];
  const blobs = starting.use(
    await startHttpServer(({ url }, response) => {
      // What another test left running may ask at a port that it had.
      if (!url.startsWith('/a/path')) return status(404)(response);
      (left.length > 1 ? left.shift() : left[0])?.(response);
    }),
  );
  const github = starting.use(
    await startHttpServer((_, response) => {
      const location = redirect?.(blobs.url) ?? `${blobs.url}/a/path?sig=the-signature`;
      response.writeHead(302, { location }).end();
    }),
  );
  const started = starting.move();
  return { github, blobs, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

const bytes =
  (body: string): Answer =>
  (response) =>
    void response.writeHead(200).end(body);
const status =
  (code: number): Answer =>
  (response) =>
    void response.writeHead(code).end('<html>');
const cut: Answer = (response) => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('some');
  response.destroy();
};
/** Artifact 5, of 100 bytes at most. */
async function download({ github }: { readonly github: { readonly url: string } }): Promise<string> {
  return String(await connect(github).download(5, 100, inTime()));
}
const secretsIn = ({ url, headers }: SeenRequest) => JSON.stringify({ url, headers }).includes('the-token');

describe('an artifact', () => {
  it('is fetched from where GitHub redirects to, without the token', async () => {
    await using both = await startBoth([bytes('zip')]);
    expect(await download(both)).toBe('zip');
    expect(both.github.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /repos/acme/shop/actions/artifacts/5/zip',
    ]);
    expect(both.github.requests.map(secretsIn)).toEqual([true]);
    expect(both.blobs.requests.map(({ url }) => url)).toEqual(['/a/path?sig=the-signature']);
    expect(both.blobs.requests.map(secretsIn)).toEqual([false]);
    expect(both.blobs.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['a server error', status(503)],
    ['a cut answer', cut],
    ['no answer', (response: ServerResponse) => void response.destroy()],
  ])('is requested again after %s, at a new address', async (_, fault) => {
    await using both = await startBoth([fault, bytes('zip')]);
    expect(await download(both)).toBe('zip');
    expect(both.github.requests).toHaveLength(2);
  });

  it('is given up after four attempts, and the error has no address', async () => {
    await using both = await startBoth([status(500)]);
    const failure = download(both);
    await expect(failure).rejects.toThrow(
      `/actions/artifacts/5/zip redirects to ${both.blobs.url}, which answered 500`,
    );
    await expect(failure).rejects.not.toThrow('the-signature');
    expect(both.blobs.requests).toHaveLength(4);
  });

  it.each([
    ['does not exist', status(404), 'answered 404'],
    ['is too large', bytes('x'.repeat(101)), 'answered with more than'],
  ])('is requested once if it %s', async (_, answer, words) => {
    await using both = await startBoth([answer]);
    await expect(download(both)).rejects.toThrow(words);
    expect(both.blobs.requests).toHaveLength(1);
  });

  it('is not fetched from an address that is not http or https', async () => {
    await using both = await startBoth([bytes('zip')], () => 'file:///etc/passwd');
    await expect(download(both)).rejects.toThrow('URL scheme must be a HTTP(S) scheme');
    expect(both.blobs.requests).toEqual([]);
  });

  it('may be empty', async () => {
    await using both = await startBoth([bytes('')]);
    expect(await download(both)).toBe('');
  });

  it('is not waited for after the deadline, and the error has no address', async () => {
    await using both = await startBoth([() => {}]);
    const failure = connect(both.github).download(5, 100, inTime(1000));
    await expect(failure).rejects.toThrow(
      /zip got no response: the time limit for requests to GitHub was reached$/,
    );
    await expect(failure).rejects.not.toThrow('the-signature');
  });

  it('is refused with GitHub’s message', async () => {
    await using github = await startHttpServer((_, response) =>
      sendJson(response, 403, { message: 'Resource not accessible by integration' }),
    );
    await expect(download({ github })).rejects.toMatchObject({ status: 403 });
    expect(github.requests).toHaveLength(1);
  });
});

it("a run's artifacts are listed page by page, each once", async () => {
  const pages = [
    [1, 2],
    [2, 3],
  ];
  await using github = await startHttpServer(({ url }, response) => {
    const page = Number(new URL(url, 'http://github').searchParams.get('page'));
    const artifacts = pages[page - 1]?.map((id) => ({
      id,
      name: `a-${id}`,
      size_in_bytes: 1,
      expired: false,
    }));
    const link: Record<string, string> =
      page < pages.length ? { link: '<http://x.example>; rel="next"' } : {};
    sendJson(response, 200, { total_count: 3, artifacts }, link);
  });
  expect((await connect(github).list(100, inTime())).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(github.requests[0]?.url).toBe('/repos/acme/shop/actions/runs/100/artifacts?page=1&per_page=100');
});
