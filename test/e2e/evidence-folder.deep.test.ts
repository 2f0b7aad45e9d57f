import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buttonPage, clickCase, makeScenario } from '../support/scenario.ts';

const resultFiles = ['ctrf.json', 'junit.xml', 'report.html', 'results.json'];

it('a passed case leaves its trace where it is asked for', async () => {
  await using scenario = await makeScenario({
    pages: { '/': buttonPage('Pay', 'Thank you') },
    files: { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') },
  });
  const env = { RUNNER_TEMP: join(scenario.workspace.path, 'temp') };
  const { outputs, exitCode } = await scenario.run({ inputs: { trace: 'always' }, env });
  expect(exitCode).toBe(0);
  const names = await readdir(outputs['evidence-folder'] ?? '');
  expect(names.filter((name) => !resultFiles.includes(name))).toEqual([expect.stringMatching(/\.zip$/)]);
});
