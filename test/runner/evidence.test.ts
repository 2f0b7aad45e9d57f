import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/publish/redact/redact.ts';
import type { RunnerOptions } from '../../src/runner/open-runner.ts';
import type { Attempt, RunPlan } from '../../src/runner/runner.ts';
import { aCase, seesCss } from '../support/cases.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { aPlan, openTestRunner, play, playFirst, playToFail } from '../support/play.ts';
import { clicks, css, entersText } from '../support/steps.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(async () => pages[Symbol.asyncDispose]());

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'evidence-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A case on a page that fails at its last step. */
function failing(html: string) {
  return aCase({
    description: '../../Pay',
    entryPointUrlPath: pages.add(html),
    elements: [seesCss('body'), seesCss('#nowhere')],
  });
}

async function playAlone(
  testCase: ReturnType<typeof aCase>,
  options: RunnerOptions,
  overrides: Partial<RunPlan> = {},
) {
  await using runner = await openTestRunner(options);
  return await playToFail(runner, aPlan(pages.url, [testCase], overrides));
}

/** The texts of a trace's entries, by name. */
async function traceOf({ evidence }: Attempt): Promise<Map<string, string>> {
  const entries = unzipSync(await readFile(evidence?.tracePath ?? 'no trace'));
  return new Map(
    Object.entries(entries).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]),
  );
}

describe('a case that fails', () => {
  it('leaves its page, errors, a picture and a trace, in files named by ids', async () => {
    await using folder = await temporaryFolder();
    const testCase = failing(`<h1>Cart</h1><script>
      console.log('fine');
      console.error('no price', { id: 3 });
      setTimeout(() => { throw new TypeError('no cart') });
    </script>`);
    const outcome = await playAlone(testCase, { evidenceFolder: folder.path });
    const url = pages.url + testCase.entryPointUrlPath;
    expect(outcome.evidence).toEqual({
      pageUrl: url,
      consoleErrors: [`no price {id: 3} (${url}:3)`, `Uncaught TypeError: no cart (${url}:4)`],
      screenshotPath: join(folder.path, `${testCase.id}-1.png`),
      tracePath: join(folder.path, `${testCase.id}-1.zip`),
    });
    expect((await readdir(folder.path)).sort()).toEqual([`${testCase.id}-1.png`, `${testCase.id}-1.zip`]);
    const picture = await readFile(join(folder.path, `${testCase.id}-1.png`));
    expect([...picture.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    expect(picture.readUInt32BE(16)).toBe(1920);
    const trace = await traceOf(outcome);
    expect(trace.get('trace.trace')).toContain('"title":"../../Pay, step 2: VISIBLE"');
    expect(trace.get('trace.trace')).toContain('frame-snapshot');
    expect(trace.get('trace.network')).toContain(url);
  });

  it('without a folder leaves its page and errors', async () => {
    const testCase = failing('<script>console.error("no price")</script>');
    expect((await playAlone(testCase, {})).evidence).toEqual({
      pageUrl: pages.url + testCase.entryPointUrlPath,
      consoleErrors: [expect.stringContaining('no price')],
    });
  });

  it('and is played again leaves evidence of each attempt; the pages are in the last trace alone', async () => {
    await using folder = await temporaryFolder();
    const testCase = failing('<h1>Cart</h1>');
    const outcome = await playAlone(testCase, { evidenceFolder: folder.path, retries: 1 });
    const [first] = outcome.earlierAttempts ?? [];
    if (first === undefined) throw new Error('there was one attempt alone');
    expect(first.evidence?.screenshotPath).toBe(join(folder.path, `${testCase.id}-1.png`));
    expect(outcome.evidence?.screenshotPath).toBe(join(folder.path, `${testCase.id}-2.png`));
    expect((await traceOf(first)).get('trace.network')).toBe('');
    expect((await traceOf(outcome)).get('trace.network')).toContain(pages.url);
  });

  it('leaves the first 20 errors alone, each cut, and no secret that a cut would tear', async () => {
    const secret = 'a-very-long-password';
    const testCase = failing(`<script>
      for (let i = 1; i <= 30; i += 1) console.error('n' + i, 'x'.repeat(985) + '${secret}' + 'y'.repeat(5000));
    </script>`);
    const redactor = (more: readonly string[]) => createRedactor([secret, ...more]);
    const errors = (await playAlone(testCase, { redactor })).evidence?.consoleErrors ?? [];
    expect(errors).toHaveLength(20);
    expect(errors[19]).toMatch(/^n20 x{985}\*\*\*y+… \(http/);
    expect(errors.join()).not.toContain('a-very');
  });

  it('on a page that is busy for ever is told in time, without a picture', async () => {
    await using folder = await temporaryFolder();
    const testCase = aCase({
      entryPointUrlPath: pages.add('<button onclick="setTimeout(() => { for (;;); })">Go</button>'),
      elements: [clicks(css('button')), seesCss('#nowhere')],
    });
    await using runner = await openTestRunner({ evidenceFolder: folder.path });
    const begun = performance.now();
    const outcome = await playFirst(runner, aPlan(pages.url, [testCase], { timeoutPerStepMs: 5000 }));
    expect(performance.now() - begun).toBeLessThan(60_000);
    expect(outcome.status).toBe('FAILED');
    expect(outcome.evidence).toMatchObject({
      missing: [expect.stringMatching(/^screenshot: .*picture|^screenshot: .*Timeout/)],
    });
    expect(outcome.evidence?.screenshotPath).toBeUndefined();
  });

  it('fails the same where nothing can be written, and says what is missing', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'file'), '');
    const outcome = await playAlone(failing('<h1>Cart</h1>'), { evidenceFolder: join(folder.path, 'file') });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.evidence?.missing).toEqual([
      expect.stringMatching(/^screenshot: .*(?:EEXIST|ENOTDIR)/),
      expect.stringMatching(/^trace: .*(?:EEXIST|ENOTDIR)/),
    ]);
  });
});

