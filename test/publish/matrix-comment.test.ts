import { describe, expect, it } from 'vitest';
import type { ResultsStore, SharedResults } from '../../src/github/results-store.ts';
import { openRunComment } from '../../src/publish/run-comment.ts';
import { renderComment } from '../../src/report/comment/render-comment.ts';
import { gateKey } from '../../src/results/jobs.ts';
import type { RunResults } from '../../src/results/run-results.ts';
import { startArtifactServer } from '../support/artifact-server.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { publishingOf, resultsStoreOf } from '../support/publishing-options.ts';
import {
  contentOf,
  factsOf,
  failedCaseOf,
  jobIdentityOf,
  resultsOf,
  visibleText,
} from '../support/results.ts';

const jobOf = (browser: string) => ({ matrix: [browser], jobTotal: 2 });
const ofJob = (browser: string, overrides: Partial<Omit<RunResults, 'job'>> = {}) =>
  resultsOf({ title: `CI / browser (${browser})`, ...overrides, job: jobOf(browser) });
const earlier = () => renderComment(contentOf([resultsOf({ job: { runId: 40 } })]));
const shown = ({ comments }: GitHubServer) => visibleText(comments[0]?.body ?? '');

/** The comment of a job of the matrix. */
function open(github: GitHubServer, browser: string, resultsStore: ResultsStore) {
  const options = publishingOf(github, { facts: factsOf({ job: jobOf(browser) }), resultsStore });
  const comment = openRunComment(options);
  if (comment === undefined) throw new Error('there is no comment');
  return { comment, states: options.states, host: options.host };
}

/** Uploaded results, as a results store lists them. */
function sharedOf(id: number, results: SharedResults['results']): SharedResults {
  return { id, gate: gateKey(jobIdentityOf()), createdAt: id, results };
}
const listing = (...all: readonly SharedResults[]): ResultsStore => ({
  upload: async () => 0,
  list: async () => all,
});

describe('a matrix announces', () => {
  it('that it runs over the comment of an earlier run', async () => {
    await using github = await startGitHub();
    github.addComment(earlier());
    const { comment, states } = open(github, 'chromium', listing());
    comment.announce();
    expect(states).toMatchObject([{ comment: { isDone: false, rendered: [] } }]);
    await expect.poll(() => shown(github)).toContain('Browser tests are running (0 of 2 jobs reported');
  });

  it('nothing if there is no comment, or if this run has already written it', async () => {
    await using github = await startGitHub();
    const chromium = sharedOf(1, ofJob('chromium'));
    const silent = open(github, 'chromium', listing(chromium));
    silent.comment.announce();
    await silent.comment.conclude(chromium.results, chromium);
    const late = open(github, 'firefox', listing(chromium));
    late.comment.announce();
    await late.comment.conclude(ofJob('firefox'), sharedOf(2, ofJob('firefox')));
    expect(shown(github)).toContain('2 jobs');
    expect(github.requests.filter(({ body }) => body.includes('(0 of 2 jobs'))).toEqual([]);
  });

  it('no progress: the comment counts the jobs', async () => {
    await using github = await startGitHub();
    const { comment } = open(github, 'chromium', listing());
    comment.progress({ total: 2, done: 1, failed: 0 });
    expect(github.requests).toEqual([]);
  });
});

