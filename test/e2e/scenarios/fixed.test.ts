import { expect, it } from 'vitest';
import { expectRequests } from '../../support/request-table.ts';
import { pushOf } from '../../support/run-action.ts';
import { ambiguousPage, buttonPage, clickCase, makeScenario } from '../../support/scenario.ts';

it('fixed: the red comment turns green, and says what was fixed', async () => {
  await using scenario = await makeScenario({
    pages: { '/': ambiguousPage('Pay') },
    files: { 'browser-tests/pay.yaml': clickCase('A customer pays', 'Pay', 'Thank you') },
  });
  const { github, pages } = scenario;
  const red = await scenario.run({ event: pushOf('a'), inputs: { retries: '0' } });
  expect(red.exitCode).toBe(1);
  const redBody = github.comments[0]?.body ?? '';
  expect(redBody).toContain('### ❌ Browser tests failed');
  expect(redBody).toContain('click the button \\"Pay\\"');
  expect(redBody).toContain('browser-tests/pay.yaml');
  expect(redBody).toContain('strict mode violation');

  const before = github.requests.length;
  pages['/'] = buttonPage('Pay', 'Thank you');
  const green = await scenario.run({ event: pushOf('b'), env: { GITHUB_RUN_ID: '101' } });
  expect(green.exitCode).toBe(0);
  expect(green.outputs['comment-url']).toBe(red.outputs['comment-url']);
  expect(github.comments).toHaveLength(1);
  const greenBody = github.comments[0]?.body ?? '';
  expect(greenBody).toContain('### ✅ Browser tests passed');
  expect(greenBody).toContain('1 fixed');
  expect(greenBody).not.toContain('strict mode violation');
  await expectRequests('fixed', github.requests.slice(before));
});
