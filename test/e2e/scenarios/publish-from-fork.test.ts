import { expect, it } from 'vitest';
import { startArtifactServer } from '../../support/artifact-server.ts';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { piecesByMicromark, textByMicromark } from '../../support/parsed-markdown.ts';
import { archiveOf, headSha, makePublishing, resultsOf } from '../../support/publishing.ts';
import { expectRequests } from '../../support/request-table.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';
import { aFailure, aRun } from '../../support/verdicts.ts';

it("publish from a fork's artifact: what the fork's own run has uploaded is told on its pull request", async () => {
  await using fork = await makeScenario({
    files: { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') },
    github: { readOnly: true },
  });
  await using hosted = await startHosted(ended((each) => failedAt(each, 1, 'no heading')));
  await using uploads = await startArtifactServer();
  const tested = await fork.run({
    inputs: { ...hosted.inputs, artifact: 'browser-tests' },
    env: uploads.env,
  });
  expect(tested.outputs.status).toBe('failed');
  expect(fork.github.comments).toEqual([]);

  await using publishing = await makePublishing();
  const { github } = publishing;
  const run = github.addRun({ id: 100, conclusion: 'failure' });
  for (const { name, files } of uploads.artifacts) github.addArtifact(name, archiveOf(files));
  const { exitCode, log, outputs } = await publishing.publish(run);
  expect(exitCode, log).toBe(0);
  expect(outputs).toMatchObject({ status: 'failed', total: '1', failed: '1' });
  const body = github.comments[0]?.body ?? '';
  expect(body).toContain('### ❌ Browser tests failed');
  expect(body).toContain('Ada logs in');
  expect(body).toContain('no heading');
  expect(body).toContain('/blob/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/browser-tests/a.yaml#L');
  await expectRequests("publish from a fork's artifact", github.requests);
});

it('publish from a hostile artifact: it chooses neither pull request nor link, and mentions nobody', async () => {
  await using publishing = await makePublishing();
  const { github } = publishing;
  const run = github.addRun({ conclusion: 'success' });
  const name = '@acme/everyone <img src=x onerror=alert(1)> [click](https://evil.example)';
  const hostile = aRun({
    status: 'failed',
    reason: name,
    green: false,
    results: [aFailure({ name, errorMessage: `</details>\n${name}` })],
  });
  const results = resultsOf(hostile, { sha: headSha, issueNumber: 1, owner: 'evil', repo: 'evil' });
  github.addArtifact('browser-tests', archiveOf({ 'results.json': results, '../../escape.json': results }));
  const { exitCode, log } = await publishing.publish(run);
  expect(exitCode, log).toBe(0);
  expect(github.requests.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
    '/repos/acme/shop/issues/7/comments',
  ]);
  const body = github.comments[0]?.body ?? '';
  expect(textByMicromark(body)).toContain('@acme/everyone <img src=x onerror=alert(1)>');
  const pieces = piecesByMicromark(body);
  expect(pieces.filter(({ type, value }) => type === 'html' && value.includes('img'))).toEqual([]);
  expect(pieces.filter(({ value }) => value.startsWith('https://evil'))).toEqual([]);
  expect(body).not.toContain('evil/evil');
  await expectRequests('publish from a hostile artifact', github.requests);
});