describe('the comment of a matrix', () => {
  it('has all jobs at the end, with results from the artifact service', async () => {
    await using github = await startGitHub();
    await using server = await startArtifactServer();
    const results = [ofJob('chromium'), ofJob('firefox', { results: [failedCaseOf()] })];
    for (const [index, each] of results.entries()) {
      const browser = index === 0 ? 'chromium' : 'firefox';
      const resultsStore = resultsStoreOf(server, each);
      const { comment, states } = open(github, browser, resultsStore);
      comment.announce();
      const id = await resultsStore.upload(each);
      expect(await comment.conclude(each, sharedOf(id, each))).toBe(github.comments[0]?.html_url);
      const ids = server.artifacts.map((artifact) => artifact.id);
      expect(states.at(-1)).toMatchObject({ comment: { isDone: true, rendered: ids, uploaded: id } });
    }
    expect(github.comments).toHaveLength(1);
    expect(shown(github)).toMatch(/^### ❌ Browser tests failed \(1 failed, 1 passed of 2, 2 jobs/);
    for (const text of ['chromium', 'firefox', '**Pay by card**']) expect(shown(github)).toContain(text);
  });

  it('has the results of its own job although the list does not have them yet', async () => {
    await using github = await startGitHub();
    const chromium = sharedOf(1, ofJob('chromium'));
    const firefox = sharedOf(2, ofJob('firefox'));
    await open(github, 'firefox', listing(chromium)).comment.conclude(firefox.results, firefox);
    // The job that uploaded first creates it; it lists once more after that.
    expect(github.comments).toEqual([]);
    await open(github, 'chromium', listing(chromium)).comment.conclude(chromium.results, chromium);
    expect(shown(github)).toContain('1 of 2 jobs reported');
    await open(github, 'firefox', listing(chromium)).comment.conclude(firefox.results, firefox);
    expect(shown(github)).toContain('2 jobs');
  });

  it.each([false, true])(
    'has the results of its own job although they cannot be uploaded (comment of an earlier run: %s)',
    async (hasEarlier) => {
      await using github = await startGitHub();
      if (hasEarlier) github.addComment(earlier());
      const refuse = () => Promise.reject(new Error('Artifact storage quota has been hit'));
      const firefox = ofJob('firefox', { status: 'failed', green: false, results: [failedCaseOf()] });
      const { comment, states, host } = open(github, 'firefox', { upload: refuse, list: refuse });
      comment.announce();
      await comment.conclude(firefox, undefined);
      expect(host.lines).toEqual([]);
      expect(shown(github)).toMatch(/failed .*1 of 2 jobs reported.*Pay by card/s);
      const chromium = sharedOf(1, ofJob('chromium'));
      await open(github, 'chromium', listing(chromium)).comment.conclude(chromium.results, chromium);
      expect(shown(github)).toMatch(/1 of 2 jobs reported/);
      expect(github.comments).toHaveLength(1);
      const saved = { issueNumber: 7, isDone: true, rendered: [], ...states.at(-1)?.comment };
      const later = { upload: refuse, list: async () => [chromium] };
      await open(github, 'firefox', later).comment.complete(firefox, saved);
      expect(shown(github)).toMatch(/failed .*2 jobs/);
    },
  );

  it('is not written once more over the results of a later run', async () => {
    await using github = await startGitHub();
    const [chromium, firefox] = [sharedOf(1, ofJob('chromium')), sharedOf(2, ofJob('firefox'))];
    const later = renderComment(contentOf([resultsOf({ job: { runId: 60 } })]));
    let lists = 0;
    const resultsStore: ResultsStore = {
      upload: async () => 0,
      async list() {
        lists += 1;
        // A later run writes between the two writes of this one.
        for (const comment of lists === 2 ? github.comments : []) comment.body = later;
        return lists === 1 ? [chromium] : [chromium, firefox];
      },
    };
    github.addComment(earlier());
    const { comment, host } = open(github, 'chromium', resultsStore);
    expect(await comment.conclude(chromium.results, chromium)).toBeUndefined();
    expect(lists).toBe(2);
    expect(github.comments.map(({ body }) => body)).toEqual([later]);
    expect(host.lines).toEqual(['No comment: a later run has already written it.']);
  });

  it('is merged if jobs that uploaded more than a minute apart created two', async () => {
    await using github = await startGitHub();
    const firefox = { ...sharedOf(2, ofJob('firefox')), createdAt: 120_000 };
    for (const each of [ofJob('chromium'), ofJob('chromium')]) {
      github.addComment(renderComment(contentOf([each])));
    }
    const all = listing(sharedOf(1, ofJob('chromium')), firefox);
    await open(github, 'firefox', all).comment.conclude(firefox.results, firefox);
    expect(github.comments).toHaveLength(1);
    expect(shown(github)).toContain('2 jobs');
  });

  it('links to an artifact that was uploaded after the results', async () => {
    await using github = await startGitHub();
    const failed = { results: [failedCaseOf()] };
    const chromium = sharedOf(1, ofJob('chromium', failed));
    const { comment } = open(github, 'chromium', listing(chromium));
    await comment.conclude(chromium.results, chromium);
    const results = ofJob('chromium', { ...failed, artifact: { name: 'evidence', id: 5, url: null } });
    await comment.conclude(results, { ...chromium, results });
    expect(shown(github)).toContain('`evidence`');
  });

  it('is left to the post step if the results could not be listed', async () => {
    await using github = await startGitHub();
    github.addComment(earlier());
    const refusing: ResultsStore = {
      upload: async () => 0,
      list: () => Promise.reject(new Error('the service is down')),
    };
    const { comment, states, host } = open(github, 'chromium', refusing);
    const chromium = sharedOf(1, ofJob('chromium'));
    expect(await comment.conclude(chromium.results, chromium)).toBeUndefined();
    expect(host.lines).toEqual([expect.stringContaining('could not be posted: the service is down.')]);
    expect(states).toEqual([]);
  });
});
