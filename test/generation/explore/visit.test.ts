import { expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { Visits } from '../../../src/generation/explore/visit.ts';
import { openLiveBrowser } from '../../../src/runner/live-page.ts';
import { testMachine } from '../../support/test-runner.ts';
import { startApp } from './explorer.ts';

it('ends a step that still waits when the time is over', async () => {
  await using app = await startApp({ '/': '<h1>Tea house</h1><button disabled>Order</button>' });
  await using browser = await openLiveBrowser(await testMachine());
  const open = () =>
    browser.open({
      executionUrl: app.url,
      entryPointUrlPath: null,
      breakpoint: 'DESKTOP',
      variables: {},
      timeoutPerStepMs: 1_000_000,
      testIdAttribute: null,
      environment: { headers: {} },
    });
  const over = new AbortController();
  const visits = new Visits({ open, prompt: '', base: `${app.url}/` }, over.signal);
  const clickOrder: ExchangeElement = {
    selectors: [{ selectorType: 'ROLE', selector: 'button', options: { name: 'Order' } }],
    interaction: { action: 'CLICK' },
  };
  const visit = visits.with({ path: '/', steps: [] }, (visit) => {
    const clicked = visit.run([clickOrder]);
    over.abort(new Error('The time is over.'));
    return clicked;
  });
  await expect(visit).rejects.toThrow('The time is over.');
});
