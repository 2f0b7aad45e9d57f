import { expect, it } from 'vitest';
import { ambiguousPage, clickCase, makeScenario, type Scenario } from '../support/scenario.ts';

/** How often a browser has asked for a page; whoever waits for the app to be up is none. */
function visits({ app }: Scenario, path: string): number {
  return app.requests.filter(
    ({ url, headers }) => url === path && headers['user-agent']?.startsWith('Mozilla/'),
  ).length;
}

const loginId = '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10';
const login = `- id: ${loginId}
  description: login
  type: LOGIN
  runStatus: OFF
  entryPointUrlPath: /login
  elements:
    - selectors: [{ selectorType: CSS, selector: h1 }]
      assertion: { expectation: VISIBLE }
`;
const behindLogin = (name: string) => `- description: ${name}
  dependencyId: ${loginId}
  elements:
    - interaction: { action: GO_TO, calledWith: / }
`;
const loginPage = '<h1>Log in</h1>';

it('`retries` limits the retries of a failed case, and `reuse-login: false` runs the login for each case', async () => {
  await using scenario = await makeScenario({
    pages: { '/': '<h1>Hello</h1>', '/login': loginPage, '/pay': ambiguousPage('Pay') },
    files: {
      'browser-tests/a.yaml': `${clickCase('A', 'Pay', 'Thank you')}entryPointUrlPath: /pay\n`,
      'browser-tests/all.yaml': `${login}${behindLogin('first')}${behindLogin('second')}${behindLogin('third')}`,
    },
  });
  const { exitCode } = await scenario.run({ inputs: { retries: '2', 'reuse-login': 'false', workers: '2' } });
  expect(exitCode).toBe(1);
  expect(visits(scenario, '/pay')).toBe(3);
  expect(visits(scenario, '/login')).toBe(3);
});

it('a login is run once for several cases; a failed teardown is a warning and in the results, and the job is green', async () => {
  const teardownId = '7a1d3b6f-5c9f-4d67-8b68-3a4a2a1b8e21';
  await using scenario = await makeScenario({
    pages: { '/': ambiguousPage('Leave'), '/login': loginPage },
    files: {
      'browser-tests/all.yaml': `${login}- id: ${teardownId}
  description: Leave the shop
  runStatus: OFF
  elements:
    - selectors: [{ selectorType: ROLE, selector: button }]
      interaction: { action: CLICK }
${behindLogin('Look around')}  teardownId: ${teardownId}
${behindLogin('second')}${behindLogin('third')}`,
    },
  });
  const { exitCode, log, results } = await scenario.run({ inputs: { workers: '2' } });
  expect(exitCode).toBe(0);
  expect(visits(scenario, '/login')).toBe(1);
  expect(log).toMatch(
    /::warning::Teardowns failed\..*- after Look around: Teardown "Leave the shop", step 1: .*2 elements match/,
  );
  expect(results).toMatchObject({
    results: [
      { status: 'passed', teardownFailures: [expect.stringContaining('2 elements match')] },
      { status: 'passed' },
      { status: 'passed' },
    ],
  });
});
