import { describe, expect, it } from 'vitest';
import { commentMarker } from '../../src/report/comment/hidden-lines.ts';
import { gateKey } from '../../src/results/jobs.ts';
import { workflowCommands } from '../fuzz/workflow-commands.ts';
import { piecesByMicromark, textByMicromark } from '../support/parsed-markdown.ts';
import {
  addResults,
  archiveOf,
  eventOf,
  headSha,
  inMatrix,
  makePublishing,
  publishedOf,
} from '../support/publishing.ts';
import { caseResultOf, failedCaseOf, failedStepOf, type ResultsOverrides } from '../support/results.ts';
import { token } from '../support/scenario.ts';

const jsonOf = (overrides: ResultsOverrides = {}) => JSON.stringify(publishedOf(overrides));
const good = jsonOf();

/** Declares for every file in an archive that it has 4 GB. */
function declaringFourGigabytes(archive: Uint8Array): Uint8Array {
  const copy = Buffer.from(archive);
  copy.writeUInt32LE(0xffffffff, copy.indexOf('PK\u0001\u0002') + 24);
  return copy;
}

describe('an artifact that cannot be read is an error, with the reason, and nothing looks green:', () => {
  const bomb = archiveOf({ 'results.json': new Uint8Array(64 * 1024 * 1024) });
  const complete = archiveOf({ 'results.json': good });
  const forged = jsonOf({ status: 'passed', results: [failedCaseOf(), caseResultOf()] });
  const endless = jsonOf({ results: [caseResultOf({ durationMs: 1e300 })] });
  const huge = good.replace('Search for tea', 'x'.repeat(200_000));
  it.each<[string, Uint8Array, string]>([
    ['a zip bomb', bomb, 'contains a results file that is larger than 10 MiB'],
    ['a claim of 4 GB', declaringFourGigabytes(complete), ''],
    [
      'a truncated archive',
      complete.subarray(0, complete.length - 30),
      'is not a zip archive, or is truncated',
    ],
    ['HTML', Buffer.from('<!doctype html><h1>Sign in</h1>'), 'is not a zip archive, or is truncated'],
    ['nothing', new Uint8Array(), 'is not a zip archive, or is truncated'],
    ['no results', archiveOf({ 'report.html': '<h1>hello</h1>' }), 'has no results.json'],
    ['paths that lead out', archiveOf({ '../results.json': good, '/results.json': good }), ''],
    ['no JSON', archiveOf({ 'results.json': 'results' }), 'has a results.json that cannot be read'],
    [
      'other bytes than text',
      archiveOf({ 'results.json': new Uint8Array([0xff, 0xfe, 0]) }),
      'has a results.json that is not UTF-8',
    ],
    [
      'another form',
      archiveOf({ 'results.json': '{"version": 1, "status": "green"}' }),
      'has a results.json that cannot be read (title',
    ],
    [
      'another version',
      archiveOf({ 'results.json': good.replace('"version":1', '"version":2') }),
      'has a results.json that cannot be read (version',
    ],
    [
      'a verdict that its results deny',
      archiveOf({ 'results.json': forged }),
      'it contradicts itself: `passed`, but 1 of 2 results passed',
    ],
    [
      'a green verdict without a proof',
      archiveOf({ 'results.json': jsonOf({ proof: [] }) }),
      'it contradicts itself: `passed` is green without a proof',
    ],
    [
      'a key that occurs twice',
      archiveOf({ 'results.json': good.replace('"status":', '"status":"failed","status":') }),
      'it contradicts itself: `status` occurs twice in one object',
    ],
    ['a time that nothing takes', archiveOf({ 'results.json': endless }), '(results.0.durationMs'],
    ['a huge text', archiveOf({ 'results.json': huge }), '(results.0.name'],
    [
      'results of another commit',
      archiveOf({ 'results.json': jsonOf({ context: { sha: 'b'.repeat(40) } }) }),
      'has results for a commit other than aaaaaaa',
    ],
  ])('%s', async (_, archive, reason) => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun();
    const name = addResults(publishing, {}, archive);
    const { exitCode, log, outputs } = await publishing.publish(run);
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('error');
    expect(log).toContain(`The artifact ${name} `);
    expect(log).toContain(reason);
    expect(publishing.github.comments[0]?.body).toContain('⚠️ Browser tests could not run');
  });

  it('the others are posted beside it, and it is green again once the next attempt can be read', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    addResults(publishing, inMatrix('one', 2));
    const name = addResults(publishing, inMatrix('two', 2), archiveOf({ 'results.json': '{"version": 1}' }));
    const { exitCode, log, outputs, summary } = await publishing.publish(run, { inputs: { check: 'true' } });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ status: 'error', total: '1', passed: '1' });
    const why = `The artifact ${name} has a results.json that cannot be read`;
    expect(github.comments).toHaveLength(1);
    const shown = textByMicromark(github.comments[0]?.body ?? '');
    expect(shown).toContain('⚠️ Browser tests could not run (1 passed of 1, 2 jobs');
    for (const text of [log, shown, summary]) expect(text).toContain(why);
    expect(github.checkRuns).toMatchObject([{ name: 'Checks / browser', conclusion: 'failure' }]);

    addResults(publishing, inMatrix('two', 2, 2));
    const again = await publishing.publish(run, { event: eventOf(run, { run_attempt: 2 }) });
    expect(again.exitCode, again.log).toBe(0);
    expect(textByMicromark(github.comments[0]?.body ?? '')).toContain(
      '✅ Browser tests passed (2 passed of 2, 2 jobs',
    );
  });
});

