import { describe, expect, it } from 'vitest';
import { targetId } from '../support/reports.ts';
import { makeScenario } from '../support/scenario.ts';
import { hostedAttacks } from './hosted-attacks.ts';
import { files, startScriptedService } from './scripted-service.ts';

const green = ['passed', 'done'];

describe.each(Object.entries(hostedAttacks))('%s', (_, attacks) => {
  it.concurrent.each(attacks)('$what', async ({ ends, says, script, inputs, run, ...attack }) => {
    await using scenario = await makeScenario({ files: attack.files ?? files });
    await using service = await startScriptedService(script, scenario.app.url);
    const hosted = { 'service-url': service.url, 'api-key': 'the-key', 'test-target-id': targetId };
    const { exitCode, outputs, log } = await scenario.run({
      ...run,
      inputs: { comment: 'never', timeout: '60s', ...hosted, ...inputs },
    });
    expect(ends, log).toContain(outputs.status);
    expect(exitCode).toBe(green.includes(outputs.status ?? '') ? 0 : 1);
    if (says !== undefined) expect(log).toMatch(says);
  });
});
