import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type PublishOptions, publish } from '../../src/publish/publish.ts';
import { openRunCheck } from '../../src/publish/run-check.ts';
import { openRunComment } from '../../src/publish/run-comment.ts';
import { type RunFacts, redactDeep } from '../../src/results/run-results.ts';
import { type ArtifactServer, startArtifactServer } from '../support/artifact-server.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { sendJson } from '../support/http-server.ts';
import { pollOptions } from '../support/poll-options.ts';
import {
  artifactsOf,
  headSha,
  type PublishingOverrides,
  publishingOf,
  redact,
  resultsStoreOf,
} from '../support/publishing-options.ts';
import { failedCaseOf, resultsOf, visibleText } from '../support/results.ts';
import { makeWorkspace } from '../support/run-action.ts';

const red = resultsOf({ results: [failedCaseOf({ trace: { path: 'a-1.zip' } })] });

/** Publishes results as the action does at its end. */
async function publishTo(
  github: GitHubServer,
  server: ArtifactServer,
  facts: RunFacts = red,
  overrides: Partial<PublishOptions> & PublishingOverrides = {},
) {
  await using workspace = await makeWorkspace({ 'evidence/a-1.zip': 'a trace' });
  const evidenceFolder = join(workspace.path, 'evidence');
  const resultsStore = overrides.resultsStore ?? resultsStoreOf(server, facts);
  const given = publishingOf(github, { evidenceFolder, resultsStore, ...overrides, facts });
  const publishing = { ...given, host: overrides.host ?? given.host };
  const options = {
    comment: openRunComment(publishing),
    check: openRunCheck(publishing, { name: 'CI / browser', sha: headSha }),
    artifacts: artifactsOf(server),
    artifactName: 'gate',
    report: 'never' as const,
    retentionDays: undefined,
    ...overrides,
  };
  const results = redactDeep(resultsOf({ ...red, ...facts }), redact);
  await publish(results, publishing, options);
  return given.host;
}

const workflowRunUrl = 'https://github.example/acme/shop/actions/runs/50';
const onFailure = { artifactName: '', report: 'on-failure' } as const;

const shown = ({ comments }: GitHubServer) => visibleText(comments[0]?.body ?? '');
const names = ({ artifacts }: ArtifactServer) => artifacts.map(({ name }) => name);
const matrix = { matrix: ['chromium'], jobTotal: 2 };

it('everything is written, and the comment and the summary link to the artifact', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  const host = await publishTo(github, server);
  expect(names(server)).toEqual(['gate', expect.stringMatching(/^browser-test-gate-results-/)]);
  const files = Object.keys(server.artifacts[0]?.files ?? {}).sort();
  expect(files).toEqual(['a-1.zip', 'ctrf.json', 'failures.md', 'junit.xml', 'report.html', 'results.json']);
  expect(host.outputs).toMatchObject({
    ...{ status: 'failed', failed: '1', 'artifact-name': 'gate', 'artifact-id': '1000' },
    'comment-url': github.comments[0]?.html_url,
    'results-file': expect.stringMatching(/results\.json$/),
  });
  expect(shown(github)).toMatch(/^### ❌ Browser tests failed/);
  for (const text of [shown(github), host.summary.join()]) expect(text).toContain('in the artifact `gate`');
  expect(host.summary).toHaveLength(1);
  expect(github.checkRuns).toMatchObject([{ conclusion: 'failure', annotations: [{}] }]);
  // Annotations are on the check run.
  expect(host.annotations).toEqual([]);
  expect(host.lines.filter((line) => line.startsWith('warning'))).toEqual([]);
});

