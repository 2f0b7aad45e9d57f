import { expect, it } from 'vitest';
import { createRedactor } from '../../src/publish/redact/redact.ts';
import { aCase } from '../support/cases.ts';
import { startPages } from '../support/pages.ts';
import { aPlan, openTestRunner, playFirst } from '../support/play.ts';
import { by, css, entersText } from '../support/steps.ts';

it('no message says what the driver was told to type or to look for where that is secret', async () => {
  await using pages = await startPages();
  await using runner = await openTestRunner({ retries: 1, redactor: createRedactor });
  pages.add('<h1>hunter2000</h1>', '/');
  // A heading takes no text: these fail at once.
  const title = by('TEXT', '$OCTO_PASSWORD');
  const teardown = aCase({ elements: [entersText('$OCTO_PASSWORD', css('h1'))] });
  const testCase = aCase({ elements: [entersText('$OCTO_PASSWORD', title)], teardownId: teardown.id });
  const environment = { headers: {}, testAccount: { password: 'hunter2000' } };
  const outcome = await playFirst(runner, aPlan(pages.url, [testCase], { environment, others: [teardown] }));
  const told = {
    errorMessage: expect.stringContaining('fill("***")'),
    failedStep: { locator: expect.stringContaining("getByText('***')") },
    teardownFailures: [expect.stringContaining('fill("***")')],
  };
  expect(outcome).toMatchObject({ ...told, earlierAttempts: [told] });
  expect(JSON.stringify(outcome)).not.toContain('hunter2000');
});
