import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResultsStore } from '../../src/github/results-store.ts';
import { completeRun } from '../../src/publish/complete-run.ts';
import type { PublishContext } from '../../src/publish/publish-context.ts';
import { openRunCheck } from '../../src/publish/run-check.ts';
import { renderComment } from '../../src/report/comment/render-comment.ts';
import { gateKey, singleJobKey } from '../../src/results/jobs.ts';
import { formatResults } from '../../src/results/results-file.ts';
import type { JobIdentity } from '../../src/results/run-results.ts';
import type { SavedState } from '../../src/runtime/saved-state.ts';
import { startArtifactServer } from '../support/artifact-server.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { headSha, publishingOf, resultsStoreOf } from '../support/publishing-options.ts';
import { contentOf, factsOf, failedCaseOf, resultsOf, visibleText } from '../support/results.ts';
import { makeWorkspace } from '../support/run-action.ts';

const missing = { missing: 'not needed.' };
const passed = { status: 'passed', green: true } as const;
const failed = { status: 'failed', green: false } as const;

interface Setup {
  readonly job?: Partial<JobIdentity>;
  readonly comment?: Partial<NonNullable<SavedState['comment']>>;
  readonly state?: Partial<SavedState>;
  readonly resultsStore?: PublishContext['resultsStore'];
}

/** What the post step of run 50 has. */
function optionsOf(
  server: GitHubServer,
  { job = {}, comment, state, resultsStore = missing }: Setup = {},
): [SavedState, PublishContext] {
  const evidenceFolder = state?.evidenceFolder;
  const folder = evidenceFolder === undefined ? {} : { evidenceFolder };
  const publishing = publishingOf(server, { facts: factsOf({ job }), resultsStore, ...folder });
  const begun = { issueNumber: 7, isDone: false, rendered: [], ...comment };
  const { facts } = publishing;
  return [{ facts, evidenceFolder: publishing.evidenceFolder, comment: begun, ...state }, publishing];
}

const complete = (state: SavedState, context: PublishContext) =>
  completeRun(state, context, (error) => {
    throw error;
  });
const runningOf = (job: Partial<JobIdentity> = {}) =>
  renderComment(contentOf([], { facts: factsOf({ job }), running: true }));
const shown = ({ comments }: GitHubServer) => visibleText(comments[0]?.body ?? '');

