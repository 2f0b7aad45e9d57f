import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/test-case.ts';
import type { CaseOutcome, Runner, RunPlan } from '../../../src/runner/runner.ts';
import { aCase, goTo } from '../../support/cases.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { aPlan, playFirst, playToFail, sharedTestRunner } from '../../support/play.ts';

export interface Stage {
  /** Plays steps on a page of their own; step 1 is the first of them. @param overrides of the plan. */
  playOn(html: string, elements: readonly ExchangeElement[], overrides?: Overrides): Promise<CaseOutcome>;
  /**
   * The same for steps of which the last is meant to fail once its time is over, which is short.
   * `saying` is what the message says, unless a busy browser was too slow for that.
   */
  failOn(
    html: string,
    elements: readonly ExchangeElement[],
    overrides?: Overrides & { readonly saying?: RegExp },
  ): Promise<CaseOutcome>;
  /** Plays one case that goes from page to page, with a step on each. */
  playPages(
    steps: readonly { readonly html: string; readonly step: ExchangeElement }[],
  ): Promise<CaseOutcome>;
}

type Overrides = Partial<Omit<RunPlan, 'library' | 'cases'>>;

/** A test case that ends on a blank page fails, so each page shows a line in its corner. */
const notBlank = '<hr style="position: fixed; right: 0; bottom: 0; width: 8px">';

/** A runner and an app, for all tests of the file that calls this. */
export function openStage(): Stage {
  let runner: Runner;
  let pages: Pages;
  // Most of the time is spent waiting for what does not come.
  vi.setConfig({ maxConcurrency: 8 });
  beforeAll(async () => {
    [runner, pages] = await Promise.all([sharedTestRunner(), startPages()]);
  });
  afterAll(() => pages?.[Symbol.asyncDispose]());
  const planOn: (...given: Parameters<Stage['playOn']>) => RunPlan = (html, elements, overrides = {}) => {
    const start = goTo(pages.url + pages.add(html + notBlank));
    const { executionUrl = pages.url, ...rest } = overrides;
    return aPlan(executionUrl, [aCase({ elements: [start, ...elements] })], rest);
  };
  return {
    playOn: (...given) => playFirst(runner, planOn(...given)),
    playPages: (steps) => {
      const elements = steps.flatMap(({ html, step }) => [
        goTo(pages.url + pages.add(html + notBlank)),
        step,
      ]);
      return playFirst(runner, aPlan(pages.url, [aCase({ elements })]));
    },
    failOn: (html, elements, { saying, ...overrides } = {}) =>
      playToFail(runner, planOn(html, elements, overrides), saying),
  };
}

/** A step that acts. */
export function acts(interaction: Interaction, ...selectors: ExchangeSelector[]): ExchangeElement {
  return { selectors, interaction };
}

/** The same step, whose failure is ignored. */
export function optional(element: ExchangeElement): ExchangeElement {
  return { ...element, ignoreFailure: true };
}

/** How a case ends whose second step is optional, and has been given up before its time was over. */
export const isGivenUp: unknown = expect.objectContaining({
  status: 'PASSED',
  warnings: [
    expect.stringMatching(/^Step 2 \(.*\) failed, and the failure was ignored: .*An optional step waits/s),
  ],
});
