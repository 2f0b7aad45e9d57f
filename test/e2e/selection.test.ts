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
