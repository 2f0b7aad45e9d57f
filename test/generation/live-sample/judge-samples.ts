import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type LiveBrowser, openLiveBrowser } from '../../../src/runner/live-page.ts';
import { testMachine } from '../../support/test-runner.ts';
import { type Judged, judgePrompt, type Verdict } from './judge-prompt.ts';
import type { SamplePrompt } from './prompts.ts';
import { startSampledApp } from './sampled-app.ts';

export interface Sample {
  readonly title: string;
  readonly prompts: readonly SamplePrompt[];
  /** Share of the clauses that do not mislead which is compiled: 5 % less than on a quiet machine, as a busy one runs some steps too slowly. */
  readonly minShare: number;
}

/** Defines the tests of samples. They are in several files, since the files of a run share the processors. */
export function testSamples(samples: readonly Sample[]): void {
  // Most of the time is spent waiting for a page to be quiet.
  vi.setConfig({ maxConcurrency: 4 });
  let browser: LiveBrowser;
  beforeAll(async () => {
    browser = await openLiveBrowser(await testMachine());
  });
  afterAll(() => browser?.[Symbol.asyncDispose]());

  const judgedOf = new Map<SamplePrompt, readonly Judged[]>();

  const prompts = samples.flatMap((sample) => sample.prompts);

  it.concurrent.each(prompts)('$page: $clauses.0.0: nothing is compiled wrong', async (prompt) => {
    await using app = await startSampledApp(browser);
    const judged = await judgePrompt(app, prompt);
    judgedOf.set(prompt, judged);
    expect(judged.filter(({ verdict }) => verdict === 'wrong').map(({ text }) => text)).toEqual([]);
  });

  it.each(samples)('$title sample: compiles most clauses that do not mislead', ({ prompts, minShare }) => {
    const judged = prompts.flatMap((prompt) => judgedOf.get(prompt) ?? []);
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
    expect(right / (right + missed)).toBeGreaterThanOrEqual(minShare);
  });
}
