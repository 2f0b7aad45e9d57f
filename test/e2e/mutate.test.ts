import { expect, it } from 'vitest';
import { mutationResults } from '../../src/results/mode-results.ts';
import { runResults } from '../../src/results/run-results.ts';
import { buttonPage, clickCase, makeScenario } from '../support/scenario.ts';

const files = { 'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks') };
const pages = { '/': `${buttonPage('Buy', 'Thanks')}<p>3 left</p>` };

it('mode: mutate reports the faults that no test case detects in log, summary, comment and mutation.json', async () => {
  await using scenario = await makeScenario({ files, pages });
  const { exitCode, log, outputs, summary, results } = await scenario.run({
    inputs: { mode: 'mutate', mutants: '4' },
  });
  expect(exitCode, log).toBe(0);
  expect(outputs.status).toBe('done');
  expect(log).toMatch(/^4\/4 \/: /m);
  expect(outputs['mutation-file']).toMatch(/mutation\.json$/);
  const report = mutationResults.parse(runResults.parse(results).mutation);
  expect(report).toMatchObject({ made: 4, seed: '1', pages: ['/'] });
  expect(report.killed).toBeGreaterThan(0);
  const survivor = report.mutants.find(({ status }) => status === 'survived');
  expect(survivor).toBeDefined();
  const score = `Mutation score ${report.score} %: the test cases detected ${report.killed} of 4 faults.`;
  const body = scenario.github.comments.at(-1)?.body;
  for (const text of [log, summary, body]) expect(text).toContain(score);
  expect(body).toContain('that no test case detects</summary>');
});
