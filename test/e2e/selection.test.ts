import { expect, it } from 'vitest';
import { makeScenario } from '../support/scenario.ts';

const caseOf = (description: string, more: string) => `- description: ${description}
  ${more}
  elements:
    - selectors: [{ selectorType: ROLE, selector: heading, options: { name: Hello } }]
      assertion: { expectation: VISIBLE }
`;

it('runs the cases with a tag that are on and not excluded from the environment', async () => {
  await using scenario = await makeScenario({
    files: {
      'browser-tests/all.yaml': [
        caseOf('tagged', 'tagNames: [smoke, slow]'),
        caseOf('tagged otherwise', 'tagNames: [nightly]'),
        caseOf('untagged', 'folderName: x'),
        caseOf('tagged but off', 'tagNames: [smoke]\n  runStatus: OFF'),
        caseOf('tagged but excluded', 'tagNames: [smoke]\n  excludedEnvironmentNames: [staging]'),
      ].join(''),
    },
  });
  const { exitCode, results } = await scenario.run({
    inputs: { tags: 'smoke\nquick', environment: 'staging' },
  });
  expect(exitCode).toBe(0);
  expect(results).toMatchObject({ total: 1, results: [{ name: 'tagged' }] });
});

it('says which cases were not run after enough have failed, and counts them apart', async () => {
  const failing = caseOf('fails', 'folderName: x').replace('name: Hello', 'name: Goodbye');
  await using scenario = await makeScenario({
    files: { 'browser-tests/all.yaml': [failing, caseOf('b', 'folderName: x'), caseOf('c', '')].join('') },
  });
  const { exitCode, results, outputs, log } = await scenario.run({
    inputs: { 'max-failures': '1', workers: '1', retries: '0', 'expect-timeout': '1s' },
  });
  expect(exitCode).toBe(1);
  expect(results).toMatchObject({ status: 'failed', total: 3, failed: 1, notRun: 2 });
  expect(outputs).toMatchObject({ total: '3', failed: '1', 'not-run': '2' });
  expect(log).toContain('… 3/3 c was not run');
  expect(log).toContain('Of 3, 2 not run');
});
