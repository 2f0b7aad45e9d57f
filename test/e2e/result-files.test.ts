import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { parseResults } from '../../src/results/results-file.ts';
import { ctrfErrors } from '../support/ctrf.ts';
import { junitErrors } from '../support/junit/validate-junit.ts';
import { launchChromium } from '../support/report-page.ts';
import { ambiguousPage, clickCase, makeScenario } from '../support/scenario.ts';

it('a red run leaves its results in five forms beside its evidence, each valid and without secrets', async () => {
  await using scenario = await makeScenario({
    pages: { '/': `${ambiguousPage('Pay')}<h1>Hello s3cret-of-the-run</h1>` },
    files: {
      'browser-tests/a.yaml': clickCase('A customer pays with s3cret-of-the-run', 'Pay', 'Thank you'),
      'browser-tests/b.yaml': `description: A page says hello
elements:
  - selectors: [{ selectorType: CSS, selector: h1 }]
    assertion: { expectation: VISIBLE }
`,
    },
  });
  const env = { RUNNER_TEMP: join(scenario.workspace.path, 'temp') };
  const { outputs, exitCode } = await scenario.run({
    inputs: { variables: 'PAYMENT_TOKEN=s3cret-of-the-run', retries: '0' },
    env,
  });
  expect(exitCode).toBe(1);
  const paths = ['results', 'junit', 'ctrf', 'failures', 'report'].map(
    (name) => outputs[`${name}-file`] ?? '',
  );
  expect(paths).toEqual(
    ['results.json', 'junit.xml', 'ctrf.json', 'failures.md', 'report.html'].map((name) =>
      join(outputs['evidence-folder'] ?? '', name),
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
  const picture = page.getByAltText('The page when');
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(100);
  const links = await page
    .locator('a[href^="./"]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(links).toEqual([expect.stringMatching(/\.zip$/)]);
  for (const link of links) await access(join(dirname(paths[0] ?? ''), link ?? ''));
  expect(complaints).toEqual([]);
});

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
