import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import type { CaseOutcome, Runner, RunPlan } from '../../../src/runner/runner.ts';
import { aCase, goTo, seesCss } from '../../support/cases.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { aPlan, runFirst, runToFail, sharedTestRunner } from '../../support/test-runner.ts';

export interface Stage {
  /** Runs steps on a page of their own; step 1 is the first of them. @param overrides of the plan. */
  runOn(html: string, elements: readonly ExchangeElement[], overrides?: Overrides): Promise<CaseOutcome>;
  /**
   * The same for steps of which the last is meant to fail once its time is over, which is short.
   * `saying` is what the message says, unless a busy browser was too slow for that.
   */
  failOn(
    html: string,
    elements: readonly ExchangeElement[],
    overrides?: Overrides & { readonly saying?: RegExp },
  ): Promise<CaseOutcome>;
  /** Expects that all rows pass. One case runs them, one after the other: a case for each would take several times as long. */
  expectPassed(rows: readonly StageRow[], overrides?: Overrides): Promise<CaseOutcome>;
  /** The message with which the last step of each row fails; undefined where it passes. Few cases run all rows. */
  messagesOf(rows: readonly StageRow[], overrides?: Overrides): Promise<(string | undefined)[]>;
}

/** A page, and steps on it. */
export type StageRow = readonly [what: string, html: string, steps: readonly ExchangeElement[], ...unknown[]];

/** An attempt reports no more warnings. */
const maxWarnings = 20;

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
  const planOn: (...given: Parameters<Stage['runOn']>) => RunPlan = (html, elements, overrides = {}) => {
    const start = goTo(pages.url + pages.add(html + notBlank));
    const { executionUrl = pages.url, ...rest } = overrides;
    return aPlan(executionUrl, [aCase({ elements: [start, ...elements] })], rest);
  };
  const expectPassed: Stage['expectPassed'] = async (rows, overrides = {}) => {
    const steps = rows.map(([, html, elements]) => [open(html), ...elements]);
    const { executionUrl = pages.url, ...rest } = overrides;
    const outcome = await runFirst(runner, aPlan(executionUrl, [aCase({ elements: steps.flat() })], rest));
    const owners = rows.flatMap(([what], index) => steps[index]?.map(() => what) ?? []);
    expect(owners[outcome.failedStep?.elementIndex ?? -1], outcome.errorMessage ?? '').toBeUndefined();
    expect(outcome).toMatchObject({ status: 'PASSED', errorMessage: null });
    return outcome;
  };
  const open = (html: string) => goTo(pages.url + pages.add(html + notBlank));
  return {
    runOn: (...given) => runFirst(runner, planOn(...given)),
    failOn: (html, elements, { saying, ...overrides } = {}) =>
      runToFail(runner, planOn(html, elements, overrides), saying),
    expectPassed,
    async messagesOf(rows, overrides) {
      const found: (string | undefined)[] = [];
      for (let start = 0; start < rows.length; start += maxWarnings) {
        const part = rows.slice(start, start + maxWarnings);
        const optionalRows = part.map(
          ([what, html, steps]): StageRow => [
            what,
            html,
            steps.map((each, index) => (index === steps.length - 1 ? optional(each) : each)),
          ],
        );
        const { warnings } = await expectPassed([...optionalRows, ['end', '', [seesCss('hr')]]], overrides);
        const ignored = new Map(
          (warnings ?? []).flatMap((text) => {
            const [, number, message] = ignoredFailure.exec(text) ?? [];
            return message === undefined ? [] : [[Number(number), message]];
          }),
        );
        let number = 0;
        for (const [, , steps] of part) {
          number += steps.length + 1;
          found.push(ignored.get(number));
        }
      }
      return found;
    },
  };
}

const ignoredFailure = /^Step (\d+) \([A-Z_]+\) failed, and the failure was ignored: (.*)$/s;

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
