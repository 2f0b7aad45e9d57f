import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type LiveBrowser, openLiveBrowser } from '../../src/runner/live-page.ts';
import { testMachine } from '../support/play.ts';
import { type Judged, judgePrompt, type Verdict } from './live-sample/judge-prompt.ts';
import { livePrompts, type SamplePrompt } from './live-sample/prompts.ts';
import { startSampledApp } from './live-sample/sampled-app.ts';

// Most of the time is spent waiting for a page to be quiet.
vi.setConfig({ maxConcurrency: 3 });
let browser: LiveBrowser;
beforeAll(async () => {
  browser = await openLiveBrowser(await testMachine());
});
afterAll(() => browser?.[Symbol.asyncDispose]());

const judgedOf = new Map<SamplePrompt, readonly Judged[]>();

it.concurrent.each(livePrompts)('$page: $clauses.0.0: nothing is compiled wrong', async (prompt) => {
  await using app = await startSampledApp(browser);
  const judged = await judgePrompt(app, prompt);
  judgedOf.set(prompt, judged);
  expect(judged.filter(({ verdict }) => verdict === 'wrong').map(({ text }) => text)).toEqual([]);
});

it('compiles at least 90 % of the clauses that do not mislead', () => {
  const judged = [...judgedOf.values()].flat();
  const countOf = (isMisleading: boolean, verdict: Verdict) =>
    judged.filter((each) => each.isMisleading === isMisleading && each.verdict === verdict).length;
  const refused = judged.filter(({ verdict }) => verdict === 'refused though it has a meaning');
  for (const isMisleading of [false, true]) {
    const verdicts = ['right', 'wrong', 'refused rightly', 'refused though it has a meaning'] as const;
    console.log(
      isMisleading ? 'misleading' : 'plain',
      ...verdicts.map((each) => `${countOf(isMisleading, each)} ${each},`),
    );
  }
  console.log(refused.map(({ text }) => text).join('\n'));
  const [right, missed] = [countOf(false, 'right'), countOf(false, 'refused though it has a meaning')];
  // 95 %, unless a busy machine plays some steps too slowly.
  expect(right / (right + missed)).toBeGreaterThanOrEqual(0.9);
});
