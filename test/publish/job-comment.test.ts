import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CommentStore } from '../../src/github/comment-store.ts';
import { openRunComment } from '../../src/publish/run-comment.ts';
import { renderComment } from '../../src/report/comment/render-comment.ts';
import { formatResults } from '../../src/results/results-file.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { sendJson } from '../support/http-server.ts';
import { type PublishingOverrides, publishingOf } from '../support/publishing-options.ts';
import { contentOf, factsOf, failedCaseOf, resultsOf, visibleText } from '../support/results.ts';
import { makeWorkspace } from '../support/run-action.ts';

// Progress is written at a pace: the tests move the clock, never back, and fake nothing else.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});
const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** The comment of run 50, which is a job alone. */
function open(server: GitHubServer, overrides: PublishingOverrides = {}) {
  const options = publishingOf(server, overrides);
  const { github } = options;
  if (github === undefined) throw new Error('GitHub is missing');
  const gates: Partial<Record<keyof CommentStore, Promise<void>>> = {};
  const begun: (keyof CommentStore)[] = [];
  const passGate = async (operation: keyof CommentStore) => {
    begun.push(operation);
    await gates[operation];
  };
  const store = github.comments;
  const comments: CommentStore = {
    ...store,
    find: (...parameters) => passGate('find').then(() => store.find(...parameters)),
    create: (...parameters) => passGate('create').then(() => store.create(...parameters)),
    update: (...parameters) => passGate('update').then(() => store.update(...parameters)),
  };
  const comment = openRunComment({ ...options, github: { ...github, comments } });
  if (comment === undefined) throw new Error('there is no comment');
  return {
    comment,
    states: options.states,
    host: options.host,
    begun,
    /** Keeps an operation from reaching GitHub until the returned function is called. */
    hold(operation: keyof CommentStore): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates[operation] = promise;
      return resolve;
    },
    /** Reports progress until it is shown. */
    async showProgress(done: number, failed = 0) {
      await expect
        .poll(() => {
          comment.progress({ total: 40, done, failed });
          return shown(server);
        })
        .toContain(`(${done} of 40`);
    },
  };
}

const shown = ({ comments }: GitHubServer) => visibleText(comments[0]?.body ?? '');
const writes = ({ requests }: GitHubServer) =>
  requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
const commentOf = (runId: number) => renderComment(contentOf([resultsOf({ job: { runId } })]));

