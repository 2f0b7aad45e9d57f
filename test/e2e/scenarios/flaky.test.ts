import { expect, it } from 'vitest';
import { expectRequests } from '../../support/request-table.ts';
import { ambiguousPage, buttonPage, clickCase, makeScenario } from '../../support/scenario.ts';

it('flaky: green, counted separately, with the message of the first attempt', async () => {
  const pages = {
    '/': buttonPage('Pay', 'Thank you'),
    /** Broken for whoever comes first. */
    get '/unsteady'() {
      Object.defineProperty(pages, '/unsteady', { value: buttonPage('Order', 'Ordered') });
      return ambiguousPage('Order');
    },
  };
  await using scenario = await makeScenario({
    pages,
    files: {
      'browser-tests/pay.yaml': clickCase('A customer pays', 'Pay', 'Thank you'),
      'browser-tests/order.yaml': `entryPointUrlPath: /unsteady\n${clickCase('A customer orders', 'Order', 'Ordered')}`,
    },
  });
  const { exitCode, log, outputs, summary } = await scenario.run();
  expect(exitCode).toBe(0);
  expect(log).toContain('A customer orders is flaky (browser-tests/order.yaml:4)');
  expect(outputs).toMatchObject({ status: 'passed', total: '2', passed: '2', failed: '0', flaky: '1' });
  const [comment] = scenario.github.comments;
  for (const text of [comment?.body, summary]) {
    expect(text).toContain('1 flaky');
    expect(text).toContain('A customer orders');
    expect(text).toContain('strict mode violation');
  }
  await expectRequests('flaky', scenario.github.requests);
});
