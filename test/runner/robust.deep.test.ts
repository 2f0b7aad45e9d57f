import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRunner } from '../../src/runner/open-runner.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { hangForever, type Pages, startPages } from '../support/pages.ts';
import { clicks, containsText, css } from '../support/steps.ts';
import {
  aPlan,
  chromiumPath,
  openTestRunner,
  passed,
  runPlan,
  runToFail,
  testMachine,
} from '../support/test-runner.ts';

/** Short, as failing here means waiting for it to pass, and ample for the case beside it, which is to pass. */
const shortMs = 8000;
const ampleMs = 120_000;

/** The tests' Chromium with little memory for the code of pages. */
async function smallBrowser() {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'));
  const path = join(folder, 'start');
  const script = `#!/bin/sh\nexec '${await chromiumPath()}' --js-flags=--max-old-space-size=64 "$@"\n`;
  await writeFile(path, script, { mode: 0o755 });
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

describe.concurrent('a page', () => {
  let runner: Runner;
  let pages: Pages;
  beforeAll(async () => {
    [runner, pages] = await Promise.all([openTestRunner({ workers: 2 }), startPages()]);
  });
  afterAll(() => Promise.all([runner, pages].map((each) => each?.[Symbol.asyncDispose]())));

  /** Runs a case on a page, and beside it one that nothing is wrong with. */
  async function runBeside(
    html: string,
    elements = [clicks(css('button')), seesCss('#never')],
    timeoutPerStepMs = shortMs,
  ) {
    const odd = aCase({ elements: [goTo(pages.add(html)), ...elements] });
    const good = aCase({ elements: [goTo(pages.add('<p>Hi</p>')), containsText('Hi', css('p'))] });
    const from = performance.now();
    const outcomes = await runPlan(
      runner,
      aPlan(pages.url, [odd, good, { ...good, id: crypto.randomUUID() }], { timeoutPerStepMs }),
    );
    const [outcome] = outcomes.filter(({ testCaseId }) => testCaseId === odd.id);
    const others = outcomes.filter(({ testCaseId }) => testCaseId !== odd.id);
    expect(others.map(({ status }) => status)).toEqual(['PASSED', 'PASSED']);
    return { outcome, tookMs: performance.now() - from };
  }

  it('that never answers fails its case in time', async () => {
    await using silent = await startHttpServer(() => {});
    const testCase = aCase({ elements: [goTo(silent.url)] });
    const [outcome] = await runPlan(runner, aPlan(silent.url, [testCase], { timeoutPerStepMs: shortMs }));
    // No page has opened.
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 0 }, pageUrl: null });
    expect(outcome?.errorMessage).toMatch(/^TimeoutError: page\.goto: Timeout \d+ms exceeded\./m);
  });

  it('that redirects endlessly fails its case', async () => {
    await using ring = await startHttpServer((_, response) => {
      response.writeHead(302, { location: '/' }).end();
    });
    const [outcome] = await runPlan(runner, aPlan(ring.url, [aCase({ elements: [goTo('/')] })]));
    expect(outcome?.status).toBe('FAILED');
    expect(outcome?.errorMessage).toContain('ERR_TOO_MANY_REDIRECTS');
  });

  it('whose code never ends fails its case in time', async () => {
    const { outcome, tookMs } = await runBeside(
      '<button onclick="setTimeout(() => { for (;;); })">Hang</button>',
    );
    expect(outcome?.status).toBe('FAILED');
    expect(outcome?.errorMessage).toMatch(/timeout|did not end within/i);
    expect(tookMs).toBeLessThan(240_000);
  });

  it('that hangs after the last step fails its case, and the message says so', async () => {
    const html = `<button onclick="setTimeout(() => { ${hangForever} }, 600)">Hang</button>`;
    const testCase = aCase({ elements: [goTo(pages.add(html)), clicks(css('button'))] });
    const says = /All steps have ended, but the page .*\/page-\d+ did not respond/;
    const { errorMessage } = await runToFail(runner, aPlan(pages.url, [testCase]), says);
    expect(errorMessage).toMatch(says);
  });

  it.each(['alert("Hi")', 'confirm("Sure?")', 'prompt("Name?")'])('that opens %s goes on', async (dialog) => {
    const { outcome } = await runBeside(
      `<button onclick='document.querySelector("p").textContent = "Got " + ${dialog}'>Ask</button><p></p>`,
      [clicks(css('button')), containsText('Got', css('p'))],
      ampleMs,
    );
    expect(outcome?.errorMessage).toBeNull();
  });

  it('that shows a dialog before it is left is left', async () => {
    const { outcome } = await runBeside(
      '<button>Press</button><script>onbeforeunload = (event) => event.preventDefault()</script>',
      [clicks(css('button')), goTo(pages.add('<p>Next</p>')), containsText('Next', css('p'))],
      ampleMs,
    );
    expect(outcome?.errorMessage).toBeNull();
  });

  it('that opens ten windows goes on as if it had not', async () => {
    const { outcome } = await runBeside(
      `<button onclick="for (let i = 0; i < 10; i++) window.open('/window-' + i); this.textContent = 'Opened'">Open</button>`,
      [clicks(css('button')), containsText('Opened', css('button'))],
      ampleMs,
    );
    expect(outcome?.errorMessage).toBeNull();
  });

  it('that keeps opening windows does not affect other cases', async () => {
    const { outcome } = await runBeside(
      `<button onclick="setInterval(() => window.open('about:blank'), 5)">Open</button>`,
    );
    expect(outcome?.status).toBe('FAILED');
  });

  it('that runs out of memory crashes and fails its cases, also as their last or ignored step, and no others', async () => {
    await using folder = await smallBrowser();
    await using small = openRunner(
      { ...(await testMachine()), env: { CHROME_BIN: folder.path } },
      { retries: 0 },
    );
    const eating = 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length + 0.5))';
    const eats = pages.add(
      `<button id="now" onclick="${eating}">Eat</button><button id="later" onclick="setTimeout(() => { ${eating} }, 300)">Eat later</button>`,
    );
    const eat = clicks(css('#now'));
    const odd = [
      [eat, seesCss('#never')],
      [eat],
      [{ ...eat, ignoreFailure: true }],
      [clicks(css('#later'))],
    ].map((steps) => aCase({ elements: [goTo(eats), seesCss('#now'), ...steps] }));
    const good = aCase({ elements: [goTo(pages.add('<p>Hi</p>')), containsText('Hi', css('p'))] });
    const outcomes = await runPlan(small, aPlan(pages.url, [...odd, good], { timeoutPerStepMs: 120_000 }));
    expect(outcomes.find(({ testCaseId }) => testCaseId === good.id)?.status).toBe('PASSED');
    for (const { id } of odd) {
      const outcome = outcomes.find(({ testCaseId }) => testCaseId === id);
      expect(outcome?.status).toBe('FAILED');
      expect(outcome?.errorMessage).toMatch(/crash/i);
    }
  });

  it('that downloads without end is not followed', async () => {
    const left = Promise.withResolvers<void>();
    await using app = await startHttpServer(async ({ url }, response) => {
      if (url !== '/big') {
        // The page after the download answers once the browser has left that.
        if (url === '/after') await left.promise;
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end('<link rel="icon" href="data:,"><a href="/big">Download</a>');
        return;
      }
      response.writeHead(200, { 'content-disposition': 'attachment; filename="big.bin"' });
      const send = () => {
        if (!response.destroyed) response.write(Buffer.alloc(1 << 20), send);
      };
      response.on('close', () => left.resolve());
      send();
    });
    const link = css('a');
    const elements = [goTo('/'), clicks(link), goTo('/after'), containsText('Download', link)];
    const testCase = aCase({ elements });
    expect(await runPlan(runner, aPlan(app.url, [testCase]))).toEqual([passed(testCase.id)]);
  });
});

it('nothing of a run is left in the folder for temporary files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runner-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await using pages = await startPages();
    await using runner = await openTestRunner();
    const testCase = aCase({ elements: [goTo(pages.add('<p>Hi</p>')), seesCss('#never')] });
    await runPlan(runner, aPlan(pages.url, [testCase], { timeoutPerStepMs: shortMs }));
    await runner[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual([]);
  } finally {
    process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  }
});
