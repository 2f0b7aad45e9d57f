import { expect, it } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { startPages } from '../support/pages.ts';
import { aPlan, openTestRunner, passed, runFirst, runToFail } from '../support/test-runner.ts';

it('the steps of an attempt are the last 300', async () => {
  await using pages = await startPages();
  await using runner = await openTestRunner();
  const elements = Array.from({ length: 310 }, () => seesCss('h1'));
  const testCase = aCase({ entryPointUrlPath: pages.add('<h1>Cart</h1>'), elements });
  const { steps } = await runFirst(runner, aPlan(pages.url, [testCase]));
  expect(steps).toHaveLength(300);
  expect(steps?.at(-1)).toMatchObject({ elementIndex: 309 });
});

function script(code: string, execType: 'browser' | 'sandbox' = 'browser'): ExchangeElement {
  return { selectors: [], interaction: { action: 'JAVASCRIPT', calledWith: { code, execType } } };
}

it('a step that timed out sets no variable afterwards', async () => {
  let released = Promise.withResolvers<void>();
  await using app = await startHttpServer(async ({ url }, response) => {
    // The case begins.
    if (url === '/') released = Promise.withResolvers();
    if (url === '/held') await released.promise;
    if (url === '/release') released.resolve();
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>');
  });
  await using runner = await openTestRunner();
  const testCase = aCase({
    elements: [
      goTo('/'),
      script("return { known: 'in time' }"),
      {
        ...script("await fetch('/held'); window.ended = true; return { known: 'late', late: 'late' }"),
        ignoreFailure: true,
      },
      script("await fetch('/release'); while (!window.ended) await new Promise((go) => setTimeout(go, 10));"),
      // The answer to this comes after the one that is late.
      script('return { last: 1 }'),
      script(
        "const [known, late] = ['known', 'late'].map(getDynamicVariable); if (known !== 'in time' || late !== undefined) throw new Error(known + ', ' + late)",
        'sandbox',
      ),
    ],
  });
  const outcome = await runToFail(runner, aPlan(app.url, [testCase]), /The step did not end within/);
  expect(outcome).toMatchObject(passed(testCase.id));
});