describe('the post step of a job that does not share its comment', () => {
  it('says that a killed step has no verdict', async () => {
    await using github = await startGitHub();
    github.addComment(runningOf());
    await complete(...optionsOf(github));
    expect(shown(github)).toMatch(/^### 🚫 Browser tests were cancelled/);
    expect(shown(github)).toContain('The job ended before there was a verdict.');
  });

  it('publishes the results that the step has written', async () => {
    await using github = await startGitHub();
    github.addComment(runningOf());
    const results = resultsOf({ title: 'CI / hunter2', results: [failedCaseOf()] });
    await using workspace = await makeWorkspace({ 'results.json': formatResults(results) });
    await complete(...optionsOf(github, { state: { evidenceFolder: workspace.path, verdict: failed } }));
    expect(shown(github)).toContain('**Pay by card**');
    expect(shown(github)).not.toContain('hunter2');
  });

  it.each([
    ['passed', passed, 'Browser tests could not run'],
    ['failed', failed, 'Browser tests failed'],
  ])('is not green without a results file: %s', async (_, verdict, headline) => {
    await using github = await startGitHub();
    github.addComment(runningOf());
    await complete(...optionsOf(github, { state: { verdict } }));
    expect(shown(github)).toContain(headline);
    expect(shown(github)).toContain('The step ended before it had published its results');
  });

  it('keeps the results of earlier steps', async () => {
    await using github = await startGitHub();
    github.addComment(runningOf({ step: 'full' }));
    const first = resultsOf({ job: { step: 'smoke' }, results: [failedCaseOf()] });
    await using workspace = await makeWorkspace({ 'smoke/results.json': formatResults(first) });
    const evidenceFolder = join(workspace.path, 'full');
    await complete(...optionsOf(github, { job: { step: 'full' }, state: { evidenceFolder } }));
    expect(shown(github)).toContain('**Pay by card**');
    expect(shown(github)).toContain('2 steps');
  });

  it('ends the own comment of a matrix job without the artifact service', async () => {
    await using github = await startGitHub();
    const job = { matrix: ['chromium'], jobTotal: 2 };
    const facts = factsOf({ job });
    const key = singleJobKey(facts.job);
    github.addComment(renderComment(contentOf([], { facts, key, running: true })));
    await complete(...optionsOf(github, { job }));
    expect(shown(github)).toMatch(/^### 🚫 Browser tests were cancelled/);
    expect(github.comments[0]?.body.split('\n')[0]).not.toContain('running');
  });

  it.each<[string, Setup, string | undefined]>([
    ['was not begun', { state: { comment: undefined } }, runningOf()],
    ['says everything', { comment: { isDone: true } }, runningOf()],
    ['is of a later run', {}, runningOf({ runId: 60 })],
    ['is still of an earlier run', {}, runningOf({ runId: 40 })],
    ['was never created', {}, undefined],
  ])('leaves a comment alone that %s', async (_, setup, body) => {
    await using github = await startGitHub();
    if (body !== undefined) github.addComment(body);
    await complete(...optionsOf(github, setup));
    expect(github.comments.map((comment) => comment.body)).toEqual(body === undefined ? [] : [body]);
  });
});

describe('the post step of a matrix job', () => {
  const jobOf = (browser: string) => ({ matrix: [browser], jobTotal: 2 });
  const ofJob = (browser: string) => resultsOf({ title: browser, job: jobOf(browser) });

  it('shares that the step was killed, and shows it', async () => {
    await using github = await startGitHub();
    await using server = await startArtifactServer();
    await resultsStoreOf(server, ofJob('firefox')).upload(ofJob('firefox'));
    const resultsStore = resultsStoreOf(server, factsOf({ job: jobOf('chromium') }));
    await complete(...optionsOf(github, { job: jobOf('chromium'), resultsStore }));
    expect(server.artifacts).toHaveLength(2);
    expect(await resultsStore.list()).toMatchObject([{}, { results: { status: 'cancelled' } }]);
  });

  it('writes what was uploaded although the step could not', async () => {
    await using github = await startGitHub();
    await using server = await startArtifactServer();
    const results = ofJob('chromium');
    const resultsStore = resultsStoreOf(server, results);
    await resultsStore.upload(results);
    await complete(
      ...optionsOf(github, { job: jobOf('chromium'), resultsStore, state: { verdict: passed } }),
    );
    expect(shown(github)).toContain('1 of 2 jobs reported, 1 passed of 1');
    expect(server.artifacts).toHaveLength(1);
  });

  it('writes once more if the list has results that the comment does not show', async () => {
    await using github = await startGitHub();
    const [first, second] = ['chromium', 'firefox'].map((browser, index) => {
      const results = ofJob(browser);
      return { id: index + 1, gate: gateKey(results.job), createdAt: 0, results };
    });
    if (first === undefined || second === undefined) throw new Error('results are missing');
    const resultsStore: ResultsStore = { upload: async () => 0, list: async () => [first, second] };
    github.addComment(renderComment(contentOf([first.results])));
    await using workspace = await makeWorkspace({ 'results.json': formatResults(first.results) });
    const state = { evidenceFolder: workspace.path, verdict: passed };
    const setup = { job: jobOf('chromium'), resultsStore, state };
    await complete(...optionsOf(github, { ...setup, comment: { isDone: true, rendered: [1], uploaded: 1 } }));
    expect(shown(github)).toMatch(/^### ✅ Browser tests passed \(2 passed of 2, 2 jobs/);
    const requests = github.requests.length;
    await complete(
      ...optionsOf(github, { ...setup, comment: { isDone: true, rendered: [1, 2], uploaded: 1 } }),
    );
    expect(github.requests).toHaveLength(requests);
  });
});

describe('the post step ends a check run', () => {
  /** Creates a check run that is in progress, and what the post step knows of it. */
  async function begin(github: GitHubServer) {
    const publishing = publishingOf(github);
    const check = openRunCheck(publishing, { name: 'CI / browser', sha: headSha });
    check?.begin();
    await expect.poll(() => github.checkRuns).toHaveLength(1);
    return { check, options: optionsOf(github, { state: { check: publishing.states[0]?.check } }) };
  }

  it('that was left in progress', async () => {
    await using github = await startGitHub();
    const { options } = await begin(github);
    await complete(...options);
    expect(github.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }]);
  });

  it('but none that has ended, that does not exist, or that was not begun', async () => {
    await using github = await startGitHub();
    const { check, options } = await begin(github);
    await check?.conclude([resultsOf({ results: [failedCaseOf()] })]);
    await complete(...options);
    const identity = { sha: headSha, name: 'x', externalId: 'y' };
    await complete(...optionsOf(github, { state: { check: identity } }));
    await complete(...optionsOf(github));
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
  });
});
