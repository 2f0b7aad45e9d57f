import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Attempt } from '../../src/contract/attempt.ts';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import { makeSmallPictures } from '../../src/runner/evidence/step-log.ts';
import type { RunnerOptions } from '../../src/runner/open-runner.ts';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { aCase, seesCss } from '../support/cases.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { clicks, css } from '../support/steps.ts';
import { aPlan, chromiumPath, openTestRunner, runFirst } from '../support/test-runner.ts';

let pages: Pages;
let folder: string;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(async () => pages[Symbol.asyncDispose]());

/** Runs a case with a folder of its own, which exists until the test has looked at it. */
async function runIn(
  testCase: ExchangeTestCase,
  options: RunnerOptions,
  look: (outcome: CaseOutcome) => unknown,
) {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  try {
    await using runner = await openTestRunner({ evidenceFolder: folder, ...options });
    await look(await runFirst(runner, aPlan(pages.url, [testCase], { timeoutPerStepMs: 5000 })));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const picturesOf = ({ steps }: Attempt) => steps?.flatMap(({ pictureUrl }) => pictureUrl ?? []) ?? [];

/** Width and height in the frame header of a JPEG. */
function sizeOf(jpeg: Buffer): [width: number, height: number] {
  expect(jpeg.readUInt16BE(0)).toBe(0xffd8);
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return [jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)];
}

/** Changes its colour at every click, slowly enough for the browser to paint it. */
const colourful = `<body style="margin: 0"><button style="width: 100vw; height: 90vh" onclick="
  this.style.background = ['red', 'green', 'blue'][++count % 3];
  const end = performance.now() + 100; while (performance.now() < end);
">Go</button><script>let count = 0</script>`;

function colours(clickCount: number, more = seesCss('#nowhere')): ExchangeTestCase {
  const elements = [...Array.from({ length: clickCount }, () => clicks(css('button'))), more];
  return aCase({ entryPointUrlPath: pages.add(colourful), elements });
}

it('a failed attempt has small pictures of the pages up to the failure', async () => {
  await runIn(colours(3), {}, async (outcome) => {
    const pictures = picturesOf(outcome);
    expect(pictures.length).toBeGreaterThan(1);
    for (const url of pictures) {
      const jpeg = await readFile(fileURLToPath(url));
      expect(sizeOf(jpeg)).toEqual([320, 180]);
      expect(jpeg.length).toBeLessThan(10_000);
    }
    expect((await readdir(folder)).filter((name) => name.endsWith('.jpg'))).toHaveLength(pictures.length);
    expect(outcome.missingEvidence).toEqual([]);
  });
});

it('there are at most 20 pictures', async () => {
  await runIn(colours(45), {}, (outcome) => {
    expect(picturesOf(outcome).length).toBeLessThanOrEqual(20);
    expect(outcome.steps).toHaveLength(47);
  });
});

it('an attempt that is followed by another one, that passes, or that is not traced has no picture', async () => {
  await runIn(colours(2), { retries: 1 }, (outcome) => {
    expect(picturesOf(outcome.earlierAttempts?.[0] ?? outcome)).toEqual([]);
    expect(picturesOf(outcome)).not.toEqual([]);
  });
  await runIn(colours(2, seesCss('button')), {}, async (outcome) => {
    expect(outcome.status).toBe('PASSED');
    expect(await readdir(folder)).toEqual([]);
  });
  await runIn(colours(2), { trace: 'never' }, (outcome) => expect(picturesOf(outcome)).toEqual([]));
});

it('a picture that looks like the one before is left out; a different one is not', async () => {
  await using browser = await chromium.launch({ executablePath: await chromiumPath() });
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  const shot = async (html: string) => {
    await page.setContent(html);
    return page.screenshot({ type: 'jpeg' });
  };
  const cart = '<h1>Cart</h1><p style="font-size: 30px">Total';
  const shots = [
    await shot(`${cart} 9 euros`),
    await shot(`${cart} 9 euros<i style="border-left: 1px solid">`),
    await shot(`${cart} 18 euros`),
    await shot('<h1>Error 500</h1>'),
  ];
  const small = await makeSmallPictures(browser, shots);
  expect(small.map((each) => each !== null)).toEqual([true, false, true, true]);
});