it('the report of a failure is uploaded unzipped, and everything links to it', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  const host = await publishTo(github, server, resultsOf({ ...red, workflowRunUrl }), onFailure);
  const [page, failures, shared] = server.artifacts;
  expect(failures).toMatchObject({ name: 'browser-tests-failures.md', mimeType: 'text/markdown' });
  expect(page).toMatchObject({ name: 'browser-tests-report.html', mimeType: 'text/html' });
  const html = Buffer.from(page?.files['browser-tests-report.html'] ?? '').toString();
  expect(html).toContain('Pay by card');
  expect(html).not.toContain('a-1.zip');
  const url = `${workflowRunUrl}/artifacts/1000`;
  expect(host.outputs).toMatchObject({ 'report-artifact-id': '1000', 'report-artifact-url': url });
  const anchor = `${url}#case-11111111-1111-4111-8111-111111111111`;
  for (const text of [shown(github), host.summary.join()]) {
    expect(text).toContain(`**[Open the report](<${url}>)**`);
    expect(text).toContain(`[Report](<${anchor}>)`);
    expect(text).toContain(`[Failures for coding agents](<${workflowRunUrl}/artifacts/1001>)`);
    // Nobody can get at the trace.
    expect(text).not.toContain('a-1.zip');
  }
  expect(JSON.stringify(github.checkRuns)).toContain(anchor);
  expect(Buffer.from(shared?.files['results.json'] ?? '').toString()).toContain(url);
});

it.each([
  ['the run is green', resultsOf(), onFailure, 0],
  ['the run is green, with `always`', resultsOf(), { ...onFailure, report: 'always' }, 1],
  ['it is never wanted', red, { ...onFailure, report: 'never' }, 0],
  ['no test case ran', resultsOf({ status: 'error', results: [] }), onFailure, 0],
  ['the job was cancelled', resultsOf({ ...red, status: 'cancelled' }), onFailure, 0],
  ['there is no artifact service', red, { ...onFailure, artifacts: { missing: 'no service' } }, 0],
] as const)('a report is uploaded as often as it is wanted: %s', async (_, results, options, count) => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  const host = await publishTo(github, server, results, options);
  expect(names(server).filter((name) => name.endsWith('.html'))).toHaveLength(count);
  // The last lines of the log name it.
  expect(host.lines.filter((line) => /artifact|report\.html/i.test(line))).toEqual([]);
  expect(shown(github).includes('Open the report')).toBe(false);
});

it('the report of each job of a matrix is linked in the comment of all', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  for (const browser of ['chromium', 'firefox']) {
    const job = { matrix: [browser], jobTotal: 2, attempt: 2 };
    await publishTo(github, server, resultsOf({ ...red, workflowRunUrl, job }), onFailure);
  }
  const pages = server.artifacts.filter(({ mimeType }) => mimeType === 'text/html');
  expect(pages.map(({ name }) => name)).toEqual([
    'browser-tests-report-chromium-attempt-2.html',
    'browser-tests-report-firefox-attempt-2.html',
  ]);
  for (const { id } of pages)
    expect(shown(github)).toContain(`[1 failed of 1](<${workflowRunUrl}/artifacts/${id}>)`);
});

it('failures.md says since when a test case fails, once the comment has been read', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  await publishTo(github, server);
  await using workspace = await makeWorkspace();
  const facts = resultsOf({ ...red, job: { runId: 51 } });
  const evidenceFolder = join(workspace.path, 'evidence');
  const options = publishingOf(github, { facts, evidenceFolder });
  const comment = openRunComment({ ...options, resultsStore: resultsStoreOf(server, facts) });
  comment?.announce();
  await expect.poll(() => shown(github), pollOptions).toContain('are running');
  await publishTo(github, server, facts, { comment, evidenceFolder, ...onFailure });
  const text = await readFile(join(evidenceFolder, 'failures.md'), 'utf8');
  expect(text).toContain('- History: _still failing since');
});

it('the report does not wait for the evidence', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  await publishTo(github, server, red, { report: 'on-failure' });
  const unzipped = ['browser-tests-report.html', 'browser-tests-failures.md'];
  expect(names(server).slice(0, 3)).toEqual([...unzipped, 'gate']);
});

it('a report that cannot be uploaded is a line of the log', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer({
    intercept(_, response) {
      sendJson(response, 403, { msg: 'no hunter2 here' });
      return true;
    },
  });
  const host = await publishTo(github, server, red, onFailure);
  const lines = host.lines.filter((line) => line.includes('could not be uploaded'));
  expect(lines[0]).toMatch(/^The artifact could not be uploaded: .*no \*\*\* here/);
  expect(host.outputs).toMatchObject({ 'report-artifact-url': '' });
  expect(shown(github)).not.toContain('Open the report');
});

