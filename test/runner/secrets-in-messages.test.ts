import { afterAll, beforeAll, expect, it } from 'vitest';
import { splitMessage } from '../../src/contract/error-message.ts';
import type { Assertion } from '../../src/contract/exchange/assertion.ts';
import { redactTexts } from '../../src/runner/evidence/secrets.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startPages } from '../support/pages.ts';
import { aPlan, openTestRunner, play, playFirst } from '../support/play.ts';
import { by, containsText, css, entersText, sees } from '../support/steps.ts';

let runner: Runner;
beforeAll(async () => {
  runner = await openTestRunner({ expectTimeoutMs: 2500, workers: 3, redactor: createRedactor });
});
afterAll(() => runner?.[Symbol.asyncDispose]());

it('no message contains secrets that the driver typed or searched for', async () => {
  await using pages = await startPages();
  await using runner = await openTestRunner({ retries: 1, redactor: createRedactor });
  pages.add('<h1>hunter2000</h1>', '/');
  // A heading takes no text: these fail at once.
  const title = by('TEXT', '$OCTO_PASSWORD');
  const teardown = aCase({ elements: [entersText('$OCTO_PASSWORD', css('h1'))] });
  const testCase = aCase({ elements: [entersText('$OCTO_PASSWORD', title)], teardownId: teardown.id });
  const environment = { headers: {}, testAccount: { password: 'hunter2000' } };
  const outcome = await playFirst(runner, aPlan(pages.url, [testCase], { environment, others: [teardown] }));
  const messages = {
    errorMessage: expect.stringContaining('fill("***")'),
    failedStep: { locator: expect.stringContaining("getByText('***')") },
    teardownFailures: [expect.stringContaining('fill("***")')],
  };
  expect(outcome).toMatchObject({ ...messages, earlierAttempts: [messages] });
  expect(JSON.stringify(outcome)).not.toContain('hunter2000');
});

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
  const outcomes = await play(runner, aPlan(pages.url, cases, { environment }));
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
  const outcomes = await play(runner, aPlan(pages.url, cases, { environment }));
  expect(outcomes).toHaveLength(assertions.length);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(JSON.stringify(outcome)).not.toMatch(/hunter/);
    expect(outcome.errorMessage).toContain('***');
  }
});

it('every text of an outcome is redacted, except ids, statuses and the URLs of its files', () => {
  const attempt = {
    status: 'FAILED',
    errorMessage: 'a secret message',
    pageUrl: 'http://app.test/?token=secret',
    consoleErrors: ['one secret', 'none'],
    failedStep: { testCaseId: 'secret-1', elementIndex: 0, locator: "getByText('secret')" },
    screenshotUrl: 'file:///tmp/secret/1.png',
    traceUrl: null,
  };
  const redacted = {
    ...attempt,
    errorMessage: 'a *** message',
    pageUrl: 'http://app.test/?token=***',
    consoleErrors: ['one ***', 'none'],
    failedStep: { testCaseId: 'secret-1', elementIndex: 0, locator: "getByText('***')" },
  };
  const redact = (text: string) => text.replaceAll('secret', '***');
  expect(redactTexts({ ...attempt, earlierAttempts: [attempt] }, redact)).toEqual({
    ...redacted,
    earlierAttempts: [redacted],
  });
});
