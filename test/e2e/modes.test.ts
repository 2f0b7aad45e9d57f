import { readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { buttonPage, clickCase, makeScenario } from '../support/scenario.ts';
import { startScript } from '../support/spawn.ts';

const files = {
  'browser-tests/pay.yaml': clickCase('A customer pays, now!', 'Pay', 'Thank you'),
  'browser-tests/all.yaml': `- description: Ünïcode & <b>bold</b>
  tagNames: [smoke]
  elements: []
- description: Another
  prompt: |
    two
    lines
  elements:
    - selectors: [{ selectorType: CSS, selector: p }]
      assertion: { expectation: TO_CONTAIN_TEXT, calledWith: "yes" }
      ignoreFailure: true
`,
};

const startService = async (appUrl: string) => {
  const running = await startScript(
    join(import.meta.dirname, '../support/hosted-service.ts'),
    [appUrl],
    /listening on (\S+) key (\S+) target (\S+)/,
  );
  const [, baseUrl = '', apiKey = '', target = ''] = running.ready;
  const inputs = { url: '', 'service-url': baseUrl, 'api-key': apiKey, 'test-target-id': target };
  return { inputs, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
};

describe('push and pull', () => {
  it('store the cases on the target, and write them as files; a second pull changes nothing', async () => {
    await using scenario = await makeScenario({ files });
    await using service = await startService(scenario.app.url);
    const pushed = await scenario.runInProcess({
      inputs: { ...service.inputs, mode: 'push' },
      eventName: 'push',
      event: {},
    });
    expect(pushed.log).toContain('Stored 3 test cases on the test target');
    expect(pushed.outputs.status).toBe('done');
    expect(pushed.exitCode).toBe(0);

    const pull = () =>
      scenario.runInProcess({ inputs: { ...service.inputs, mode: 'pull', folder: 'pulled/cases' } });
    const first = await pull();
    expect(first.log).toContain('Pulled 3 test cases into pulled/cases: 3 files changed.');
    const folder = join(scenario.workspace.path, 'pulled/cases');
    const names = (await readdir(folder)).sort();
    expect(names).toEqual([
      expect.stringMatching(/^a-customer-pays-now-[0-9a-f]{8}\.yaml$/),
      expect.stringMatching(/^another-[0-9a-f]{8}\.yaml$/),
      expect.stringMatching(/^unicode-b-bold-b-[0-9a-f]{8}\.yaml$/),
    ]);
    const before = await Promise.all(names.map((name) => stat(join(folder, name))));
    expect((await pull()).log).toContain('Pulled 3 test cases into pulled/cases: 0 files changed.');
    const after = await Promise.all(names.map((name) => stat(join(folder, name))));
    expect(after.map(({ mtimeMs }) => mtimeMs)).toEqual(before.map(({ mtimeMs }) => mtimeMs));

    // What was pulled is what was pushed: pushed again it says the same.
    const again = await scenario.runInProcess({
      inputs: { ...service.inputs, mode: 'push', tests: 'pulled/cases' },
      eventName: 'push',
      event: {},
    });
    expect(again.exitCode).toBe(0);
    expect((await pull()).log).toContain('0 files changed.');
    expect(await readFile(join(folder, names[1] ?? ''), 'utf8')).toContain('prompt: |\n  two\n  lines\n');
  });

  it('keeps a case in its file, also if renamed, and warns of files without a case', async () => {
    await using scenario = await makeScenario({
      files: { 'browser-tests/mine.json': '{"description": "Old name", "elements": []}' },
    });
    await using service = await startService(scenario.app.url);
    await scenario.runInProcess({
      inputs: { ...service.inputs, mode: 'push', 'push-from-pull-request': 'true' },
    });
    await scenario.workspace.write('browser-tests/stray.yaml', 'description: Never pushed\nelements: []\n');
    const { log, exitCode } = await scenario.runInProcess({ inputs: { ...service.inputs, mode: 'pull' } });
    expect(exitCode).toBe(0);
    expect((await readdir(join(scenario.workspace.path, 'browser-tests'))).sort()).toEqual([
      'mine.json',
      'stray.yaml',
    ]);
    expect(
      JSON.parse(await readFile(join(scenario.workspace.path, 'browser-tests/mine.json'), 'utf8')),
    ).toMatchObject({
      description: 'Old name',
      runStatus: 'ON',
    });
    expect(log).toContain(
      '::warning::browser-tests/stray.yaml: its test case does not exist on the test target.',
    );
  });

  it('a push of a pull request is refused, and stores nothing', async () => {
    await using scenario = await makeScenario({ files });
    await using service = await startService(scenario.app.url);
    const { log, exitCode } = await scenario.runInProcess({ inputs: { ...service.inputs, mode: 'push' } });
    expect(exitCode).toBe(1);
    expect(log).toContain('`mode: push` is refused on the event `pull_request`');
    const { log: pulled } = await scenario.runInProcess({
      inputs: { ...service.inputs, mode: 'pull', folder: 'pulled' },
    });
    expect(pulled).toContain('Pulled 0 test cases');
  });

  it('a pull writes nothing over files that it cannot update, nor outside the workspace', async () => {
    await using scenario = await makeScenario({ files });
    await using service = await startService(scenario.app.url);
    const list = await scenario.runInProcess({ inputs: { ...service.inputs, mode: 'pull' } });
    expect(list.exitCode).toBe(1);
    expect(list.log).toContain('browser-tests/all.yaml: holds a list');
    const outside = await scenario.runInProcess({
      inputs: { ...service.inputs, mode: 'pull', folder: '../elsewhere' },
    });
    expect(outside.exitCode).toBe(1);
    expect(outside.log).toContain('The folder "../elsewhere" (input `folder`) is outside the workspace.');
    await symlink('nowhere', join(scenario.workspace.path, 'link'));
    const linked = await scenario.runInProcess({
      inputs: { ...service.inputs, mode: 'pull', folder: 'link' },
    });
    expect(linked.exitCode).toBe(1);
    expect(linked.log).toContain('The folder "link" (input `folder`) is behind a broken link, or a link out');
  });
});

describe('a pull', () => {
  const exchange = (id: string) => ({
    version: '1',
    id,
    runStatus: 'ON',
    elements: [],
    description: 'Same',
    prompt: '',
  });
  const pullOf = async (ids: readonly string[], more: object = {}) => {
    await using service = await startHttpServer((_, response) =>
      sendJson(response, 200, { testCases: ids.map((id) => ({ ...exchange(id), ...more })) }),
    );
    await using scenario = await makeScenario({});
    const inputs = { mode: 'pull', folder: 'pulled', 'service-url': service.url, 'api-key': 'the-key' };
    const result = await scenario.runInProcess({ inputs: { ...inputs, 'test-target-id': ids[0] ?? '' } });
    const folder = join(scenario.workspace.path, 'pulled');
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return { ...result, names, texts };
  };
  const [one, two] = [1, 2].map((last) => `00000000-0000-4000-8000-00000000000${last}`);

  it('writes a file for each of two test cases with one name, whose ids begin alike', async () => {
    const { exitCode, names } = await pullOf([one ?? '', two ?? '']);
    expect(exitCode).toBe(0);
    expect(names).toHaveLength(2);
  });

  it('writes files that a run can read, whatever else the service says of test cases and steps', async () => {
    const step = {
      id: two,
      index: 0,
      selectors: [{ id: two, selectorType: 'TEXT', selector: '/^Shop$/', options: { name: null } }],
      interaction: null,
      assertion: { id: two, expectation: 'VISIBLE', calledWith: null },
    };
    const more = { elements: [step], tagNames: null, status: 'ENABLED', versionId: two };
    const { log, names, texts } = await pullOf([one ?? ''], more);
    expect(texts).toEqual([
      `version: "1"
id: ${one}
runStatus: ON
description: Same
prompt: ""
elements:
  - selectors:
      - selectorType: TEXT
        selector: /^Shop$/
        options: {}
    assertion:
      expectation: VISIBLE
`,
    ]);
    expect(log).toContain(
      '::warning::The service sent fields that this version does not know: `status`, `id`, `index`. They are missing from `',
    );
    expect(log).toContain(`${names[0]}\`, and a push of the files would remove them.`);
  });

  it('warns of a dependency that the service does not have, and a later pull updates the file', async () => {
    let answered: object = { ...exchange(one ?? ''), dependencyId: two };
    await using service = await startHttpServer((_, response) =>
      sendJson(response, 200, { testCases: [answered] }),
    );
    await using scenario = await makeScenario({});
    const inputs = { mode: 'pull', folder: 'pulled', 'service-url': service.url, 'api-key': 'the-key' };
    const pull = () => scenario.runInProcess({ inputs: { ...inputs, 'test-target-id': one ?? '' } });
    const first = await pull();
    expect(first.log).toContain(
      `::warning::pulled/same-00000000.yaml: dependencyId: ${two}, but the test target has no such test case.`,
    );
    answered = exchange(one ?? '');
    const second = await pull();
    expect(second).toMatchObject({ exitCode: 0 });
    expect(second.log).toContain('Pulled 1 test case into pulled: 1 file changed.');
    expect(second.log).not.toContain('::warning::pulled');
  });

  it('writes nothing if two test cases have one id', async () => {
    const { exitCode, log, names } = await pullOf([one ?? '', one ?? '']);
    expect(exitCode).toBe(1);
    expect(log).toContain(`two test cases with the ID ${one}`);
    expect(names).toEqual([]);
  });
});

describe('batch-generation', () => {
  it('gates on the report that has the context of this run', async () => {
    const target = '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10';
    const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
    let requests = 0;
    let body: unknown;
    await using service = await startHttpServer(({ method, url, body: text }, response) => {
      if (method === 'POST' && url.endsWith('/batch-generations')) {
        body = JSON.parse(text);
        return sendJson(response, 200, { batchGenerationId: id(1) });
      }
      if (url.endsWith('/environments')) return sendJson(response, 200, []);
      // This service has no test plans.
      if (url.includes('/test-plans/')) return sendJson(response, 404, {});
      requests += 1;
      const status = requests > 2 ? 'PASSED' : 'WAITING';
      const report = {
        id: id(2),
        testTargetId: target,
        createdAt: new Date().toISOString(),
        status,
        context: {
          source: 'github',
          sha: 'a'.repeat(40),
          ref: 'feature',
          repo: 'shop',
          owner: 'acme',
          issueNumber: 7,
        },
        testResults: [{ id: id(3), testCaseId: id(4), name: 'A made case', status }],
      };
      if (url.endsWith('/test-reports'))
        return sendJson(response, 200, { data: requests > 1 ? [report] : [], hasNextPage: false });
      return sendJson(response, 200, report);
    });
    await using scenario = await makeScenario({});
    const { exitCode, outputs } = await scenario.runInProcess({
      inputs: {
        mode: 'batch-generation',
        prompt: 'the whole shop',
        'entry-point': '/shop',
        'service-url': service.url,
        'api-key': 'the-key',
        'test-target-id': target,
      },
    });
    expect(body).toMatchObject({
      prompt: 'the whole shop',
      entryPointUrlPath: '/shop',
      baseUrl: scenario.app.url,
      context: { source: 'github', sha: 'a'.repeat(40), issueNumber: 7 },
    });
    expect(exitCode).toBe(0);
    expect(outputs).toMatchObject({
      status: 'passed',
      total: '1',
      'batch-generation-id': id(1),
      'report-id': id(2),
    });
    expect(scenario.github.comments[0]?.body).toContain('A made case');
  });
});

describe('discovery', () => {
  it('is red with the reason if the service cannot generate, and has the ids as outputs', async () => {
    await using scenario = await makeScenario({});
    await using service = await startService(scenario.app.url);
    const { exitCode, log, outputs } = await scenario.runInProcess({
      inputs: { ...service.inputs, mode: 'discovery', name: 'Sign in', prompt: 'a customer signs in' },
    });
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('error');
    expect(log).toContain('ended with FAILED: this service has no generator');
    expect(outputs['test-case-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(outputs['discovery-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(scenario.github.comments).toEqual([]);
  });
});

describe('export', () => {
  it('writes Playwright tests and their configuration, without a browser and without the app', async () => {
    await using scenario = await makeScenario({ pages: { '/': buttonPage('Pay', 'Thank you') }, files });
    const { exitCode, log, outputs } = await scenario.run({
      inputs: { mode: 'export' },
      env: { CHROME_BIN: '' },
    });
    expect(exitCode).toBe(0);
    expect(outputs.status).toBe('done');
    expect(log).toMatch(/Exported \d+ files to playwright-tests\./);
    const written = (await readdir(join(scenario.workspace.path, 'playwright-tests'))).sort();
    expect(written.filter((name) => name.endsWith('.spec.ts'))).toHaveLength(3);
    expect(written).toContain('playwright.config.ts');
    expect(scenario.app.requests).toEqual([]);
  });

  it('names files of an earlier export whose test cases are gone, and leaves them and other tests', async () => {
    await using scenario = await makeScenario({
      files: { ...files, 'playwright-tests/mine.spec.ts': 'test("mine", () => {});\n' },
    });
    const exported = () => scenario.run({ inputs: { mode: 'export' } });
    expect((await exported()).log).not.toContain('::warning::');
    await scenario.workspace.write('browser-tests/pay.yaml', clickCase('A guest pays', 'Pay', 'Thank you'));
    expect((await exported()).log).toContain(
      '::warning::This export did not write `a-customer-pays-now.spec.ts` in playwright-tests, which an earlier export wrote.',
    );
    const names = await readdir(join(scenario.workspace.path, 'playwright-tests'));
    expect(names).toEqual(expect.arrayContaining(['a-customer-pays-now.spec.ts', 'mine.spec.ts']));
  });

  it('refuses an archive that leads out of its folder', async () => {
    const { zipSync, strToU8 } = await import('fflate');
    await using service = await startHttpServer(({ url }, response) => {
      if (url.endsWith('/environments')) return sendJson(response, 200, []);
      response.writeHead(200, { 'content-type': 'application/zip' });
      response.end(zipSync({ 'good.spec.ts': strToU8('//'), '../../evil.spec.ts': strToU8('//') }));
    });
    await using scenario = await makeScenario({ files });
    const { exitCode, log } = await scenario.runInProcess({
      inputs: {
        mode: 'export',
        'service-url': service.url,
        'api-key': 'the-key',
        'test-target-id': '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10',
      },
    });
    expect(exitCode).toBe(1);
    expect(log).toContain('"../../evil.spec.ts", which is not a plain path. Nothing was written.');
    expect(await readdir(scenario.workspace.path)).not.toContain('evil.spec.ts');
    expect(await readdir(join(scenario.workspace.path, 'playwright-tests'))).toEqual([]);
  });
});