/** The upload begins after the check run has ended, which is written last. */
function lateUpload(github: GitHubServer, server: ArtifactServer): Partial<PublishOptions> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const artifacts = artifactsOf(server);
  const check = openRunCheck(publishingOf(github), { name: 'CI / browser', sha: headSha });
  if (check === undefined) throw new Error('there is no check run');
  return {
    artifactWaitMs: 0,
    artifacts: {
      ...artifacts,
      upload: (...parameters) => promise.then(() => artifacts.upload(...parameters)),
      uploadFile: (...parameters) => promise.then(() => artifacts.uploadFile(...parameters)),
    },
    check: { conclude: (results) => check.conclude(results).finally(resolve) },
  };
}

it('the artifact has the test cases that were generated', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  const case1 = { testCaseId: 'a', name: 'Buy', file: 'generated-tests/buy.yaml', steps: [], yaml: 'x: 1\n' };
  await publishTo(github, server, resultsOf({ generated: [case1] }));
  const { files } = server.artifacts[0] ?? {};
  expect(new TextDecoder().decode(files?.['generated-tests/buy.yaml'])).toBe(case1.yaml);
});

it('an artifact that takes long is put into the comment afterwards', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  const host = await publishTo(github, server, red, {
    ...lateUpload(github, server),
    report: 'on-failure',
  });
  const written = github.requests.map(({ body }) => body).filter((body) => body.includes('### ❌'));
  expect(written[0]).not.toContain('in the artifact');
  expect(shown(github)).toContain('in the artifact `gate`');
  expect(github.comments).toHaveLength(1);
  expect(github.checkRuns).toHaveLength(1);
  expect(host.summary).toEqual([expect.stringContaining('in the artifact `gate`')]);
  expect(host.outputs).toMatchObject({
    'artifact-name': 'gate',
    'comment-url': github.comments[0]?.html_url,
  });
});

it('an artifact that takes long is put into the comment of a matrix as well', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  await publishTo(github, server, resultsOf({ ...red, job: matrix }), lateUpload(github, server));
  expect(shown(github)).toContain('in the artifact `gate-chromium`');
});

it('an artifact that takes long and fails leaves everything else as it is', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer({
    intercept(_, response) {
      sendJson(response, 403, { msg: 'no' });
      return true;
    },
  });
  const host = await publishTo(github, server, red, lateUpload(github, server));
  expect(github.comments).toHaveLength(1);
  expect(host.outputs).toMatchObject({ 'artifact-name': '', 'comment-url': github.comments[0]?.html_url });
  const warnings = host.lines.filter((line) => line.startsWith('warning'));
  expect(warnings).toEqual([expect.stringContaining('The artifact could not be uploaded')]);
});

it('each part that fails is a warning, and everything else is written', async () => {
  await using github = await startGitHub({ readOnly: true });
  await using server = await startArtifactServer();
  const { host } = publishingOf(github);
  await publishTo(github, server, red, {
    artifacts: { missing: 'ACTIONS_RUNTIME_TOKEN is not set' },
    host: { ...host, writeSummary: () => Promise.reject(new Error('disk full.')) },
  });
  const warnings = host.lines.filter((line) => line.startsWith('warning'));
  expect(warnings).toEqual([
    'warning: Cannot write the job summary: disk full. The test result is unaffected.',
    expect.stringContaining('The artifact could not be uploaded: ACTIONS_RUNTIME_TOKEN'),
    expect.stringContaining('The comment could not be posted'),
    expect.stringContaining('The check run could not be written'),
  ]);
  expect(host.outputs).toMatchObject({ status: 'failed', 'results-file': expect.any(String) });
  // Without the check run, annotations are on the step.
  expect(host.annotations).toMatchObject([{ file: 'tests/checkout.yaml', line: 17 }]);
});

