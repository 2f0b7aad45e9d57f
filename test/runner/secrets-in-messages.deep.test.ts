import { afterAll, beforeAll, expect, it } from 'vitest';
import { splitMessage } from '../../src/contract/error-message.ts';
import type { Assertion } from '../../src/contract/exchange/assertion.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startPages } from '../support/pages.ts';
import { containsText, css, sees } from '../support/steps.ts';
import { aPlan, openTestRunner, runPlan } from '../support/test-runner.ts';

let runner: Runner;
beforeAll(async () => {
  runner = await openTestRunner({ expectTimeoutMs: 2500, workers: 3, redactor: createRedactor });
});
afterAll(() => runner?.[Symbol.asyncDispose]());

it('a sentence contains no part of a secret, although it cuts what it quotes', async () => {
  await using pages = await startPages();
  const environment = { headers: {}, testAccount: { password: 'hunter2000' } };
  const before = 'x'.repeat(195);
  const path = pages.add(`<h1>${before}hunter2000</h1><input value="${before}hunter2000">`);
  const steps = [
    sees(css('h2')),
    containsText(`${before}$OCTO_PASSWORD!`, css('h1')),
    { selectors: [css('input')], assertion: { expectation: 'TO_HAVE_VALUE' as const, calledWith: 'y' } },
  ];
  const cases = steps.map((step) => aCase({ elements: [goTo(path), step] }));
  const outcomes = await runPlan(runner, aPlan(pages.url, cases, { environment }));
  for (const { errorMessage } of outcomes) {
    const { sentence } = splitMessage(errorMessage ?? '');
    expect(sentence).toContain(`"${before}***`);
    expect(errorMessage).not.toContain('hunt');
  }
});

it('no message of an assertion contains a secret that it expects, or that the page has', async () => {
  await using pages = await startPages();
  const environment = { headers: {}, testAccount: { password: 'hunter 2000&' } };
  const path = pages.add(
    '<title>Of hunter 2000&amp;</title><h1 title="hunter 2000&amp;">hunter 2000&amp;</h1><script>history.replaceState({}, "", "?key=hunter%202000%26")</script>',
  );
  const assertions: Assertion[] = [
    { expectation: 'TO_HAVE_URL', calledWith: '/?key=$OCTO_PASSWORD' },
    { expectation: 'TO_HAVE_TITLE', calledWith: '$OCTO_PASSWORD' },
    { expectation: 'TO_HAVE_TEXT', calledWith: 'Is $OCTO_PASSWORD' },
    { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: '$OCTO_PASSWORD' },
    { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['title', 'Is $OCTO_PASSWORD'] },
    { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['lang', '$OCTO_PASSWORD'] },
  ];
  const cases = assertions.map((assertion) => {
    const isOfPage = ['TO_HAVE_URL', 'TO_HAVE_TITLE'].includes(assertion.expectation);
    return aCase({ elements: [goTo(path), { selectors: isOfPage ? [] : [css('h1')], assertion }] });
  });
  const outcomes = await runPlan(runner, aPlan(pages.url, cases, { environment }));
  expect(outcomes).toHaveLength(assertions.length);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(JSON.stringify(outcome)).not.toMatch(/hunter/);
    expect(outcome.errorMessage).toContain('***');
  }
});
