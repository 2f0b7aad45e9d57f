import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt } from '../../src/contract/attempt.ts';
import type { RunnerOptions } from '../../src/runner/open-runner.ts';
import type { RunPlan } from '../../src/runner/runner.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { aCase, seesCss } from '../support/cases.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { clicks, css, entersText } from '../support/steps.ts';
import { aPlan, openTestRunner, passed, runFirst, runPlan, runToFail } from '../support/test-runner.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(async () => pages[Symbol.asyncDispose]());

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'evidence-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

function fileUrl(folder: string, name: string): string {
  return pathToFileURL(join(folder, name)).href;
}

/** The names of files, without the pictures of steps. */
async function filesWithoutPictures(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.endsWith('.jpg')).sort();
}

/** A case on a page that fails at its last step. */
function failing(html: string) {
  return aCase({
    description: '../../Pay',
    entryPointUrlPath: pages.add(html),
    elements: [seesCss('body'), seesCss('#nowhere')],
  });
}

async function runAlone(
  testCase: ReturnType<typeof aCase>,
  options: RunnerOptions,
  overrides: Partial<RunPlan> = {},
) {
  await using runner = await openTestRunner(options);
  return await runToFail(runner, aPlan(pages.url, [testCase], overrides));
}

/** The texts of a trace's entries, by name. */
async function traceOf({ traceUrl }: Attempt): Promise<Map<string, string>> {
  const entries = unzipSync(await readFile(fileURLToPath(traceUrl ?? 'file:///no-trace')));
  return new Map(
    Object.entries(entries).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]),
  );
}

describe('a case that fails', () => {
  it('leaves its page, errors, a screenshot and a trace, in files named by ids', async () => {
    await using folder = await temporaryFolder();
    const testCase = failing(`<h1>Cart</h1><script>
      console.log('fine');
      console.error('no price', { id: 3 });
      setTimeout(() => { throw new TypeError('no cart') });
    </script>`);
    const outcome = await runAlone(testCase, { evidenceFolder: folder.path });
    const url = pages.url + testCase.entryPointUrlPath;
    expect(outcome).toMatchObject({
      pageUrl: url,
      consoleErrors: [`no price {id: 3} (${url}:3)`, `Uncaught TypeError: no cart (${url}:4)`],
      screenshotUrl: fileUrl(folder.path, `${testCase.id}-1.png`),
      traceUrl: fileUrl(folder.path, `${testCase.id}-1.zip`),
    });
    expect(outcome.missingEvidence).toEqual([]);
    expect(await filesWithoutPictures(folder.path)).toEqual([`${testCase.id}-1.png`, `${testCase.id}-1.zip`]);
    const picture = await readFile(join(folder.path, `${testCase.id}-1.png`));
    expect([...picture.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    expect(picture.readUInt32BE(16)).toBe(1920);
    const trace = await traceOf(outcome);
    expect(trace.get('trace.trace')).toContain(
      '"title":"../../Pay, step 2: expect the element \\"#nowhere\\" to be visible"',
    );
    expect(trace.get('trace.trace')).toContain('frame-snapshot');
    expect(trace.get('trace.network')).toContain(url);
  });

  it('leaves a JPEG if the PNG would have more than 200 kB', async () => {
    await using folder = await temporaryFolder();
    const testCase = failing(`<canvas width="800" height="600"></canvas><script>
      const context = document.querySelector('canvas').getContext('2d');
      const noise = context.createImageData(800, 600);
      let seed = 1;
      for (let at = 0; at < noise.data.length; at += 1) {
        seed = (seed * 16807) % 2147483647;
        noise.data[at] = at % 4 === 3 ? 255 : seed % 256;
      }
      context.putImageData(noise, 0, 0);
    </script>`);
    const outcome = await runAlone(testCase, { evidenceFolder: folder.path });
    expect(outcome.screenshotUrl).toBe(fileUrl(folder.path, `${testCase.id}-1.jpg`));
    const picture = await readFile(join(folder.path, `${testCase.id}-1.jpg`));
    expect(picture.readUInt16BE(0)).toBe(0xffd8);
  });

  it('without a folder leaves its page and errors', async () => {
    const testCase = failing('<h1>Cart</h1><script>console.error("no price")</script>');
    const outcome = await runAlone(testCase, {});
    expect(outcome).toMatchObject({
      pageUrl: pages.url + testCase.entryPointUrlPath,
      consoleErrors: [expect.stringContaining('no price')],
    });
    expect(outcome).toMatchObject({ screenshotUrl: null, traceUrl: null, missingEvidence: [] });
  });

  it('and is retried leaves evidence of each attempt; only the last trace has the pages', async () => {
    await using folder = await temporaryFolder();
    const testCase = failing('<h1>Cart</h1>');
    const outcome = await runAlone(testCase, { evidenceFolder: folder.path, retries: 1 });
    const [first] = outcome.earlierAttempts ?? [];
    if (first === undefined) throw new Error('there was one attempt alone');
    expect(first.screenshotUrl).toBe(fileUrl(folder.path, `${testCase.id}-1.png`));
    expect(outcome.screenshotUrl).toBe(fileUrl(folder.path, `${testCase.id}-2.png`));
    expect((await traceOf(first)).get('trace.network')).toBe('');
    expect((await traceOf(outcome)).get('trace.network')).toContain(pages.url);
  });

  it('leaves only the first 20 errors, each shortened after redaction', async () => {
    const secret = 'a-very-long-password';
    const testCase = failing(`<h1>Cart</h1><script>
      for (let i = 1; i <= 30; i += 1) console.error('n' + i, 'x'.repeat(985) + '${secret}' + 'y'.repeat(5000));
    </script>`);
    const redactor = (more: readonly string[]) => createRedactor([secret, ...more]);
    const errors = (await runAlone(testCase, { redactor })).consoleErrors ?? [];
    expect(errors).toHaveLength(20);
    expect(errors[19]).toMatch(/^n20 x{985}\*\*\*y+… \(http/);
    expect(errors.join()).not.toContain('a-very');
  });

  it('on a busy page fails in time, without a screenshot', async () => {
    await using folder = await temporaryFolder();
    const testCase = aCase({
      entryPointUrlPath: pages.add('<button onclick="setTimeout(() => { for (;;); })">Go</button>'),
      elements: [clicks(css('button')), seesCss('#nowhere')],
    });
    await using runner = await openTestRunner({ evidenceFolder: folder.path });
    const begun = performance.now();
    const outcome = await runFirst(runner, aPlan(pages.url, [testCase], { timeoutPerStepMs: 5000 }));
    expect(performance.now() - begun).toBeLessThan(240_000);
    expect(outcome.status).toBe('FAILED');
    expect(outcome).toMatchObject({
      missingEvidence: expect.arrayContaining([
        expect.stringMatching(/^screenshot: .*no screenshot|^screenshot: .*Timeout/),
        expect.stringMatching(/^page: .*did not respond/),
      ]),
    });
    expect(outcome.screenshotUrl).toBeNull();
  });

  it('fails the same way if nothing can be written, and reports the missing evidence', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'file'), '');
    const outcome = await runAlone(failing('<h1>Cart</h1>'), { evidenceFolder: join(folder.path, 'file') });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.missingEvidence).toEqual([
      expect.stringMatching(/^screenshot: .*(?:EEXIST|ENOTDIR)/),
      expect.stringMatching(/^pictures of steps: .*(?:EEXIST|ENOTDIR)/),
      expect.stringMatching(/^trace: .*(?:EEXIST|ENOTDIR)/),
    ]);
  });
});