describe('the comment of a job', () => {
  it('says that the tests are running, then what they found; both are known to the post step', async () => {
    await using github = await startGitHub();
    const { comment, states, host } = open(github);
    comment.announce();
    expect(states).toMatchObject([{ comment: { isDone: false } }]);
    await expect.poll(() => shown(github)).toMatch(/^### ⏳ Browser tests are running\n/);
    const url = await comment.conclude(resultsOf({ results: [failedCaseOf()] }), undefined);
    expect(states).toMatchObject([{ comment: { isDone: false } }, { comment: { isDone: true } }]);
    expect(shown(github)).toMatch(/^### ❌ Browser tests failed/);
    expect(github.comments).toMatchObject([{ html_url: url }]);
    expect(host.lines).toEqual([]);
  });

  it('is one at the end, although GitHub stored the announcement late and answered it with an error', async () => {
    const late = renderComment(contentOf([], { facts: factsOf(), running: true }));
    let posts = 0;
    let isShown = false;
    await using github: GitHubServer = await startGitHub({
      intercept: ({ method }, response) => {
        posts += Number(method === 'POST');
        if (method === 'GET' && !isShown) sendJson(response, 200, []);
        if (method === 'GET') return !isShown;
        if (method !== 'POST' || posts > 1) return false;
        github.addComment(late);
        sendJson(response, 502, { message: 'Bad gateway' });
        return true;
      },
    });
    const { comment } = open(github);
    comment.announce();
    await expect.poll(() => github.comments).toHaveLength(2);
    isShown = true;
    await comment.conclude(resultsOf(), undefined);
    expect(github.comments).toHaveLength(1);
    expect(shown(github)).toContain('✅ Browser tests passed');
  });

  it('is announced over that of an earlier run, whatever `comment` says', async () => {
    await using github = await startGitHub();
    github.addComment(commentOf(40));
    open(github, { facts: factsOf({ job: { comment: 'on-failure' } }) }).comment.announce();
    await expect.poll(() => shown(github)).toContain('Browser tests are running');
  });

  it('is written although the announcement was refused', async () => {
    let refusals = 0;
    await using github = await startGitHub({
      intercept: ({ method }, response) => {
        if (method !== 'POST' || refusals > 0) return false;
        refusals += 1;
        sendJson(response, 403, { message: 'No' });
        return true;
      },
    });
    const { comment, host } = open(github);
    comment.announce();
    await expect.poll(() => refusals).toBe(1);
    expect(await comment.conclude(resultsOf(), undefined)).toBe(github.comments[0]?.html_url);
    expect(host.lines).toEqual([]);
  });

  it('is left to the post step if GitHub refuses the results', async () => {
    await using github = await startGitHub({ readOnly: true });
    const { comment, states } = open(github);
    comment.announce();
    await comment.conclude(resultsOf(), undefined);
    expect(states).toMatchObject([{ comment: { isDone: false } }]);
  });

  it('can be updated once more, such as with a link to its artifact', async () => {
    await using github = await startGitHub();
    const { comment } = open(github);
    await comment.conclude(resultsOf(), undefined);
    await comment.conclude(resultsOf({ artifact: { name: 'evidence', id: 5, url: null } }), undefined);
    expect(github.comments).toHaveLength(1);
    expect(shown(github)).toContain('evidence');
  });
});

describe('progress', () => {
  it('is shown after 15 s for the first time, then at least 30 s apart', async () => {
    await using github = await startGitHub();
    const { comment, showProgress } = open(github);
    comment.announce();
    await expect.poll(() => shown(github)).toContain('running');
    passSeconds(14);
    comment.progress({ total: 40, done: 3, failed: 0 });
    passSeconds(2);
    await showProgress(12, 1);
    expect(shown(github)).toMatch(/^### ⏳ Browser tests are running \(12 of 40, 1 failed so far\)\n/);
    passSeconds(29);
    comment.progress({ total: 40, done: 15, failed: 1 });
    passSeconds(1);
    await showProgress(16, 1);
    expect(writes(github).join()).not.toMatch(/\((?:3|15) of 40/);
  });

  it('is shown less often the longer the tests run, and not without news', async () => {
    await using github = await startGitHub();
    const { comment, showProgress } = open(github);
    comment.announce();
    await expect.poll(() => shown(github)).toContain('running');
    passSeconds(3600);
    await showProgress(1);
    passSeconds(300);
    comment.progress({ total: 40, done: 2, failed: 0 });
    passSeconds(100);
    comment.progress({ total: 40, done: 1, failed: 0 });
    await showProgress(3);
    expect(writes(github).join()).not.toContain('(2 of 40');
    expect(writes(github).filter((body) => body.includes('(1 of 40'))).toHaveLength(1);
  });

  it('is not shown if the run was not announced', async () => {
    await using github = await startGitHub();
    const { comment } = open(github);
    passSeconds(1000);
    comment.progress({ total: 40, done: 5, failed: 0 });
    await comment.conclude(resultsOf(), undefined);
    expect(writes(github)).toHaveLength(1);
  });

  it('does not overwrite the comment of a later run', async () => {
    await using github = await startGitHub();
    const { comment, showProgress, host } = open(github);
    comment.announce();
    await expect.poll(() => shown(github)).toContain('running');
    passSeconds(20);
    await showProgress(5);
    const [stored] = github.comments;
    if (stored === undefined) throw new Error('the comment is missing');
    stored.body = commentOf(60);
    passSeconds(60);
    comment.progress({ total: 40, done: 6, failed: 0 });
    await comment.conclude(resultsOf(), undefined);
    expect(stored.body).toBe(commentOf(60));
    expect(host.lines).toEqual(['No comment: a later run has already written it.']);
  });

  it('that cannot be written does not matter', async () => {
    let isRefusing = false;
    await using github = await startGitHub({
      intercept: ({ method }, response) => {
        if (!isRefusing || method !== 'PATCH') return false;
        isRefusing = false;
        sendJson(response, 403, { message: 'No' });
        return true;
      },
    });
    const { comment, showProgress } = open(github);
    comment.announce();
    await expect.poll(() => shown(github)).toContain('running');
    passSeconds(20);
    isRefusing = true;
    await expect
      .poll(() => {
        comment.progress({ total: 40, done: 5, failed: 0 });
        return isRefusing;
      })
      .toBe(false);
    passSeconds(60);
    await showProgress(7);
  });
});

describe('what is under way when the results are there', () => {
  it('is not written if it is an announcement that was only being prepared', async () => {
    await using github = await startGitHub();
    const { comment, hold, begun } = open(github);
    const release = hold('find');
    comment.announce();
    await expect.poll(() => begun).toEqual(['find']);
    const concluded = comment.conclude(resultsOf(), undefined);
    release();
    await concluded;
    expect(writes(github)).toHaveLength(1);
    expect(shown(github)).toContain('✅ Browser tests passed');
  });

  it('is waited for if it is an announcement that is being created: there is one comment', async () => {
    await using github = await startGitHub();
    const { comment, hold, begun } = open(github);
    const release = hold('create');
    comment.announce();
    await expect.poll(() => begun).toEqual(['find', 'create']);
    const concluded = comment.conclude(resultsOf(), undefined);
    release();
    await concluded;
    expect(github.comments).toHaveLength(1);
    expect(shown(github)).toContain('✅ Browser tests passed');
  });

  it('is waited for if it is progress: the results come after it, and nothing after them', async () => {
    await using github = await startGitHub();
    const { comment, hold, begun, showProgress } = open(github);
    comment.announce();
    await expect.poll(() => shown(github)).toContain('running');
    passSeconds(20);
    await showProgress(5);
    passSeconds(60);
    const release = hold('update');
    const before = begun.length;
    await expect
      .poll(() => {
        comment.progress({ total: 40, done: 6, failed: 0 });
        return begun.slice(before);
      })
      .toEqual(['find', 'update']);
    const concluded = comment.conclude(resultsOf(), undefined);
    release();
    await concluded;
    passSeconds(1000);
    comment.progress({ total: 40, done: 7, failed: 0 });
    const [last = '', beforeLast = ''] = writes(github).reverse();
    expect(beforeLast).toContain('(6 of 40)');
    expect(last).toContain('✅ Browser tests passed');
    expect(shown(github)).toContain('✅ Browser tests passed');
  });
});

it('the results of earlier steps of the job are shown while a step runs and at its end', async () => {
  await using github = await startGitHub();
  const first = resultsOf({ title: 'CI / browser', job: { step: 'smoke' }, results: [failedCaseOf()] });
  await using workspace = await makeWorkspace({
    'evidence-smoke/results.json': formatResults(first),
    'evidence-later/results.json': formatResults(resultsOf({ job: { step: 'later', runId: 40 } })),
  });
  const facts = factsOf({ job: { step: 'full' } });
  const { comment } = open(github, { facts, evidenceFolder: join(workspace.path, 'evidence-full') });
  comment.announce();
  await expect.poll(() => shown(github)).toContain('step smoke');
  expect(shown(github)).toContain('**Pay by card**');
  passSeconds(20);
  await expect
    .poll(() => {
      comment.progress({ total: 40, done: 5, failed: 0 });
      return shown(github);
    })
    .toContain('5 of 40');
  expect(shown(github)).toContain('**Pay by card**');
  await comment.conclude(resultsOf({ job: { step: 'full' } }), undefined);
  expect(shown(github)).toMatch(/^### ❌ Browser tests failed \(1 failed, 1 passed of 2, 2 steps/);
  for (const text of ['step smoke', 'step full', '**Pay by card**']) expect(shown(github)).toContain(text);
});
