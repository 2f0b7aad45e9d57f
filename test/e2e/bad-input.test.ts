import { describe, expect, it } from 'vitest';
import { commentMarker } from '../../src/report/comment/hidden-lines.ts';
import { gateKey } from '../../src/results/jobs.ts';
import { ended, startHosted } from '../support/hosted-stand-in.ts';
import { ambiguousPage, clickCase, makeScenario } from '../support/scenario.ts';

const gate = gateKey({ workflow: 'Checks', job: 'browser' });
const green = `${commentMarker(gate, { runId: 99, attempt: 1 }, true)}\n### ✅ passed`;
const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };

describe('an input that is wrong', () => {
  it.each([
    [
      'no url in embedded mode',
      { url: '' },
      ['1 problem with the inputs', 'url: is missing', 'http://localhost:3000'],
    ],
    [
      'a service without its key',
      {
        'service-url': 'https://tests.example.com',
        'test-target-id': '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10',
      },
      ['api-key: is missing'],
    ],
    [
      'a key with a line break',
      {
        'service-url': 'https://tests.example.com',
        'test-target-id': '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10',
        'api-key': 'first-half\nsecond-half',
      },
      ['api-key: contains a line break'],
    ],
    [
      'a name that no input has',
      {
        'service-url': 'https://tests.example.com',
        'test-target-id': '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10',
        apikey: 'the-key',
      },
      [
        '::warning::"apikey" is not an input of this action',
        'Did you mean `api-key`?',
        'api-key: is missing',
      ],
    ],
    [
      'several at once',
      { url: 'shop', timeout: 'soon', mode: 'push!' },
      ['3 problems with the inputs', 'url: "shop"', 'timeout: "soon"', 'mode: "push!"'],
    ],
  ])('%s is one message, and nothing is started', async (_, inputs, expected) => {
    await using scenario = await makeScenario({ files });
    const { exitCode, log, outputs } = await scenario.runInProcess({ inputs });
    expect(exitCode).toBe(1);
    expect(log.match(/::error::/g)).toHaveLength(1);
    for (const text of expected) expect(log).toContain(text);
    expect(log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain('second-half');
    expect(outputs.status).toBe('error');
    expect(scenario.app.requests).toEqual([]);
    const [comment] = scenario.github.comments;
    expect(comment?.body).toContain('### ⚠️ Browser tests could not run\n');
    expect(comment?.body).not.toContain('second-half');
  });

  it('comments only where it may', async () => {
    await using scenario = await makeScenario({ files });
    const { outputs } = await scenario.runInProcess({ inputs: { comment: 'nevre' } });
    expect(outputs.status).toBe('error');
    expect(scenario.github.comments).toEqual([]);
  });

  it('replaces an earlier green comment', async () => {
    await using scenario = await makeScenario({ files });
    const comment = scenario.github.addComment(green);
    const { outputs } = await scenario.runInProcess({ inputs: { timeout: 'soon' } });
    expect(comment.body).toContain('### ⚠️ Browser tests could not run\n');
    expect(comment.body).toContain('timeout: "soon"');
    expect(outputs).toEqual({
      status: 'error',
      'report-id': '',
      total: '0',
      passed: '0',
      failed: '0',
      flaky: '0',
      'not-run': '0',
      'comment-url': comment.html_url,
      'artifact-name': '',
      'artifact-id': '',
      'artifact-url': '',
      'report-artifact-id': '',
      'report-artifact-url': '',
      'failures-artifact-id': '',
      'failures-artifact-url': '',
    });
  });

  it('leaves a comment alone with `comment: never`', async () => {
    await using scenario = await makeScenario({ files });
    const comment = scenario.github.addComment(green);
    const { exitCode } = await scenario.runInProcess({ inputs: { comment: 'never', browser: 'OPERA' } });
    expect(exitCode).toBe(1);
    expect(comment.body).toBe(green);
    expect(scenario.github.requests).toEqual([]);
  });
});

it('a fork on pull_request_target is rejected with one error', async () => {
  await using scenario = await makeScenario({ files });
  const { exitCode, log, outputs } = await scenario.runInProcess({
    eventName: 'pull_request_target',
    event: {
      pull_request: { number: 7, head: { sha: 'a'.repeat(40), ref: 'x', repo: { full_name: 'eve/shop' } } },
    },
  });
  expect(exitCode).toBe(1);
  expect(outputs.status).toBe('error');
  expect(log.match(/code from a fork/g)).toHaveLength(1);
  expect(log).not.toContain('::warning::');
  expect(scenario.github.requests).toEqual([]);
});

describe('test files that are wrong', () => {
  it('that match no file are an error that names the pattern', async () => {
    await using scenario = await makeScenario({});
    const { exitCode, log, outputs } = await scenario.runInProcess({ inputs: { tests: 'e2e/*.yaml' } });
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('error');
    expect(log).toContain('"e2e/*.yaml" matches no file');
    expect(log).toContain('set `tests: none`');
  });

  it('are all reported with file, line and column, and no test runs', async () => {
    await using scenario = await makeScenario({
      files: {
        'browser-tests/broken.yaml': 'description: [\n',
        'browser-tests/deep/typo.yaml': 'description: A\nelements:\n  - interaction: { action: CLIK }\n',
        'browser-tests/lost.json':
          '{"description": "B", "dependencyId": "6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10",\n "elements": []}',
      },
    });
    const { exitCode, log, outputs, summary } = await scenario.runInProcess();
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('error');
    const sourceUrl = `https://github.example/acme/shop/blob/${'a'.repeat(40)}`;
    const places = [
      ['broken.yaml', 2, 1],
      ['deep/typo.yaml', 3, 28],
      ['lost.json', 1, 38],
    ] as const;
    for (const [name, line, column] of places) {
      const file = `browser-tests/${name}`;
      expect(log).toContain(`${file}:${line}:${column}`);
      const link = `- [\`${file}:${line}\`](<${sourceUrl}/${file}#L${line}>): `;
      expect(summary).toContain(link);
      expect(scenario.github.comments[0]?.body).toContain(link);
    }
    expect(scenario.app.requests).toEqual([]);
  });
});

it('an app that does not answer is reported with its URL', async () => {
  await using scenario = await makeScenario({ files });
  const { exitCode, log, outputs } = await scenario.run({
    inputs: { url: 'http://127.0.0.1:65533', timeout: '10s' },
  });
  expect(exitCode).toBe(1);
  expect(outputs.status).toBe('error');
  expect(log).toContain('Waiting up to 30 s for http://127.0.0.1:65533 (ECONNREFUSED)');
  expect(log).toContain('The app does not answer at http://127.0.0.1:65533');
});

it('a forbidden comment leaves the verdict and the summary as they are', async () => {
  await using scenario = await makeScenario({
    files,
    github: { readOnly: true },
  });
  await using hosted = await startHosted('passed');
  const { exitCode, log, outputs, summary } = await scenario.runInProcess({ inputs: hosted.inputs });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ status: 'passed', 'comment-url': '' });
  expect(summary).toContain('✅ Browser tests passed');
  expect(log).toContain('permissions: pull-requests: write');
});

