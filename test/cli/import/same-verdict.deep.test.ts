import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { AppAddress } from '../../../src/cli/import/app-address.ts';
import { importText, readImportedFile } from '../../../src/cli/import/import-files.ts';
import { playwrightConfig } from '../../../src/service/code-export/playwright-config.ts';
import { parseText } from '../../../src/test-files/parse-text.ts';
import { readTestCase } from '../../../src/test-files/read-test-case.ts';
import { exportFolder, runPlaywright } from '../../service/code-export/playwright-process.ts';
import { aPlan, openTestRunner, play } from '../../support/play.ts';
import { type CorpusFile, type CorpusName, readCorpus } from './corpus.ts';
import { startCorpusApp } from './corpus-app.ts';

const fixtures = join(import.meta.dirname, 'corpus', 'fixtures');
/** What the imported cases need: the first password of each file is the right one. */
const variables = { PASSWORD: ['correct horse'], PASSWORD_2: ['wrong'], EMAIL: ['ann@example.com'] };
/** What a step that waits in vain takes on the broken page, in ms. What is meant to pass has ample time. */
const shortMs = 3000;
const ampleMs = 60_000;
/** Playwright starts a worker and a browser after each failure, in ms. */
const playwrightMs = 1_500_000;

/** The corpus for an app that listens somewhere else. */
async function corpusFor(corpus: CorpusName, url: string): Promise<CorpusFile[]> {
  return (await readCorpus(corpus)).map((file) => ({
    ...file,
    text: file.text
      .replaceAll(/https:\/\/demo\.playwright\.dev|https:\/\/playwright\.dev|http:\/\/localhost:3000/g, url)
      .replaceAll('../fixtures/', 'corpus/fixtures/'),
  }));
}

/**
 * Cases of which nothing is broken: they type into fields, look into a frame, or sort a list before it is shown. The spec
 * passes, too.
 */
const harmless =
  /: (?:Actions › \.(?:type|clear)\(\) |Widgets › frame$|sorts by price$|pays in a frame$|Shop › (?:lists the products|sorts by \w+)$)/;

const isSpec = (file: string) => /\.spec\.[jt]s$/.test(file);

type Verdicts = Record<string, boolean>;

/** The verdicts of the imported cases, by file and title. */
async function importedVerdicts(
  files: readonly CorpusFile[],
  url: string,
  stepMs: number,
): Promise<Verdicts> {
  const cases = files.flatMap(({ kind, name, text }) => {
    const { yaml } = importText(text, name, new AppAddress(undefined));
    const parsed = parseText(yaml, 'yaml');
    const values: unknown[] = 'value' in parsed ? [parsed.value].flat() : [];
    return values.flatMap((value, index) => {
      const { testCase } = readTestCase(value, `${kind}/${name}#${index}`);
      return testCase?.runStatus === 'ON'
        ? [{ name: `${kind}/${name}: ${testCase.description}`, testCase }]
        : [];
    });
  });
  await using runner = await openTestRunner({ uploadFolder: import.meta.dirname, expectTimeoutMs: stepMs });
  const plan = aPlan(
    url,
    cases.map(({ testCase }) => testCase),
    { variables, timeoutPerStepMs: stepMs },
  );
  const outcomes = await play(runner, plan);
  for (const { testCaseId, status, errorMessage } of outcomes) {
    if (stepMs === ampleMs && status !== 'PASSED') {
      console.log(cases.find(({ testCase }) => testCase.id === testCaseId)?.name, errorMessage);
    }
  }
  return Object.fromEntries(
    cases.map(({ name, testCase }) => [
      name,
      outcomes.find(({ testCaseId }) => testCaseId === testCase.id)?.status === 'PASSED',
    ]),
  );
}

/** The verdicts of the specs in Playwright, by file and title. */
async function specVerdicts(files: readonly CorpusFile[], url: string): Promise<Verdicts> {
  const config = playwrightConfig({ url, outputDir: 'out', expectTimeoutMs: ampleMs });
  await using folder = await exportFolder(
    zipSync({ 'package.json': strToU8('{"type":"commonjs"}') }),
    config,
  );
  await rename(join(folder.path, 'playwright.config.ts'), join(folder.path, 'base.config.ts'));
  await writeFile(
    join(folder.path, 'playwright.config.ts'),
    `import base from './base.config';
     export default { ...base, timeout: 120_000, use: { ...base.use, actionTimeout: ${ampleMs}, navigationTimeout: ${ampleMs} } };`,
  );
  await mkdir(join(folder.path, 'corpus'));
  await cp(fixtures, join(folder.path, 'corpus', 'fixtures'), { recursive: true });
  for (const { name, text } of files) await writeFile(join(folder.path, name), text);
  const played = await runPlaywright(folder, { BASE_URL: url }, playwrightMs);
  const kindOf = (file: string) => files.find(({ name }) => name === file)?.kind;
  for (const { file, title, passed, error } of played) {
    if (!passed) console.log('spec', file, title, error);
  }
  return Object.fromEntries(
    played.map(({ file, title, passed }) => [
      `${kindOf(file)}/${file}: ${title.replaceAll(/ @\S+/g, '')}`,
      passed,
    ]),
  );
}

/** Cases that lack a step, by file and title: what follows may fail. */
function incompleteCases(files: readonly CorpusFile[]): string[] {
  return files.flatMap(({ kind, name, text }) =>
    readImportedFile(text, name, new AppAddress(undefined)).cases.flatMap(
      ({ description, steps, comments }) => {
        const all = [...steps.flatMap((step) => step.comments), ...comments];
        return all.some((each) => each.startsWith('Not imported')) ? [`${kind}/${name}: ${description}`] : [];
      },
    ),
  );
}

function without(verdicts: Verdicts, names: readonly string[]): Verdicts {
  return Object.fromEntries(Object.entries(verdicts).filter(([name]) => !names.includes(name)));
}

const corpora: readonly [CorpusName, specs: number, others: number][] = [
  ['corpus', 40, 20],
  ['held-out', 15, 4],
];

describe.each(corpora)('%s', (corpus, specCount, otherCount) => {
  it('imported cases and their specs pass on a healthy page', { timeout: 3_000_000 }, async () => {
    await using app = await startCorpusApp(false);
    const files = await corpusFor(corpus, app.url);
    const incomplete = corpus === 'corpus' ? [] : incompleteCases(files);
    const ours = without(await importedVerdicts(files, app.url, ampleMs), incomplete);
    const theirs = without(
      await specVerdicts(
        files.filter(({ name }) => isSpec(name)),
        app.url,
      ),
      incomplete,
    );
    expect(Object.keys(theirs).length).toBeGreaterThan(specCount);
    const ofSpecs = Object.fromEntries(
      Object.entries(ours).filter(([name]) => isSpec(name.replace(/: .*/s, ''))),
    );
    expect(ofSpecs).toEqual(theirs);
    // Recordings and Cypress specs have no other runner here.
    expect(Object.keys(ours).length - Object.keys(theirs).length).toBeGreaterThan(otherCount);
    // Some tests of the unseen specs do not fit the app.
    const failed = Object.keys(ours).filter((name) => !ours[name] && theirs[name] !== false);
    expect(failed).toEqual([]);
  });

  it('imported cases fail on a broken page', { timeout: 3_000_000 }, async () => {
    await using app = await startCorpusApp(true);
    const ours = await importedVerdicts(await corpusFor(corpus, app.url), app.url, shortMs);
    expect(Object.entries(ours).filter(([name, passed]) => passed && !harmless.test(name))).toEqual([]);
  });
});
