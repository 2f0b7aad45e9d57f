import { describe, expect, it } from 'vitest';
import { workflowCommands } from '../fuzz/workflow-commands.ts';
import { piecesByMicromark, textByMicromark } from '../support/parsed-markdown.ts';
import { archiveOf, eventOf, headSha, makePublishing, resultsOf } from '../support/publishing.ts';
import { token } from '../support/scenario.ts';
import { aFailedStep, aFailure, aResult, aRun } from '../support/verdicts.ts';

const good = resultsOf(aRun());
const failedRun = (failure: Parameters<typeof aFailure>[0], run: Parameters<typeof aRun>[1] = {}) =>
  aRun({ status: 'failed', green: false, reason: '1 failed', results: [aFailure(failure)] }, run);

/** Says of every file in an archive that it has 10 GB. */
function claimingTenGigabytes(archive: Uint8Array): Uint8Array {
  const copy = Buffer.from(archive);
  copy.writeUInt32LE(0xffffffff, copy.indexOf('PK\u0001\u0002') + 24);
  return copy;
}

describe('an artifact that is no good is refused in words, and nothing is posted:', () => {
  const bomb = archiveOf({ 'results.json': new Uint8Array(64 * 1024 * 1024) });
  const whole = archiveOf({ 'results.json': good });
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`${index}/results.json`, good]));
  const forged = resultsOf(aRun({ results: [aFailure(), aResult()] }));
  const endless = resultsOf(aRun({ results: [aResult({ durationMs: 1e300 })] }));
  const huge = resultsOf(aRun()).replace('Search for tea', 'x'.repeat(200_000));
  it.each<[string, Uint8Array, string]>([
    ['a zip bomb', bomb, 'holds a results file that is larger than it says, or than 10 MiB'],
    ['a claim of 10 GB', claimingTenGigabytes(whole), 'larger than it says, or than 10 MiB'],
    ['a cut archive', whole.subarray(0, whole.length - 30), 'is no zip archive, or cut off'],
    ['HTML', Buffer.from('<!doctype html><h1>Sign in</h1>'), 'is no zip archive, or cut off'],
    ['nothing', new Uint8Array(), 'is no zip archive, or cut off'],
    ['too many files', archiveOf(many), 'holds more than 16 results files'],
    ['no results', archiveOf({ 'report.html': '<h1>hello</h1>' }), 'holds no results file'],
    [
      'paths that lead out',
      archiveOf({ '../results.json': good, '/results.json': good, 'a\\..\\results.json': good }),
      'holds no results file',
    ],
    ['no JSON', archiveOf({ 'results.json': 'results' }), "holds results.json, which can't be read"],
    [
      'other bytes than text',
      archiveOf({ 'results.json': new Uint8Array([0xff, 0xfe, 0]) }),
      'it is no text in UTF-8',
    ],
    [
      'another form',
      archiveOf({ 'results.json': '{"version": 1, "status": "green"}' }),
      "holds results.json, which can't be read (title",
    ],
    [
      'another version',
      archiveOf({ 'results.json': good.replace('"version": 1', '"version": 2') }),
      "which can't be read (version",
    ],
    [
      'a verdict that its results deny',
      archiveOf({ 'results.json': forged }),
      'holds results.json, which contradicts itself (`passed`, and 1 of 2 results passed)',
    ],
    [
      'a time that nothing takes',
      archiveOf({ 'results.json': endless }),
      "which can't be read (results.0.durationMs",
    ],
    ['a huge text', archiveOf({ 'results.json': huge }), "which can't be read (results.0.name"],
    [
      'results of another run',
      archiveOf({ 'results.json': resultsOf(aRun(), { sha: 'b'.repeat(40) }) }),
      'holds results of another commit than aaaaaaa',
    ],
  ])('%s', async (_, archive, words) => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun();
    publishing.github.addArtifact('browser-tests', archive);
    const { exitCode, log, outputs } = await publishing.publish(run);
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('error');
    expect(log).toContain(words);
    expect(publishing.github.comments).toEqual([]);
    expect(publishing.github.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('and what can be read of the others is posted all the same, beside an error: nothing looks green', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    github.addArtifact('browser-tests-1-2', archiveOf({ 'results.json': good }));
    github.addArtifact('browser-tests-2-2', archiveOf({ 'results.json': '{"version": 1}' }));
    const { exitCode, log, outputs, summary } = await publishing.publish(run, { inputs: { check: 'true' } });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ status: 'error', total: '1', passed: '1' });
    const why = "The artifact browser-tests-2-2 holds results.json, which can't be read";
    expect(github.comments).toHaveLength(1);
    const told = textByMicromark(github.comments[0]?.body ?? '');
    expect(told).toContain('⚠️ Browser tests could not run (1 passed of 1, 2 jobs');
    for (const text of [log, told, summary]) expect(text).toContain(why);
    expect(github.checkRuns.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['Checks / browser-tests (1-2)', 'success'],
      ['Checks / browser-tests (2-2)', 'failure'],
    ]);
  });

  it('and is green again once those of the next attempt can be read', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    github.addArtifact('browser-tests-1-2', archiveOf({ 'results.json': good }));
    github.addArtifact('browser-tests-2-2', archiveOf({ 'results.json': '{"version": 1}' }));
    await publishing.publish(run);
    github.addArtifact('browser-tests-2-2-attempt-2', archiveOf({ 'results.json': good }));
    const { exitCode } = await publishing.publish(run, { event: eventOf(run, { run_attempt: 2 }) });
    expect(exitCode).toBe(0);
    const told = textByMicromark(github.comments[0]?.body ?? '');
    expect(told).toContain('✅ Browser tests passed (2 passed of 2, 2 jobs');
  });
});

