import { afterAll, beforeAll, vi } from 'vitest';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/test-case.ts';
import type { CaseOutcome, Runner, RunPlan } from '../../../src/runner/runner.ts';
import { aCase, goTo } from '../../support/cases.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { aPlan, openTestRunner, playFirst } from '../../support/play.ts';

/** Short, as failing means waiting for it to pass, in ms. */
export const shortMs = 1500;

export interface Stage {
  /**
   * Plays steps on a page of their own; step 1 is the first of them.
   * @param overrides of the plan; a number is the time of a step in ms.
   */
  playOn(
    html: string,
    elements: readonly ExchangeElement[],
    overrides?: number | Partial<Omit<RunPlan, 'library' | 'cases'>>,
  ): Promise<CaseOutcome>;
}

/** A runner and an app, for all tests of the file that calls this. */
export function openStage(): Stage {
  let runner: Runner;
  let pages: Pages;
  // Most of the time is spent waiting for what does not come.
  vi.setConfig({ maxConcurrency: 8 });
  beforeAll(async () => {
    [runner, pages] = await Promise.all([openTestRunner(), startPages()]);
  });
  afterAll(() => Promise.all([runner, pages].map((each) => each?.[Symbol.asyncDispose]())));
  return {
    playOn(html, elements, overrides = {}) {
      const start = goTo(pages.url + pages.add(html));
      const options = typeof overrides === 'number' ? { timeoutPerStepMs: overrides } : overrides;
      const { executionUrl = pages.url, ...rest } = options;
      return playFirst(runner, aPlan(executionUrl, [aCase({ elements: [start, ...elements] })], rest));
    },
  };
}

/** A step that acts. */
export function acts(interaction: Interaction, ...selectors: ExchangeSelector[]): ExchangeElement {
  return { selectors, interaction };
}
