import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runtimeToken, signature, startArtifactServer } from '../support/artifact-server.ts';
import { startHosted } from '../support/hosted-stand-in.ts';
import { sendJson } from '../support/http-server.ts';
import { ambiguousPage, clickCase, makeScenario } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };

it('a failed run leaves results, page, traces and screenshots in an artifact, and the comment leads there', async () => {
  await using scenario = await makeScenario({ pages: { '/': ambiguousPage('Pay') }, files });
  await using server = await startArtifactServer();
  const env = { ...server.env, RUNNER_TEMP: join(scenario.workspace.path, 'temp') };
  const inputs = { artifact: 'browser-tests', matrix: '{"browser":"chromium"}' };
  const { exitCode, outputs, log, summary } = await scenario.run({ inputs, env });
  expect(exitCode).toBe(1);

  const url = 'http://github.localhost/acme/shop/actions/runs/100/artifacts/1002';
  expect(outputs).toMatchObject({
    'artifact-name': 'browser-tests-chromium',
    'artifact-id': '1002',
    'artifact-url': url,
  });
  expect(log).toContain(`Artifact browser-tests-chromium: `);
  const [page, failures, artifact] = server.artifacts;
  const unzipped = ['browser-tests-report-chromium.html', 'browser-tests-failures-chromium.md'];
  expect([page?.name, failures?.name]).toEqual(unzipped);
  const stored = artifact?.files ?? {};
  const folder = outputs['evidence-folder'] ?? '';
  const names = (await readdir(folder)).sort();
  expect(Object.keys(stored).sort()).toEqual(names);
  for (const ending of [
    'results.json',
    'junit.xml',
    'ctrf.json',
    'report.html',
    'failures.md',
    '-1.png',
    '-2.zip',
  ]) {
    expect(names.filter((name) => name.endsWith(ending))).toHaveLength(1);
  }
  for (const name of names) {
    expect(Buffer.compare(stored[name] ?? new Uint8Array(), await readFile(join(folder, name)))).toBe(0);
  }

  const comment = scenario.github.comments[0]?.body ?? '';
  for (const markdown of [comment, summary]) {
    expect(markdown).toContain(`in the artifact [\`browser-tests-chromium\`](<${url}>)`);
  }
  expect(comment).toMatch(/\[Trace\]\(<http:\/\/github\.localhost/);
  expect(summary).toMatch(/Trace \[`[\w-]+-2\.zip`\]\(<http:\/\/github\.localhost/);
});

it('without an artifact service the verdict stands and the comment is written', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted('passed');
  const inputs = { ...hosted.inputs, artifact: 'browser-tests' };
  const { exitCode, outputs, log } = await scenario.runInProcess({ inputs });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({
    status: 'passed',
    'artifact-name': '',
    'artifact-id': '',
    'artifact-url': '',
  });
  expect(log).toMatch(
    /::warning::The artifact could not be uploaded: ACTIONS_RUNTIME_TOKEN is not set.*has no artifact service/,
  );
  expect(scenario.github.comments).toHaveLength(1);
});

it('a connection that breaks in mid-answer ends the upload, and not the job', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted('passed');
  await using server = await startArtifactServer({
    intercept(_, response) {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"ok":', () => response.destroy());
      return true;
    },
  });
  const inputs = { ...hosted.inputs, artifact: 'browser-tests' };
  const { exitCode, outputs, log } = await scenario.runInProcess({ inputs, env: server.env });
  expect(exitCode).toBe(0);
  expect(outputs['comment-url']).not.toBe('');
  expect(log).toContain('::warning::The artifact could not be uploaded: ');
});

it('what the service says and what GitHub’s package prints is not in the log, nor is any token', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted('passed');
  await using server = await startArtifactServer({
    interceptBlob(_, response) {
      sendJson(response, 403, { message: 'the-key ::error::forged' });
      return true;
    },
  });
  const inputs = { ...hosted.inputs, artifact: 'the-key: A/B' };
  const { exitCode, log } = await scenario.run({ inputs, env: { ...server.env, RUNNER_DEBUG: '1' } });
  expect(exitCode).toBe(0);
  expect(server.requestedNames).toEqual(['A-B']);
  expect(log).toContain('::warning::The artifact could not be uploaded: ');
  expect(log).not.toMatch(/::debug::|Retrying|Beginning upload|^::error::/m);
  for (const secret of [runtimeToken, signature, 'the-key']) {
    expect(log.replace(/^::add-mask::.*$/gm, '')).not.toContain(secret);
  }
});

it('an artifact is not asked for where none is wanted, and its name and days are checked', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted('passed');
  await using server = await startArtifactServer();
  const none = await scenario.runInProcess({ inputs: hosted.inputs, env: server.env });
  expect(none.exitCode).toBe(0);
  expect(server.serviceRequests).toEqual([]);
  const days = { ...hosted.inputs, report: 'never', 'artifact-retention-days': '0' };
  const wrong = await scenario.runInProcess({ inputs: days, env: server.env });
  expect(wrong.exitCode).toBe(1);
  expect(wrong.log).toContain('artifact-retention-days: "0" is out of range. Use 1 to 400.');
  expect(wrong.log).toContain('artifact-retention-days: is set, but no artifact is uploaded.');
});