describe('a case that passes', () => {
  const passing = () => aCase({ entryPointUrlPath: pages.add('<h1>Cart</h1>'), elements: [seesCss('h1')] });

  it('leaves nothing', async () => {
    await using folder = await temporaryFolder();
    const outcome = await runAlone(passing(), { evidenceFolder: folder.path, retries: 1 });
    expect(outcome).toEqual(passed(outcome.testCaseId));
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('leaves its trace if all are kept', async () => {
    await using folder = await temporaryFolder();
    const testCase = passing();
    const outcome = await runAlone(testCase, { evidenceFolder: folder.path, trace: 'always' });
    expect(outcome).toEqual({
      ...passed(testCase.id),
      pageUrl: null,
      consoleErrors: [],
      screenshotUrl: null,
      missingEvidence: [],
      traceUrl: fileUrl(folder.path, `${testCase.id}-1.zip`),
    });
    expect((await traceOf(outcome)).get('trace.trace')).toContain('frame-snapshot');
  });
});

it('without tracing there is only a screenshot', async () => {
  await using folder = await temporaryFolder();
  const testCase = failing('<h1>Cart</h1>');
  const { traceUrl } = await runAlone(testCase, { evidenceFolder: folder.path, trace: 'never' });
  expect(traceUrl).toBeNull();
  expect(await readdir(folder.path)).toEqual([`${testCase.id}-1.png`]);
});

it('a trace contains no secret, whether typed, sent or shown by the page', async () => {
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
  const outcome = await runAlone(
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

it('cases that run at once keep their evidence apart', async () => {
  await using folder = await temporaryFolder();
  await using runner = await openTestRunner({ evidenceFolder: folder.path, workers: 2 });
  const cases = ['one', 'two', 'three'].map((name) => failing(`<script>console.error('${name}')</script>`));
  const outcomes = await runPlan(runner, aPlan(pages.url, cases, { timeoutPerStepMs: 6000 }));
  for (const [index, name] of ['one', 'two', 'three'].entries()) {
    const outcome = outcomes.find(({ testCaseId }) => testCaseId === cases[index]?.id);
    expect(outcome?.consoleErrors).toEqual([expect.stringContaining(name)]);
  }
  expect(await filesWithoutPictures(folder.path)).toHaveLength(6);
});
