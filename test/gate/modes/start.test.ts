import { access as exists, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../src/connection/connect.ts';
import { buildContext } from '../../../src/gate/context/context.ts';
import { readInputs } from '../../../src/gate/inputs/read-inputs.ts';
import { aCase, goTo } from '../../support/cases.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { makeWorkspace } from '../../support/run-action.ts';
import { connectionTo, openRunningService, runIn, sha, twoCases } from '../../support/running-service.ts';
import { openService } from '../../support/service.ts';

const hosted = {
  'service-url': 'https://tests.example',
  'api-key': 'the-key',
  'test-target-id': '3f0c1f6e-54a7-4c1b-9d55-0f3b8d7d1a01',
};

describe('a mode that tests nothing', () => {
  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['push', {}, /^Stored 2 test cases on the test target /],
    ['pull', { folder: 'pulled' }, /^Pulled 1 test case into pulled: 1 file changed\.$/],
    ['export', {}, /^Exported \d+ files to playwright-tests\.$/],
    ['discovery', { name: 'Buy', prompt: 'Buy a book' }, /^The discovery .* has created the test case "Buy"/],
  ])('ends as done, with a proof: %s', async (mode, more, reason) => {
    await using workspace = await makeWorkspace(twoCases);
    await using service = await openService(undefined, undefined, async () => [
      aCase({ elements: [goTo('/')] }),
    ]);
    const { client, testTargetId } = service;
    await client.push({ testTargetId }, {}, { testCases: [aCase({ description: 'Stored' })] });
    const verdict = await runIn(workspace, {
      inputs: { ...hosted, mode, ...more },
      clock: createFakeClock(),
      connect: async () => connectionTo(service),
    });
    expect(verdict).toMatchObject({
      status: 'done',
      green: true,
      proof: [{ check: 'mode', compared: `\`${mode}\` completed` }],
      reason: expect.stringMatching(reason),
      results: [],
    });
    if (mode === 'pull') expect(await readdir(join(workspace.path, 'pulled'))).toHaveLength(1);
    if (mode === 'export') await exists(join(workspace.path, 'playwright-tests/playwright.config.ts'));
  });

  it.each(['push', 'pull', 'export', 'discovery'])('is an error if the service refuses: %s', async (mode) => {
    await using workspace = await makeWorkspace(twoCases);
    await using service = await openService();
    const connection = { ...connectionTo(service), testTargetId: hosted['test-target-id'] };
    const inputs = { ...hosted, mode, ...(mode === 'discovery' ? { name: 'Buy', prompt: 'Buy' } : {}) };
    expect(await runIn(workspace, { inputs, connect: async () => connection })).toMatchObject({
      status: 'error',
      green: false,
      proof: [],
    });
  });
});

describe('an export', () => {
  const access = {
    'basic-auth-username': 'ann',
    'basic-auth-password': 'the-password',
    headers: 'X-Bypass: the-field',
  };

  /** Exports a case without `url`, with the embedded service. */
  async function exportCase(elements: string, inputs: Readonly<Record<string, string>> = {}) {
    await using workspace = await makeWorkspace({
      'browser-tests/a.yaml': `description: Buy\nelements:\n${elements}`,
    });
    const read = readInputs({
      INPUT_MODE: 'export',
      ...Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
    });
    const options = {
      inputs: read,
      context: { workspace: workspace.path, repository: undefined },
      evidenceFolder: workspace.path,
      secrets: [],
      host: createRecordingHost(),
      onStart: () => {},
      onTempFolder: () => {},
      onAppStarted: () => {},
    };
    const verdict = await runIn(workspace, {
      inputs: { mode: 'export', url: '', ...inputs },
      connect: (signal) => connect(options, signal),
    });
    const fileText = (name: string) => readFile(join(workspace.path, 'playwright-tests', name), 'utf8');
    return { verdict, code: await fileText('buy.spec.ts'), config: await fileText('playwright.config.ts') };
  }

  it('needs no URL, and reads credentials and header fields from environment variables', async () => {
    const { verdict, code, config } = await exportCase(
      '  - interaction: { action: GO_TO, calledWith: / }\n',
      access,
    );
    expect(verdict).toMatchObject({ status: 'done', green: true });
    expect(code).toContain("['x-bypass']: fromEnvironment('OCTO_HEADER_X_BYPASS')");
    expect(config).toContain("password: fromEnvironment('OCTO_BASIC_AUTH_PASSWORD')");
    expect(config).toContain("process.env.OCTO_URL || 'http://localhost:3000'");
    expect(code + config).not.toMatch(/the-password|the-field/);
  });

  it('is incomplete with a warning for each step that cannot be expressed', async () => {
    const { verdict, code } = await exportCase(
      [
        '  - interaction: { action: GO_TO, calledWith: / }',
        '  - { interaction: { action: OPEN_EMAIL }, ignoreFailure: true }',
        '  - interaction: { action: JAVASCRIPT, calledWith: { code: "0 // Not exported: x" } }',
        '',
      ].join('\n'),
    );
    expect(verdict).toMatchObject({
      status: 'incomplete',
      green: true,
      reason:
        'Exported 2 files to playwright-tests. 2 steps could not be expressed; the exported tests fail there.',
    });
    expect(verdict.host.lines.filter((line) => line.startsWith('warning: '))).toEqual([
      expect.stringContaining('Not exported: buy.spec.ts: Buy, step 2: OPEN_EMAIL has no equivalent'),
      expect.stringContaining('Not exported: buy.spec.ts: Buy, step 3: JAVASCRIPT in the sandbox'),
    ]);
    expect(code.match(/^ *\/\/ Not exported: /gm)).toHaveLength(2);
  });
});

