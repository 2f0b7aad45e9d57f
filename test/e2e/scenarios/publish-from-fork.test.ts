import { expect, it } from 'vitest';
import { startArtifactServer } from '../../support/artifact-server.ts';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { piecesByMicromark, textByMicromark } from '../../support/parsed-markdown.ts';
import { addResults, archiveOf, headSha, makePublishing } from '../../support/publishing.ts';
import { expectRequests } from '../../support/request-table.ts';
import { failedCaseOf } from '../../support/results.ts';
import { pullRequestEvent } from '../../support/run-action.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

const { pull_request } = pullRequestEvent;
const forkEvent = {
  pull_request: {
    ...pull_request,
    head: { ...pull_request.head, repo: { full_name: 'eve/shop', fork: true } },
  },
};

it("publish from a fork's artifact: the results that the fork's run has uploaded are posted", async () => {
  await using fork = await makeScenario({
    files: { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') },
    github: { readOnly: true },
  });
  await using hosted = await startHosted(ended((each) => failedAt(each, 1, 'no heading')));
  await using uploads = await startArtifactServer();
  const tested = await fork.run({ inputs: hosted.inputs, env: uploads.env, event: forkEvent });
  expect(tested.outputs.status).toBe('failed');
  expect(fork.github.comments).toEqual([]);
  expect(uploads.artifacts).toHaveLength(3);
  expect(tested.summary).toContain('[Report](<http://github.localhost/acme/shop/actions/runs/100/artifacts/');

  await using publishing = await makePublishing();
  const { github } = publishing;
  const run = github.addRun({ id: 100, conclusion: 'failure' });
  for (const { id, name, files } of uploads.artifacts) github.addArtifact(name, archiveOf(files), { id });
  const { exitCode, log, outputs } = await publishing.publish(run, { built: true });
  expect(exitCode, log).toBe(0);
  expect(outputs).toMatchObject({ status: 'failed', total: '1', failed: '1' });
  const body = github.comments[0]?.body ?? '';
  expect(body).toContain('### ❌ Browser tests failed');
  expect(body).toContain('Ada logs in');
  expect(body).toContain('no heading');
  expect(body).toContain(`/blob/${headSha}/browser-tests/a.yaml#L`);
  expect(body).toMatch(
    /\[Report\]\(<https:\/\/github\.example\/acme\/shop\/actions\/runs\/100\/artifacts\/1000#case-/,
  );
  await expectRequests("publish from a fork's artifact", github.requests, { reading: 5, writing: 1 });
});

it('publish from a hostile artifact: it chooses neither pull request nor link, and mentions nobody', async () => {
  await using publishing = await makePublishing();
  const { github } = publishing;
  const run = github.addRun({ conclusion: 'success' });
  const name = '@acme/everyone <img src=x onerror=alert(1)> [click](https://evil.example)';
  addResults(publishing, {
    reason: name,
    results: [failedCaseOf({ name, errorMessage: `</details>\n${name}` })],
    context: { sha: headSha, issueNumber: 1, owner: 'evil', repo: 'evil' },
  });
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
  await expectRequests('publish from a hostile artifact', github.requests, { reading: 5, writing: 1 });
});
