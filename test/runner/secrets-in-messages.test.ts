import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Runner, redactTexts } from '../../src/runner/runner.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { aCase } from '../support/cases.ts';
import { startPages } from '../support/pages.ts';
import { by, css, entersText, sees } from '../support/steps.ts';
import { aPlan, openTestRunner, runFirst } from '../support/test-runner.ts';

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
  const outcome = await runFirst(runner, aPlan(pages.url, [testCase], { environment, others: [teardown] }));
  const messages = {
    errorMessage: expect.stringContaining('fill("***")'),
    failedStep: { locator: expect.stringContaining("getByText('***')") },
    teardownFailures: [expect.stringContaining('fill("***")')],
  };
  expect(outcome).toMatchObject({ ...messages, earlierAttempts: [messages] });
  expect(JSON.stringify(outcome)).not.toContain('hunter2000');
});

it('no message contains the start of a secret that is cut off', async () => {
  await using pages = await startPages();
  const filler = 'x'.repeat(180);
  pages.add(
    `<h1>Shop</h1><div title="${filler}hunter2000-and-more" style="position:fixed;inset:0;background:white"></div>`,
    '/',
  );
  const environment = { headers: {}, testAccount: { password: 'hunter2000-and-more' } };
  const testCase = aCase({ elements: [sees(css('h1'))] });
  const { errorMessage } = await runFirst(runner, aPlan(pages.url, [testCase], { environment }));
  expect(errorMessage).toContain('xxx***…');
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
