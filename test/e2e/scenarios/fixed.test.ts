import { expect, it } from 'vitest';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { pushOf } from '../../support/run-action.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

it('fixed: the red comment turns green, and says what was fixed', async () => {
  await using scenario = await makeScenario({
    files: { 'browser-tests/pay.yaml': clickCase('A customer pays', 'Pay', 'Thank you') },
  });
  await using hosted = await startHosted(ended((each) => failedAt(each, 0, 'no button')));
  const { github } = scenario;
  const { inputs } = hosted;
  const red = await scenario.runInProcess({ event: pushOf('a'), inputs });
  expect(red.exitCode).toBe(1);
  const redBody = github.comments[0]?.body ?? '';
  expect(redBody).toContain('### ❌ Browser tests failed');
  expect(redBody).toContain('click the button \\"Pay\\"');
  expect(redBody).toContain('browser-tests/pay.yaml');
  expect(redBody).toContain('no button');

  const before = github.requests.length;
  hosted.answer = ended();
  const green = await scenario.runInProcess({ event: pushOf('b'), inputs, env: { GITHUB_RUN_ID: '101' } });
  expect(green.exitCode).toBe(0);
  expect(green.outputs['comment-url']).toBe(red.outputs['comment-url']);
  expect(github.comments).toHaveLength(1);
  const greenBody = github.comments[0]?.body ?? '';
  expect(greenBody).toContain('### ✅ Browser tests passed');
  expect(greenBody).toContain('1 fixed');
  expect(greenBody).not.toContain('no button');
  await expectRequests('fixed', github.requests.slice(before));
});
