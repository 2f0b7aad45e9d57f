import { describe, expect, it } from 'vitest';
import { ambiguousPage, clickCase, makeScenario, type Scenario } from '../support/scenario.ts';

/** How often a browser has asked for a page; whoever waits for the app to be up is none. */
function visits({ app }: Scenario, path: string): number {
  return app.requests.filter(
    ({ url, headers }) => url === path && headers['user-agent']?.startsWith('Mozilla/'),
  ).length;
}

describe('retries', () => {
  it.each([
    ['0', 1],
    ['2', 3],
  ])('%s let a failed case play %i times', async (retries, times) => {
    await using scenario = await makeScenario({
      pages: { '/': ambiguousPage('Pay') },
      files: { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') },
    });
    const { exitCode } = await scenario.run({ inputs: { retries } });
    expect(exitCode).toBe(1);
    expect(visits(scenario, '/')).toBe(times);
  });
});

describe('reuse-login', () => {
  const loginId = '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10';
  const behind = (name: string) => `- description: ${name}
  dependencyId: ${loginId}
  elements:
    - interaction: { action: GO_TO, calledWith: / }
`;
  const files = {
    'browser-tests/all.yaml': `- id: ${loginId}
  description: login
  type: LOGIN
  runStatus: OFF
  entryPointUrlPath: /login
  elements:
    - selectors: [{ selectorType: CSS, selector: h1 }]
      assertion: { expectation: VISIBLE }
${behind('first')}${behind('second')}${behind('third')}`,
  };

  it.each([
    ['true', 1],
    ['false', 3],
  ])('%s plays the login of three cases %i times', async (reuse, times) => {
    await using scenario = await makeScenario({
      pages: { '/': '<h1>Hello</h1>', '/login': '<h1>Log in</h1>' },
      files,
    });
    const { exitCode } = await scenario.run({ inputs: { 'reuse-login': reuse, workers: '2' } });
    expect(exitCode).toBe(0);
    expect(visits(scenario, '/login')).toBe(times);
  });
});

it('a teardown that fails is told in the log and in the results, and the job is green', async () => {
  await using scenario = await makeScenario({
    pages: { '/': ambiguousPage('Leave') },
    files: {
      'browser-tests/all.yaml': `- id: 6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10
  description: Leave the shop
  runStatus: OFF
  elements:
    - selectors: [{ selectorType: ROLE, selector: button }]
      interaction: { action: CLICK }
- description: Look around
  teardownId: 6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10
  elements:
    - interaction: { action: GO_TO, calledWith: / }
`,
    },
  });
  const { exitCode, log, results } = await scenario.run();
  expect(exitCode).toBe(0);
  expect(log).toMatch(
    /::warning::Teardowns failed\..*- after Look around: Teardown "Leave the shop", step 1: .*2 elements match/,
  );
  expect(results).toMatchObject({
    results: [{ status: 'passed', teardownFailures: [expect.stringContaining('2 elements match')] }],
  });
});
