import { describe, expect, it } from 'vitest';
import { splitMessage } from '../../../src/contract/error-message.ts';
import { aCase, goTo } from '../../support/cases.ts';
import { aPlan, playFirst, sharedTestRunner } from '../../support/play.ts';
import { css, sees } from '../../support/steps.ts';
import { openStage, type StageRow } from '../steps/stage.ts';
import { expectSentence } from './expect-sentence.ts';
import { immediateRows, sampleRows } from './sentence-rows.ts';

const stage = openStage();

describe.concurrent('the sentence about a failure', () => {
  const [opening, others] = [true, false].map((opensPage) =>
    immediateRows.filter(({ step }) => (step.interaction?.action === 'GO_TO') === opensPage),
  );

  // The browser's page about the error would replace the next page.
  it.each(opening ?? [])('$sentence', async (row) => {
    await expectSentence(stage, row, [120_000]);
  });

  it('is there at once where no time helps', async () => {
    const variables = { PRICE: ['€10'] };
    const rows = (others ?? []).map(({ sentence, html, step }): StageRow => [sentence, html, [step]]);
    const messages = await stage.messagesOf(rows, { variables });
    expect(messages.map((message) => splitMessage(message ?? ''))).toEqual(
      others?.map(({ sentence }) => ({ sentence, details: expect.stringMatching(/./) })),
    );
  });

  it.each(sampleRows)('$sentence', async (row) => {
    await expectSentence(stage, row, [2500, 30_000]);
  });

  it('has the status of a page that is an error', async () => {
    const { errorMessage } = await stage.failOn('', [goTo('/missing'), sees(css('h1'))]);
    expect(errorMessage).toContain('The page shows "There is no such page" (status 404).\n');
  });

  it('names the path of an entry point that does not open', async () => {
    const executionUrl = 'http://127.0.0.1:39999';
    const testCase = aCase({ entryPointUrlPath: '/shop', elements: [sees(css('h1'))] });
    const runner = await sharedTestRunner();
    const { errorMessage } = await playFirst(runner, aPlan(executionUrl, [testCase]));
    expect(errorMessage).toMatch(
      /^Could not open \/shop: nothing answers at http:\/\/127\.0\.0\.1:39999\. Check/,
    );
  });
});
