import { expect, it } from 'vitest';
import { expectRequests } from '../../support/request-table.ts';
import { buttonPage, clickCase, makeScenario } from '../../support/scenario.ts';

it('first run: the comment says that the tests run, and then that they passed', async () => {
  await using scenario = await makeScenario({
    pages: { '/': buttonPage('Pay', 'Thank you') },
    files: {
      'browser-tests/pay.yaml': clickCase('A customer pays', 'Pay', 'Thank you'),
      'browser-tests/again.yaml': clickCase('A customer pays again', 'Pay', 'Thank you'),
    },
  });
  const { github } = scenario;
  const { exitCode, log, outputs, summary, results } = await scenario.run();

  expect(exitCode).toBe(0);
  expect(log).toContain('2 of 2 test cases passed.');
  expect(log).toContain('Verdict: passed');
  expect(outputs).toMatchObject({ status: 'passed', total: '2', passed: '2', failed: '0', flaky: '0' });
  expect(results).toMatchObject({ results: [{ status: 'passed' }, { status: 'passed' }] });
  expect(summary).toContain('A customer pays again');

  const [comment] = github.comments;
  expect(github.comments).toHaveLength(1);
  expect(outputs['comment-url']).toBe(comment?.html_url);
  expect(comment?.body).toMatch(/^### ✅ Browser tests passed \(2 passed of 2, [\d.]+ m?s\)$/m);
  expect(comment?.body).toContain('`aaaaaaa`');
  const bodies = github.requests.filter(({ body }) => body !== '').map(({ body }) => body);
  expect(bodies[0]).toContain('⏳ Browser tests are running');
  await expectRequests('first run', github.requests);
});
