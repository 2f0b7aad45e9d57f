import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type LiveBrowser, openLiveBrowser } from '../../src/runner/live-page.ts';
import { testMachine } from '../support/test-runner.ts';
import { blindPrompts } from './live-sample/blind-prompts.ts';
import { frontdeskPrompts } from './live-sample/frontdesk-prompts.ts';
import { type Judged, judgePrompt, type Verdict } from './live-sample/judge-prompt.ts';
import { eighthPrompts, ninthPrompts } from './live-sample/later-prompts.ts';
import { acceptanceCriteria, pullRequestNotes, testScripts, toldSteps } from './live-sample/plain-prompts.ts';
import { plannerPrompts } from './live-sample/planner-prompts.ts';
import { livePrompts, type SamplePrompt } from './live-sample/prompts.ts';
import { startSampledApp } from './live-sample/sampled-app.ts';
import { heldOutPrompts, testerPrompts } from './live-sample/tester-prompts.ts';

// Most of the time is spent waiting for a page to be quiet.
vi.setConfig({ maxConcurrency: 5 });
let browser: LiveBrowser;
beforeAll(async () => {
  browser = await openLiveBrowser(await testMachine());
});
afterAll(() => browser?.[Symbol.asyncDispose]());

// Less by 5 % than on a quiet machine: a busy one runs some steps too slowly.
const samples = [
  { title: 'sixth', prompts: livePrompts, least: 0.9 },
  { title: 'eighth', prompts: eighthPrompts, least: 0.75 },
  { title: 'ninth', prompts: ninthPrompts, least: 0.75 },
  { title: 'tenth', prompts: testerPrompts, least: 0.85 },
  { title: 'eleventh', prompts: heldOutPrompts, least: 0.75 },
  { title: 'twelfth', prompts: testScripts, least: 0.9 },
  { title: 'thirteenth', prompts: acceptanceCriteria, least: 0.8 },
  { title: 'fourteenth', prompts: pullRequestNotes, least: 0.85 },
  { title: 'fifteenth', prompts: toldSteps, least: 0.9 },
  { title: 'twenty-fourth', prompts: [...plannerPrompts, ...frontdeskPrompts], least: 0.8 },
  { title: 'twenty-fifth', prompts: blindPrompts, least: 0.85 },
];

const judgedOf = new Map<SamplePrompt, readonly Judged[]>();

const prompts = samples.flatMap((sample) => sample.prompts);

it.concurrent.each(prompts)('$page: $clauses.0.0: nothing is compiled wrong', async (prompt) => {
  await using app = await startSampledApp(browser);
  const judged = await judgePrompt(app, prompt);
  judgedOf.set(prompt, judged);
  expect(judged.filter(({ verdict }) => verdict === 'wrong').map(({ text }) => text)).toEqual([]);
});

it.each(samples)('$title sample: compiles most clauses that do not mislead', ({ prompts, least }) => {
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
  expect(right / (right + missed)).toBeGreaterThanOrEqual(least);
});