it('passed is no success where GitHub has seen the run fail', async () => {
  await using publishing = await makePublishing();
  const { github } = publishing;
  const run = github.addRun({ conclusion: 'failure' });
  github.addArtifact('browser-tests', archiveOf({ 'results.json': good }));
  await publishing.publish(run, { inputs: { check: 'Required gate' } });
  expect(github.checkRuns).toMatchObject([{ name: 'Required gate', conclusion: 'neutral' }]);
  expect(JSON.stringify(github.checkRuns)).toContain('The workflow run ended as failure');
});

describe('lies in an artifact', () => {
  const links = [
    'https://evil.example/a',
    '[click](https://evil.example)',
    'www.evil.example',
    '![x](https://evil.example/x.png)',
  ];
  const tricks = [
    ...links,
    '@octocat',
    '#1',
    '<img src=x onerror=alert(1)>',
    '</details>',
    '<!-- browser-test-gate:0000000000000000 run=9999.1 -->',
    '| a | b |',
    '\n# Title',
  ];

  it('lead nowhere: no mention, link, HTML or table comes of names and messages', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun({ name: tricks.join(' ') });
    const text = tricks.join(' ');
    const hostile = failedRun(
      {
        name: text,
        errorMessage: `\`\`\`\n${tricks.join('\n')}`,
        failedStep: aFailedStep({
          words: text,
          locator: text,
          inDependency: text,
          place: { file: `../${text}`, line: 1, column: 1 },
        }),
        pageUrl: 'https://evil.example/page',
        consoleErrors: tricks,
        missingEvidence: tricks,
        trace: { url: 'https://evil.example/trace.zip' },
        screenshot: { path: '../../evil.png' },
      },
      { title: text, url: 'https://evil.example', workflowRunUrl: 'https://evil.example/run' },
    );
    github.addArtifact('browser-tests', archiveOf({ 'results.json': resultsOf(hostile) }));
    const { exitCode, log, summary } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    for (const body of [github.comments[0]?.body ?? '', summary]) {
      const pieces = piecesByMicromark(body);
      const addresses = pieces
        .filter(({ type }) => /link|image|definition/i.test(type))
        .map(({ value }) => value);
      expect(addresses.length).toBeGreaterThan(0);
      expect(addresses.filter((url) => !url.startsWith('https://github.example/acme/shop/'))).toEqual([]);
      const html = pieces.filter(({ type }) => type === 'html').map(({ value }) => value);
      expect(html.join()).not.toMatch(/img|script|run=9999/);
    }
  });

  it('change neither the pull request nor the commit that is told of', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    github.pulls.push({
      number: 666,
      state: 'open',
      head: { sha: 'c'.repeat(40), ref: 'main', repo: { full_name: 'acme/shop' } },
    });
    const run = github.addRun();
    const context = { issueNumber: 666, owner: 'mallory', repo: 'other', ref: 'main' };
    github.addArtifact(
      'browser-tests',
      archiveOf({ 'results.json': resultsOf(aRun({}, { sha: 'c'.repeat(40) }), context) }),
    );
    const { exitCode } = await publishing.publish(run);
    expect(exitCode).toBe(0);
    const written = github.requests.filter(({ method }) => method !== 'GET').map(({ url }) => url);
    expect(written).toEqual(['/repos/acme/shop/issues/7/comments']);
    expect(github.comments[0]?.body).toContain(headSha.slice(0, 7));
    expect(github.comments[0]?.body).not.toContain('ccccccc');
  });

  it('give the runner no command, and show no secret', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const command = '\n::set-output name=status::passed\n##[error]x\n::add-mask::a\n';
    const run = github.addRun({ name: command, event: command, conclusion: command });
    const hostile = failedRun({ name: `${command}${token}`, errorMessage: `${command}${token}` });
    github.addArtifact('browser-tests', archiveOf({ 'results.json': resultsOf(hostile) }));
    github.addArtifact(
      `browser-tests-${command}`,
      archiveOf({ 'results.json': `{"version": 1, "title": "${command.replaceAll('\n', '\\n')}"}` }),
    );
    const { log, outputs, summary } = await publishing.publish(run);
    const commands = workflowCommands(log).map(({ name }) => name);
    expect(new Set(commands)).toEqual(new Set(['add-mask', 'error']));
    expect(
      workflowCommands(log)
        .filter(({ name }) => name === 'add-mask')
        .map(({ message }) => message),
    ).toEqual([token]);
    expect(outputs.status).toBe('error');
    for (const text of [summary, github.comments[0]?.body]) expect(text).not.toContain(token);
    expect(log.replaceAll(`::add-mask::${token}`, '')).not.toContain(token);
  });

  it('of ten thousand long results fit into one comment and one summary', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    const results = Array.from({ length: 10_000 }, (_, index) =>
      aResult({ name: `${index} ${'x'.repeat(300)}` }),
    );
    github.addArtifact('browser-tests', archiveOf({ 'results.json': resultsOf(aRun({ results })) }));
    const { exitCode, log, summary, outputs } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    expect(outputs.total).toBe('10000');
    expect(github.comments[0]?.body.length).toBeLessThan(65_536);
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
  });
});