it('a passed result is not a success if the run failed on GitHub', async () => {
  await using publishing = await makePublishing();
  const { github } = publishing;
  const run = github.addRun({ conclusion: 'failure' });
  addResults(publishing);
  await publishing.publish(run, { inputs: { check: 'Required gate' } });
  expect(github.checkRuns).toMatchObject([{ name: 'Required gate', conclusion: 'failure' }]);
  expect(github.comments[0]?.body).toContain('the workflow run ended as failure');
});

describe('false claims in an artifact', () => {
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
    addResults(publishing, {
      title: text,
      url: 'https://evil.example',
      workflowRunUrl: 'https://evil.example/run',
      results: [
        failedCaseOf({
          name: text,
          errorMessage: `\`\`\`\n${tricks.join('\n')}`,
          failedStep: failedStepOf({
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
        }),
      ],
    });
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

  it('change neither the pull request nor the commit of the comment', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    github.pulls.push({
      number: 666,
      state: 'open',
      head: { sha: 'c'.repeat(40), ref: 'main', repo: { full_name: 'acme/shop' } },
    });
    const run = github.addRun();
    const context = { sha: headSha, issueNumber: 666, owner: 'mallory', repo: 'other', ref: 'main' };
    addResults(publishing, { context });
    const { exitCode } = await publishing.publish(run);
    expect(exitCode).toBe(0);
    const written = github.requests.filter(({ method }) => method !== 'GET').map(({ url }) => url);
    expect(written).toEqual(['/repos/acme/shop/issues/7/comments']);
    expect(github.comments[0]?.body).toContain(headSha.slice(0, 7));
    expect(github.comments[0]?.body).not.toContain('ccccccc');
  });

  it('leave the comment of another workflow alone', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const other = gateKey({ workflow: 'Required', job: 'browser' });
    const comment = github.addComment(`${commentMarker(other, { runId: 1, attempt: 1 }, true)}\nred`);
    const run = github.addRun();
    addResults(publishing, { job: { workflow: 'Required' } });
    const { exitCode, log } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    expect(comment.body).toMatch(/\nred$/);
    expect(github.comments).toHaveLength(2);
  });

  it('give the runner no command, and show no secret', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const command = '\n::set-output name=status::passed\n##[error]x\n::add-mask::a\n';
    const run = github.addRun({ name: command, event: command, conclusion: command });
    addResults(publishing, {
      ...inMatrix('one', 2),
      results: [failedCaseOf({ name: `${command}${token}`, errorMessage: `${command}${token}` })],
    });
    addResults(
      publishing,
      inMatrix('two', 2),
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
      caseResultOf({ name: `${index} ${'x'.repeat(300)}` }),
    );
    addResults(publishing, { results });
    const { exitCode, log, summary, outputs } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    expect(outputs.total).toBe('10000');
    expect(github.comments[0]?.body.length).toBeLessThan(65_536);
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
  });
});
