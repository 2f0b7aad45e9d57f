import { cp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { escapeRegExp } from '../../../src/common/text.ts';
import type { ExchangeTestCase } from '../../../src/contract/exchange/exchange-test-case.ts';
import { playwrightConfig } from '../../../src/service/code-export/playwright-config.ts';
import { parseText } from '../../../src/test-files/parse-text.ts';
import { readTestCase } from '../../../src/test-files/read-test-case.ts';
import { exportFolder, runPlaywright } from '../../service/code-export/playwright-process.ts';
import type { TestServer } from '../../support/http-server.ts';
import { aPlan, openTestRunner, runPlan } from '../../support/test-runner.ts';
import {
  type CorpusFile,
  corpora,
  corpusFolder,
  importCorpusFile,
  readCorpus,
  readCorpusFile,
} from './corpus.ts';
import { startCorpusApp } from './corpus-app.ts';

/** What the imported cases need: the first password of each file is the right one. */
const variables = { PASSWORD: ['correct horse'], PASSWORD_2: ['wrong'], EMAIL: ['ann@example.com'] };
/** What a step that waits in vain takes on the broken page, in ms. What is meant to pass has ample time. */
const shortMs = 1000;
const ampleMs = 60_000;
const limitMs = 3_000_000;

/**
 * Cases of which nothing is broken: they type into fields, look into a frame, sort a list before it is shown, or see only
 * what is not there yet. The spec passes, too.
 */
const harmless =
  /: (?:Actions › \.(?:type|clear)\(\) |Widgets › (?:(?:payment )?frame|looks as it should)$|sorts by price$|pays in a frame$|Shop › (?:lists the products|sorts by \w+)$|.* › (?:cannot be sent without consent|has no footer|pays in its frame|is shown on \S+|is empty at first|can be cleared)$)/;

const isSpec = (name: string) => /\.spec\.m?[jt]s(?:$|: )/.test(name);
const isSmall = process.env.CORPUS;

/** All corpora for an app. They are run together, which takes less time. */
function filesFor({ url }: TestServer): CorpusFile[] {
  return Object.keys(corpora)
    .filter((name) => name !== 'teams' && (isSmall === undefined || name === isSmall))
    .flatMap((name) => readCorpus(name, url));
}

interface NamedCase {
  /** File and title. */
  readonly name: string;
  readonly testCase: ExchangeTestCase;
}

function importedCases(files: readonly CorpusFile[]): NamedCase[] {
  return files.flatMap((file) => {
    const parsed = parseText(importCorpusFile(file).yaml, 'yaml');
    const values: unknown[] = 'value' in parsed ? [parsed.value].flat() : [];
    return values.flatMap((value, index) => {
      const { testCase } = readTestCase(value, `${file.file}#${index}`);
      if (testCase?.runStatus !== 'ON') return [];
      return [{ name: `${file.file}: ${testCase.description}`, testCase }];
    });
  });
}

/** @returns the names of the cases that passed. */
async function passedCases(
  cases: readonly NamedCase[],
  url: string,
  stepMs: number,
  workers: number,
): Promise<string[]> {
  await using runner = await openTestRunner({ uploadFolder: corpusFolder, expectTimeoutMs: stepMs, workers });
  const ofPlan = cases.map(({ testCase }) => testCase);
  const outcomes = await runPlan(runner, aPlan(url, ofPlan, { variables, timeoutPerStepMs: stepMs }));
  return cases.flatMap(({ name, testCase }) => {
    const { status, errorMessage } = outcomes.find(({ testCaseId }) => testCaseId === testCase.id) ?? {};
    if (stepMs === ampleMs && status !== 'PASSED') console.log(name, errorMessage);
    return status === 'PASSED' ? name : [];
  });
}

/** @returns the names of the tests that passed in Playwright, without those that are left out. */
async function passedSpecs(
  files: readonly CorpusFile[],
  url: string,
  leftOut: readonly string[],
): Promise<string[]> {
  const config = playwrightConfig({ url, outputDir: 'out', expectTimeoutMs: ampleMs });
  const zip = zipSync({ 'package.json': strToU8('{"type":"commonjs"}') });
  await using folder = await exportFolder(zip, config);
  await rename(join(folder.path, 'playwright.config.ts'), join(folder.path, 'base.config.ts'));
  const titles = leftOut.map((name) => escapeRegExp(name.replace(': ', ' ').replaceAll(' › ', ' ')));
  const limits = `{ actionTimeout: ${ampleMs}, navigationTimeout: ${ampleMs} }`;
  await writeFile(
    join(folder.path, 'playwright.config.ts'),
    `import base from './base.config';
     const testMatch = ${JSON.stringify(files.map(({ file }) => `**/${file}`))};
     const grepInvert = ${JSON.stringify(titles)}.map((title) => new RegExp(title));
     export default { ...base, testMatch, grepInvert, timeout: ${2 * ampleMs}, use: { ...base.use, ...${limits} } };`,
  );
  for (const name of Object.keys(corpora))
    await cp(join(corpusFolder, name), join(folder.path, name), { recursive: true });
  for (const { file, text } of files) await writeFile(join(folder.path, file), text);
  const executed = await runPlaywright(folder, { BASE_URL: url });
  return executed.flatMap(({ file, title, passed, error }) => {
    const name = `${file}: ${title.replaceAll(/ @\S+/g, '')}`;
    if (!passed) console.log('spec', name, error);
    return passed && !leftOut.includes(name) ? name : [];
  });
}

/** Cases that are skipped or lack a step, by file and title: what follows may fail. Those of the first corpus pass nevertheless. */
function incompleteCases(files: readonly CorpusFile[]): string[] {
  const others = files.filter(({ file }) => !file.startsWith('corpus/'));
  return others.flatMap((each) =>
    readCorpusFile(each).cases.flatMap(({ description, isOff, steps, comments }) => {
      const all = [...steps.flatMap((step) => step.comments), ...comments];
      const isIncomplete = isOff || all.some((comment) => comment.startsWith('Not imported'));
      return isIncomplete ? [`${each.file}: ${description}`] : [];
    }),
  );
}

let healthy: TestServer;
let broken: TestServer;
beforeAll(async () => {
  healthy = await startCorpusApp(false);
  broken = await startCorpusApp(true);
  return async () => {
    await healthy[Symbol.asyncDispose]();
    await broken[Symbol.asyncDispose]();
  };
});

it('imported cases and their specs pass on a healthy page', { timeout: limitMs }, async () => {
  const files = filesFor(healthy);
  const incomplete = incompleteCases(files);
  const complete = importedCases(files).filter(({ name }) => !incomplete.includes(name));
  const names = complete.map(({ name }) => name);
  const ours = await passedCases(complete, healthy.url, ampleMs, 2);
  const specs = files.filter(({ file }) => isSpec(file));
  const theirs = await passedSpecs(specs, healthy.url, incomplete);
  expect(ours).toEqual(names);
  // Recordings and Cypress specs have no other runner here.
  expect(theirs.sort()).toEqual(names.filter(isSpec).sort());
  console.log(`${ours.length} cases, ${theirs.length} of Playwright; ${incomplete.length} lack a step`);
  if (isSmall === undefined) expect(theirs.length).toBeGreaterThan(95);
  if (isSmall === undefined) expect(ours.length - theirs.length).toBeGreaterThan(30);
});

it('imported cases fail on a broken page', { timeout: limitMs }, async () => {
  // Most of the time is spent waiting.
  const passed = await passedCases(importedCases(filesFor(broken)), broken.url, shortMs, 6);
  expect(passed.filter((name) => !harmless.test(name))).toEqual([]);
});
