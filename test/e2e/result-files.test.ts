import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { parseResults } from '../../src/results/results-file.ts';
import { ctrfErrors } from '../support/ctrf.ts';
import { junitErrors } from '../support/junit/validate-junit.ts';
import { launchChromium } from '../support/report-page.ts';
import { ambiguousPage, buttonPage, makeScenario } from '../support/scenario.ts';

it('a red run leaves its results in five forms beside its evidence, each valid and without secrets; the next run deletes the evidence', async () => {
  const pageWith = (buttons: string) => `${buttons}<input><h1>Hello s3cret-of-the-run</h1>`;
  await using scenario = await makeScenario({
    pages: { '/': pageWith(ambiguousPage('Pay')) },
    files: {
      'browser-tests/a.yaml': `description: A customer pays with s3cret-of-the-run
elements:
  - selectors: [{ selectorType: CSS, selector: input }]
    interaction: { action: ENTER_TEXT, calledWith: $PAYMENT_TOKEN }
  - selectors: [{ selectorType: ROLE, selector: button, options: { name: Pay } }]
    interaction: { action: CLICK }
`,
      'browser-tests/b.yaml': `description: A page says hello
elements:
  - selectors: [{ selectorType: CSS, selector: h1 }]
    assertion: { expectation: VISIBLE }
`,
    },
  });
  const env = { RUNNER_TEMP: join(scenario.workspace.path, 'temp') };
  const inputs = { variables: 'PAYMENT_TOKEN=s3cret-of-the-run' };
  const { outputs, exitCode } = await scenario.run({ inputs, env });
  expect(exitCode).toBe(1);
  const folder = outputs['evidence-folder'] ?? '';
  expect(folder).toBe(join(env.RUNNER_TEMP, 'browser-test-gate/evidence-browser-gate'));
  await expectEvidence(folder);
  const paths = ['results', 'junit', 'ctrf', 'failures', 'report'].map(
    (name) => outputs[`${name}-file`] ?? '',
  );
  expect(paths).toEqual(
    ['results.json', 'junit.xml', 'ctrf.json', 'failures.md', 'report.html'].map((name) =>
      join(folder, name),
    ),
  );
  const [results = '', junit = '', ctrf = '', failures = '', report = ''] = await Promise.all(
    paths.map((path) => readFile(path, 'utf8')),
  );
  for (const text of [results, junit, ctrf, failures, report])
    expect(text).not.toContain('s3cret-of-the-run');

  const read = parseResults(Buffer.from(results));
  expect(read).toMatchObject({ status: 'failed', total: 2, failed: 1 });
  expect(await junitErrors([junit])).toEqual([]);
  expect(junit).toContain('<testsuites name="Checks / browser" tests="2" failures="1" errors="0"');
  expect(ctrfErrors(ctrf)).toEqual([]);

  await using browser = await launchChromium();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(pathToFileURL(paths.at(-1) ?? '').href);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Browser tests failed');
  expect(await page.getByRole('status').textContent()).toBe('2 test cases');
  await page.getByLabel('Filter by').fill('says hello');
  expect(await page.getByRole('status').textContent()).toBe('1 of 2 test cases');
  await page.getByLabel('Filter by').fill('');
  const picture = page.getByAltText('The page when').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(100);
  const links = await page
    .locator('a[href^="./"]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(links).toEqual([expect.stringMatching(/-2\.zip$/), expect.stringMatching(/-1\.zip$/)]);
  for (const link of links) await access(join(folder, link ?? ''));
  expect(complaints).toEqual([]);

  scenario.pages['/'] = pageWith(buttonPage('Pay', 'Thank you'));
  const green = await scenario.run({ inputs, env });
  expect(green.exitCode).toBe(0);
  // The results are there, and so it is named.
  expect(green.outputs['evidence-folder']).toBe(folder);
  expect((await readdir(folder)).sort()).toEqual(['ctrf.json', 'junit.xml', 'report.html', 'results.json']);
});

/** A picture of each attempt, and traces that name the steps without the secret. */
async function expectEvidence(folder: string): Promise<void> {
  const names = await readdir(folder);
  expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(2);
  const traces = names.filter((name) => name.endsWith('.zip'));
  expect(traces.length).toBeGreaterThan(0);
  for (const name of traces) {
    const texts = Object.values(unzipSync(await readFile(join(folder, name)))).map((bytes) =>
      Buffer.from(bytes).toString(),
    );
    expect(texts.join('\n')).toContain('step 1: enter');
    expect(texts.join('\n')).not.toContain('s3cret-of-the-run');
  }
}

it('a run that could not start writes result files that no reader treats as a success', async () => {
  await using scenario = await makeScenario({ files: { 'browser-tests/a.yaml': 'description: [' } });
  const { outputs } = await scenario.runInProcess({
    env: { RUNNER_TEMP: join(scenario.workspace.path, 'temp') },
  });
  expect(outputs.status).toBe('error');
  const junit = await readFile(outputs['junit-file'] ?? '', 'utf8');
  expect(junit).toContain('tests="1" failures="0" errors="1"');
  expect(await junitErrors([junit])).toEqual([]);
  const ctrf = await readFile(outputs['ctrf-file'] ?? '', 'utf8');
  expect(ctrfErrors(ctrf)).toEqual([]);
  expect(JSON.parse(ctrf).results.summary).toMatchObject({ tests: 1, failed: 1 });
});