it.each(['', '{"pull_request": ', 'null'])(
  'a broken event file (%j) is a warning: the tests run',
  async (text) => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('passed');
    await scenario.workspace.write('event.json', text);
    const { exitCode, log } = await scenario.runInProcess({
      inputs: hosted.inputs,
      event: null,
      env: { GITHUB_EVENT_PATH: `${scenario.workspace.path}/event.json` },
    });
    expect(exitCode).toBe(0);
    expect(log).toContain('No comment: the event pull_request has no pull request.');
  },
);

it('a URL with a password in it is refused, and the password is not shown', async () => {
  await using scenario = await makeScenario({ files });
  const { exitCode, log, summary } = await scenario.runInProcess({
    inputs: { url: 'http://ada:hunter22@localhost:3000' },
  });
  expect(exitCode).toBe(1);
  expect(log).toContain('contains a user name or a password');
  expect(log + summary).not.toContain('hunter22');
});

it('the query of a URL is shown nowhere, but the app gets it', async () => {
  await using scenario = await makeScenario({
    pages: { '/': ambiguousPage('Pay') },
    files: { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') },
  });
  const key = 'key-of-the-preview';
  const { exitCode, log, summary, results } = await scenario.run({
    inputs: { url: `${scenario.app.url}/?bypass=${key}`, retries: '0' },
  });
  expect(exitCode).toBe(1);
  expect(scenario.app.requests.some(({ url }) => url.includes(key))).toBe(true);
  expect(results).toMatchObject({ url: scenario.app.url });
  const comment = scenario.github.comments[0]?.body ?? '';
  expect(comment).toContain(`tested at \`${scenario.app.url}\``);
  for (const text of [log.replaceAll(/^::add-mask::.*$/gm, ''), summary, comment, JSON.stringify(results)]) {
    expect(text).not.toContain(key);
  }
});

it('a secret that is a word of ours breaks no output', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted('passed');
  const { outputs, results } = await scenario.runInProcess({
    inputs: { ...hosted.inputs, variables: 'PASSWORD=passed\nSHIPPING=http' },
  });
  expect(outputs).toMatchObject({ status: 'passed', 'comment-url': expect.stringMatching(/^https:/) });
  expect(results).toMatchObject({ status: 'passed' });
});

it('what is ignored is in the comment, although every test passes', async () => {
  await using hosted = await startHosted(ended());
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': `${clickCase('A', 'Pay', 'Thank you')}runstatus: OFF\n` },
  });
  const { outputs, results } = await scenario.runInProcess({ inputs: { ...hosted.inputs, retires: '3' } });
  expect(outputs.status).toBe('passed');
  const warnings = [
    '"retires" is not an input of this action and is ignored. Did you mean `retries`?',
    'Test files: browser-tests/a.yaml:9:1: runstatus: unknown key. Did you mean runStatus?',
  ];
  expect(results).toMatchObject({ warnings });
  const comment = scenario.github.comments[0]?.body;
  expect(comment).toMatch(/^⚠️ .*retires.* is not an input of this action/m);
  expect(comment).toMatch(/^⚠️ Test files.*runstatus.* unknown key.*Did you mean runStatus/m);
});
