import { expect, it } from 'vitest';
import { startHosted } from '../support/hosted-stand-in.ts';
import { clickCase, makeScenario, token } from '../support/scenario.ts';

it("a warning of Node's own is redacted, and no workflow command", async () => {
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') },
  });
  await using hosted = await startHosted('passed');
  const code = `setTimeout(() => process.emitWarning('odd\\n::error::forged by ${token}\\u001b[2J', 'OddWarning'), 100)`;
  const { exitCode, log } = await scenario.run({
    inputs: hosted.inputs,
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` },
  });
  expect(exitCode, log).toBe(0);
  expect(log).toContain('OddWarning: odd\n: :error::forged by ***');
  expect(log).not.toMatch(/^::error::/m);
  expect(log).not.toContain('\u001b');
});