it('a folder that cannot be written does not keep the comment from being written', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  await using workspace = await makeWorkspace({ file: 'x' });
  const host = await publishTo(github, server, red, { evidenceFolder: join(workspace.path, 'file') });
  expect(shown(github)).toContain('**Pay by card**');
  expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
  const warnings = host.lines.filter((line) => line.startsWith('warning'));
  expect(warnings).toHaveLength(6);
  expect(warnings.at(-1)).toContain('The artifact could not be uploaded: ENOTDIR');
});

it('results are shared with the other jobs of a matrix, also without a pull request', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  const facts = resultsOf({ ...red, job: matrix });
  const host = await publishTo(github, server, facts, { artifactName: '' });
  expect(names(server)).toEqual([expect.stringMatching(/^browser-test-gate-results-/)]);
  expect(shown(github)).toContain('1 of 2 jobs reported');
  expect(host.outputs['artifact-name']).toBe('');
  const push = publishingOf(github, { pullRequest: undefined, eventName: 'push' });
  const next = resultsOf({ ...red, job: { ...matrix, matrix: ['firefox'] } });
  const resultsStore = resultsStoreOf(server, next);
  const comment = openRunComment({ ...push, resultsStore });
  await publishTo(github, server, next, { artifactName: '', resultsStore, comment });
  expect(names(server)).toHaveLength(2);
  expect(push.host.lines).toEqual(['No comment: the event push has no pull request.']);
});

it.each([
  ['green', resultsOf(), {}, 0],
  ['green, of a pull request from a fork', resultsOf(), { isFork: true }, 1],
  ['green, in a re-run', resultsOf({ job: { attempt: 2 } }), {}, 1],
  ['not green', red, {}, 1],
])('results of a job alone that are %s are shared as needed', async (_, results, options, count) => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  await publishTo(github, server, results, { artifactName: '', ...options });
  expect(names(server)).toHaveLength(count);
});

it('a job alone shares all its steps once one is not green, each once', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  await using temp = await makeWorkspace();
  const shared: number[] = [];
  for (const [step, results] of [resultsOf(), red, resultsOf()].entries()) {
    const ofStep = { ...results, job: { ...results.job, step: `step ${step}` } };
    const evidenceFolder = join(temp.path, `evidence-${step}`);
    const { lines } = await publishTo(github, server, ofStep, {
      ...{ artifactName: '', resultsStore: resultsStoreOf(server, ofStep) },
      evidenceFolder,
    });
    expect(lines.filter((line) => line.includes('could not'))).toEqual([]);
    shared.push(names(server).length);
  }
  expect(shared).toEqual([0, 2, 3]);
});

it('results that cannot be shared are a warning without secrets', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer({
    intercept(_, response) {
      sendJson(response, 403, { msg: 'no hunter2 here' });
      return true;
    },
  });
  const host = await publishTo(github, server, resultsOf({ ...red, job: matrix }), { artifactName: '' });
  expect(host.lines).toEqual([
    expect.stringMatching(/^warning: The artifact could not be uploaded: .*no \*\*\* here/),
    expect.stringContaining('Check run'),
    '✗ Pay by card (tests/checkout.yaml:17)',
    expect.stringContaining('Step 3'),
  ]);
});

it('no secret is in anything that is written', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  const results = [failedCaseOf({ name: 'pay hunter2', errorMessage: 'hunter2' })];
  const facts = resultsOf({
    title: 'hunter2',
    url: 'http://hunter2',
    results,
    job: { ...matrix, job: 'hunter2' },
  });
  const host = await publishTo(github, server, facts);
  const written = [
    JSON.stringify([host.lines, host.annotations, host.summary, host.outputs]),
    ...github.requests.map(({ url, body }) => url + body),
    ...server.serviceRequests.map(({ body }) => body),
    ...server.artifacts.flatMap(({ name, files }) => [
      name,
      ...Object.values(files).map((bytes) => Buffer.from(bytes).toString()),
    ]),
  ];
  expect(server.artifacts).toHaveLength(2);
  for (const text of written) expect(text).not.toContain('hunter2');
});
