import { expect, it } from 'vitest';
import { makeScenario } from '../support/scenario.ts';

it('`tests: none` is green: there is nothing to test on purpose', async () => {
  await using scenario = await makeScenario({});
  const { exitCode, outputs, summary } = await scenario.runInProcess({ inputs: { tests: 'none' } });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ status: 'nothing-to-run', total: '0' });
  expect(summary).toContain('No browser tests to run');
  expect(scenario.app.requests).toEqual([]);
});

it('test cases that are all switched off are not green', async () => {
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': 'description: A\nrunStatus: OFF\nelements: []\n' },
  });
  const { exitCode, outputs, log } = await scenario.runInProcess();
  expect(exitCode).toBe(1);
  expect(outputs.status).toBe('nothing-to-run');
  expect(log).toContain('A run that tests nothing does not pass');
});

it('an empty list is not green', async () => {
  await using scenario = await makeScenario({ files: { 'browser-tests/a.yaml': '[]\n' } });
  const { exitCode, outputs } = await scenario.runInProcess();
  expect(exitCode).toBe(1);
  expect(outputs.status).toBe('nothing-to-run');
});