describe('a case that passes', () => {
  const passing = () => aCase({ entryPointUrlPath: pages.add('<h1>Cart</h1>'), elements: [seesCss('h1')] });

  it('leaves nothing', async () => {
    await using folder = await temporaryFolder();
    const outcome = await playAlone(passing(), { evidenceFolder: folder.path, retries: 1 });
    expect(outcome).toEqual({ testCaseId: outcome.testCaseId, status: 'PASSED', errorMessage: null });
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('leaves its trace where all are kept', async () => {
    await using folder = await temporaryFolder();
    const testCase = passing();
    const outcome = await playAlone(testCase, { evidenceFolder: folder.path, trace: 'always' });
    expect(outcome.evidence).toEqual({
      consoleErrors: [],
      tracePath: join(folder.path, `${testCase.id}-1.zip`),
    });
    expect((await traceOf(outcome)).get('trace.trace')).toContain('frame-snapshot');
  });
});

it('where no trace is wanted there is none, but a picture', async () => {
  await using folder = await temporaryFolder();
  const testCase = failing('<h1>Cart</h1>');
  const { evidence } = await playAlone(testCase, { evidenceFolder: folder.path, trace: 'never' });
  expect(evidence?.tracePath).toBeUndefined();
  expect(await readdir(folder.path)).toEqual([`${testCase.id}-1.png`]);
});

it('no secret is in a trace: not what was typed, not what was sent, not what the page has shown', async () => {
  await using folder = await temporaryFolder();
  const testCase = aCase({
    entryPointUrlPath: pages.add(`<input><p></p><button onclick="send()">Go</button><script>
      async function send() {
        const { value } = document.querySelector('input');
        await fetch('/form', { method: 'POST', body: new URLSearchParams({ value }) });
        await fetch('/json?' + new URLSearchParams({ value }), { method: 'POST', body: JSON.stringify({ value, in64: btoa('me:' + value) }) });
        document.querySelector('p').textContent = 'Hello ' + value;
        console.error(value);
      }
    </script>`),
    elements: [
      entersText('$OCTO_PASSWORD', css('input')),
      clicks(css('button')),
      seesCss('p'),
      seesCss('#nowhere'),
    ],
  });
  const password = 'p@ss "w/rd" 1';
  const outcome = await playAlone(
    testCase,
    { evidenceFolder: folder.path, redactor: createRedactor },
    { environment: { testAccount: { username: 'me', password }, headers: { 'x-bypass': 'let-me-in-9' } } },
  );
  const texts = [...(await traceOf(outcome)).values(), JSON.stringify(outcome)].join('\n');
  expect(texts).toContain('Hello ***');
  const hidden = [
    password,
    JSON.stringify(password).slice(1, -1),
    encodeURIComponent(password),
    new URLSearchParams({ '': password }).toString().slice(1),
    Buffer.from(`me:${password}`, 'latin1').toString('base64').slice(4, -4),
    'let-me-in-9',
    'p@ss',
  ];
  expect(hidden.filter((form) => texts.includes(form))).toEqual([]);
});

it('cases that play at once keep their evidence apart', async () => {
  await using folder = await temporaryFolder();
  await using runner = await openTestRunner({ evidenceFolder: folder.path, workers: 2 });
  const cases = ['one', 'two', 'three'].map((name) => failing(`<script>console.error('${name}')</script>`));
  const outcomes = await play(runner, aPlan(pages.url, cases, { timeoutPerStepMs: 6000 }));
  for (const [index, name] of ['one', 'two', 'three'].entries()) {
    const outcome = outcomes.find(({ testCaseId }) => testCaseId === cases[index]?.id);
    expect(outcome?.evidence?.consoleErrors).toEqual([expect.stringContaining(name)]);
  }
  expect(await readdir(folder.path)).toHaveLength(6);
});
