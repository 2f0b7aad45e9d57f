import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { connectGitHub } from '../../../src/publish/github/github-api.ts';
import { type SeenRequest, sendJson, startHttpServer } from '../../support/http-server.ts';

type Answer = (response: ServerResponse) => void;
type AnswerTo = (request: SeenRequest, response: ServerResponse) => void;

/** GitHub, which sends on to another host for the bytes; the answers are given one after the other, the last one again. */
async function startBoth(blobAnswers: readonly Answer[] | AnswerTo, redirect?: (blobUrl: string) => string) {
  await using starting = new AsyncDisposableStack();
  const left = typeof blobAnswers === 'function' ? [] : [...blobAnswers];
  const next: AnswerTo = (_, response) => (left.length > 1 ? left.shift() : left[0])?.(response);
  const blobs = starting.use(await startHttpServer(typeof blobAnswers === 'function' ? blobAnswers : next));
  const github = starting.use(
    await startHttpServer((_, response) => {
      const location = redirect?.(blobs.url) ?? `${blobs.url}/a/path?sig=the-signature`;
      response.writeHead(302, { location }).end();
    }),
  );
  const started = starting.move();
  const api = connectGitHub('the-token', github.url, { owner: 'acme', repo: 'shop' });
  return { github, blobs, api, [Symbol.asyncDispose]: () => started.disposeAsync() };
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
/** All of artifact 5, which is fetched at once up to 100 bytes. */
async function whole(api: ReturnType<typeof connectGitHub>): Promise<string> {
  const archive = await api.openArtifact(5, 100);
  return String(await archive.read(0, archive.bytes));
}
/** Answers ranges of a text as blob stores do. */
const ranges =
  (text: string): AnswerTo =>
  ({ headers }, response) => {
    const [, from, to] = (/^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []).map(Number);
    const piece = text.slice(from, (to ?? 0) + 1);
    const last = (from ?? 0) + piece.length - 1;
    response.writeHead(206, { 'content-range': `bytes ${from}-${last}/${text.length}` }).end(piece);
  };
const secretsIn = ({ url, headers }: SeenRequest) => JSON.stringify({ url, headers }).includes('the-token');

describe('an artifact', () => {
  it('is fetched from where GitHub sends to, without the token', async () => {
    await using both = await startBoth([bytes('zip')]);
    expect(await whole(both.api)).toBe('zip');
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
  ])('is asked for again after %s, at an address of its own', async (_, fault) => {
    await using both = await startBoth([fault, bytes('zip')]);
    expect(await whole(both.api)).toBe('zip');
    expect(both.github.requests).toHaveLength(2);
  });

  it('is given up after three attempts, in words without the address', async () => {
    await using both = await startBoth([status(500)]);
    const failure = whole(both.api);
    await expect(failure).rejects.toThrow(`GET /a/path at ${new URL(both.blobs.url).host} answered 500`);
    await expect(failure).rejects.not.toThrow('the-signature');
    expect(both.blobs.requests).toHaveLength(3);
  });

  it.each([
    ['is not there', status(404), 'answered 404'],
    [
      'is sent on to a third host',
      (r: ServerResponse) => void r.writeHead(302, { location: 'https://x.example' }).end(),
      'answered 302',
    ],
    ['is too large', bytes('x'.repeat(101)), 'answered with more than'],
  ])('is asked for once where it %s', async (_, answer, words) => {
    await using both = await startBoth([answer]);
    await expect(whole(both.api)).rejects.toThrow(words);
    expect(both.blobs.requests).toHaveLength(1);
  });

  it.each(['data:application/zip,x', 'file:///etc/passwd', 'nonsense://x'])(
    'is not fetched from %s',
    async (location) => {
      await using both = await startBoth([bytes('zip')], () => location);
      await expect(whole(both.api)).rejects.toThrow('what GitHub never says');
      expect(both.blobs.requests).toEqual([]);
    },
  );

  it('is fetched whole where it is small, and in the pieces that are read where it is not', async () => {
    const small = 'x'.repeat(100);
    await using first = await startBoth(ranges(small));
    expect(await whole(first.api)).toBe(small);
    expect(first.blobs.requests.map(({ headers }) => headers.range)).toEqual(['bytes=0-99']);

    const large = Array.from({ length: 50 }, (_, index) => String(100 + index)).join('');
    await using second = await startBoth(ranges(large));
    const archive = await second.api.openArtifact(5, 100);
    expect(archive.bytes).toBe(150);
    expect(String(await archive.read(0, 3))).toBe('100');
    expect(String(await archive.read(147, 150))).toBe('149');
    const asked = second.blobs.requests.map(({ headers }) => headers.range);
    expect(asked).toEqual(['bytes=0-99', 'bytes=0-2', 'bytes=147-149']);
    expect(second.github.requests).toHaveLength(1);
    expect(second.blobs.requests.some(secretsIn)).toBe(false);
  });

  it.each([
    ['another range', 'bytes 1-99/150', 'x'.repeat(99)],
    ['no range', undefined, 'x'.repeat(100)],
    ['a size of its own', 'bytes 0-99/50', 'x'.repeat(100)],
    ['more than its range', 'bytes 0-2/3', 'xxxx'],
  ])('is not taken where its host answers with %s', async (_, range, body) => {
    const headers: Record<string, string> = range === undefined ? {} : { 'content-range': range };
    await using both = await startBoth([(response) => void response.writeHead(206, headers).end(body)]);
    await expect(whole(both.api)).rejects.toThrow(`GET /a/path at ${new URL(both.blobs.url).host} `);
    expect(both.blobs.requests).toHaveLength(1);
  });

  it('may be empty', async () => {
    await using both = await startBoth([status(416)]);
    expect(await whole(both.api)).toBe('');
  });

  it('is refused in GitHub’s own words', async () => {
    await using github = await startHttpServer((_, response) =>
      sendJson(response, 403, { message: 'Resource not accessible by integration' }),
    );
    const api = connectGitHub('the-token', github.url, { owner: 'acme', repo: 'shop' });
    await expect(whole(api)).rejects.toMatchObject({ status: 403 });
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
  const api = connectGitHub('the-token', github.url, { owner: 'acme', repo: 'shop' });
  expect((await api.listArtifacts(100)).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(github.requests[0]?.url).toBe('/repos/acme/shop/actions/runs/100/artifacts?page=1&per_page=100');
});