const ofThisRepository = { head_sha: sha, head_repository: { full_name: 'acme/shop' }, pull_requests: [] };

describe('a push', () => {
  it.each([
    ['pull_request', { pull_request: { number: 7, head: { sha, ref: 'x' } } }],
    ['pull_request_review', {}],
    ['issue_comment', { issue: { number: 7, pull_request: {} } }],
    ['merge_group', { merge_group: { head_sha: sha, head_ref: 'gh-readonly-queue/main/pr-7-1' } }],
  ])('is refused on the event %s, unless the input allows it', async (eventName, event) => {
    await using workspace = await makeWorkspace(twoCases);
    await using service = await openService();
    const stored = async () =>
      (await service.client.pull({ testTargetId: service.testTargetId }, {})).testCases;
    const env = { GITHUB_WORKSPACE: workspace.path, GITHUB_SHA: sha, GITHUB_EVENT_NAME: eventName };
    const push = (more: Readonly<Record<string, string>>) =>
      runIn(workspace, {
        inputs: { ...hosted, mode: 'push', ...more },
        context: buildContext(env, event),
        connect: async () => connectionTo(service),
      });
    expect(await push({})).toMatchObject({
      status: 'error',
      reason: expect.stringContaining(`is refused on the event \`${eventName}\``),
    });
    expect(await stored()).toEqual([]);
    expect(await push({ 'push-from-pull-request': 'true' })).toMatchObject({ status: 'done', green: true });
    expect(await stored()).toHaveLength(2);
  });

  it.each([
    ['feature', { GITHUB_EVENT_NAME: 'push', GITHUB_REF: 'refs/heads/feature' }, {}],
    [
      'next',
      { GITHUB_EVENT_NAME: 'workflow_run' },
      { workflow_run: { ...ofThisRepository, head_branch: 'next' } },
    ],
  ])('from the branch %s is refused, because it is not the default branch', async (branch, env, event) => {
    await using workspace = await makeWorkspace(twoCases);
    await using service = await openService();
    const push = (defaultBranch: string) =>
      runIn(workspace, {
        inputs: { ...hosted, mode: 'push' },
        context: buildContext(
          { GITHUB_WORKSPACE: workspace.path, GITHUB_SHA: sha, GITHUB_REPOSITORY: 'acme/shop', ...env },
          { ...event, repository: { default_branch: defaultBranch } },
        ),
        connect: async () => connectionTo(service),
      });
    expect(await push('main')).toMatchObject({
      status: 'error',
      reason: expect.stringContaining(`is refused on the branch \`${branch}\`: its test cases would replace`),
    });
    expect(await push(branch)).toMatchObject({ status: 'done' });
  });
});

describe('a batch generation', () => {
  const inputs = { ...hosted, mode: 'batch-generation', prompt: 'the cart' };

  it('is green if every test case that the service generated and ran has passed', async () => {
    await using workspace = await makeWorkspace();
    const generated = aCase({ description: 'Add to cart' });
    await using service = await openRunningService(
      (run) => run.pass(),
      async () => [generated],
    );
    const connect = async () => connectionTo(service);
    expect(await runIn(workspace, { inputs, connect })).toMatchObject({
      status: 'passed',
      green: true,
      proof: expect.arrayContaining([
        { check: 'report-status', compared: expect.stringContaining('its test plan is DONE') },
        { check: 'every-result-passed', compared: '1 of 1 results passed' },
        { check: 'every-expected-case-has-a-result', compared: 'test cases chosen by the service: 1' },
      ]),
      results: [{ name: 'Add to cart', status: 'passed' }],
    });
  });

  it('begins with the enabled test case of a name, and not with one of several', async () => {
    await using workspace = await makeWorkspace();
    let used: readonly string[] | undefined;
    await using service = await openRunningService(
      (run) => run.pass(),
      async ({ prerequisites }) => {
        used = prerequisites?.map(({ id }) => id);
        return [aCase({ description: 'Add to cart' })];
      },
    );
    const { client, testTargetId } = service;
    const [disabled, login, other] = Array.from({ length: 3 }, () => aCase({ description: 'Log in' }));
    if (disabled === undefined || login === undefined || other === undefined) throw new Error('no cases');
    const generate = () =>
      runIn(workspace, {
        inputs: { ...inputs, prerequisite: 'Log in' },
        connect: async () => connectionTo(service),
      });
    await client.push({ testTargetId }, {}, { testCases: [disabled, login] });
    await client.updateTestCase({ testTargetId, testCaseId: disabled.id }, { status: 'DISABLED' });
    expect(await generate()).toMatchObject({ status: 'passed' });
    expect(used).toEqual([login.id]);
    await client.push({ testTargetId }, {}, { testCases: [login, other] });
    expect(await generate()).toMatchObject({
      status: 'error',
      reason: expect.stringContaining(
        'The test target has 2 test cases named "Log in" (input `prerequisite`).',
      ),
    });
  });

  it('is an error if the service cannot generate', async () => {
    await using workspace = await makeWorkspace();
    await using service = await openService();
    const verdict = await runIn(workspace, { inputs, connect: async () => connectionTo(service) });
    expect(verdict).toMatchObject({ status: 'error', green: false, proof: [] });
    expect(verdict.reason).toContain('The service could not generate test cases');
    expect(verdict.reason).toContain('this service has no generator');
  });
});
