import { stripVTControlCharacters } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { joinUrl } from './join-url.ts';
import { buildLocator } from './locator.ts';
import type { CaseOutcome, FailedStep, RunPlan } from './runner.ts';
import { perform, UnsupportedStep } from './steps/perform.ts';
import { fillIn, type Variables } from './variables.ts';

/** A step failed; it carries where. */
class StepFailure extends Error {
  readonly step: FailedStep | undefined;

  constructor(step: FailedStep | undefined, cause: unknown) {
    super(errorText(cause), { cause });
    this.step = step;
  }
}

/**
 * Plays one case in a context of its own: its chain of dependencies, the case, then the teardowns from the inside
 * out, also after a failure. A failing teardown never fails the case.
 * @throws where the browser itself is gone.
 */
export async function playCase(
  context: BrowserContext,
  testCase: ExchangeTestCase,
  plan: RunPlan,
  variables: Variables,
): Promise<CaseOutcome> {
  const page = await context.newPage();
  const chain = dependencyChain(testCase, plan.library);
  const begun: ExchangeTestCase[] = [];
  const player = new StepPlayer(page, plan, variables);
  try {
    for (const each of chain) {
      begun.unshift(each);
      await player.playFromEntry(each);
    }
    return { testCaseId: testCase.id, status: 'PASSED', errorMessage: null };
  } catch (error) {
    if (context.browser()?.isConnected() === false) throw error;
    return failedOutcome(testCase, chain, error);
  } finally {
    await playTeardowns(begun, plan, player);
  }
}

function failedOutcome(
  testCase: ExchangeTestCase,
  chain: readonly ExchangeTestCase[],
  error: unknown,
): CaseOutcome {
  const step = error instanceof StepFailure ? error.step : undefined;
  const cause = error instanceof StepFailure ? error.cause : error;
  const dependency = chain.find((each) => each.id === step?.testCaseId && each !== testCase);
  const message = error instanceof Error ? error.message : errorText(error);
  return {
    testCaseId: testCase.id,
    status: cause instanceof UnsupportedStep ? 'ERROR' : 'FAILED',
    errorMessage: dependency === undefined ? message : `Dependency "${dependency.description}": ${message}`,
    ...(step === undefined ? {} : { failedStep: step }),
  };
}

/** The case's dependencies from the outermost in, and the case itself last. */
function dependencyChain(
  testCase: ExchangeTestCase,
  library: ReadonlyMap<string, ExchangeTestCase>,
): ExchangeTestCase[] {
  const chain = [testCase];
  for (let id = testCase.dependencyId; id !== undefined; id = chain[0]?.dependencyId) {
    const dependency = library.get(id);
    if (dependency === undefined) throw new Error(`The dependency ${id} does not exist.`);
    if (chain.includes(dependency))
      throw new Error(`The dependencies of "${testCase.description}" form a loop.`);
    chain.unshift(dependency);
  }
  return chain;
}

async function playTeardowns(
  begun: readonly ExchangeTestCase[],
  plan: RunPlan,
  player: StepPlayer,
): Promise<void> {
  for (const { teardownId } of begun) {
    const teardown = teardownId === undefined ? undefined : plan.library.get(teardownId);
    try {
      if (teardown !== undefined) await player.playSteps(teardown);
    } catch {
      // A teardown tidies up; what it can't do says nothing about the case.
    }
  }
}

/** Plays the steps of cases on one page. */
class StepPlayer {
  readonly #page: Page;
  readonly #plan: RunPlan;
  readonly #variables: Variables;

  constructor(page: Page, plan: RunPlan, variables: Variables) {
    this.#page = page;
    this.#plan = plan;
    this.#variables = variables;
  }

  /** A case that does not begin with GO_TO starts at the execution URL, joined with its entry point. */
  async playFromEntry(testCase: ExchangeTestCase): Promise<void> {
    if (testCase.elements[0]?.interaction?.action !== 'GO_TO') {
      try {
        const path = this.#fill(testCase.entryPointUrlPath ?? '');
        await this.#page.goto(joinUrl(this.#plan.executionUrl, path), {
          timeout: this.#plan.timeoutPerStepMs,
        });
      } catch (error) {
        throw new StepFailure(undefined, error);
      }
    }
    await this.playSteps(testCase);
  }

  async playSteps(testCase: ExchangeTestCase): Promise<void> {
    for (const [elementIndex, element] of testCase.elements.entries()) {
      try {
        await this.#playStep(element);
      } catch (error) {
        if (element.ignoreFailure === true && !(error instanceof UnsupportedStep)) continue;
        throw new StepFailure({ testCaseId: testCase.id, elementIndex }, error);
      }
    }
  }

  /** One step, and the page's load after it, within the time of one step. */
  async #playStep(element: ExchangeElement): Promise<void> {
    const end = performance.now() + this.#plan.timeoutPerStepMs;
    const remainingMs = () => Math.max(1, Math.round(end - performance.now()));
    await perform(element, {
      page: this.#page,
      executionUrl: this.#plan.executionUrl,
      locator: () => buildLocator(this.#page, element.selectors, this.#fill),
      fill: this.#fill,
      remainingMs,
    });
    await this.#page.waitForLoadState('load', { timeout: remainingMs() });
  }

  readonly #fill = (text: string): string => fillIn(text, this.#variables);
}

/** Playwright's own words, without the colours of its call log. */
function errorText(error: unknown): string {
  const text =
    error instanceof Error
      ? error.name === 'Error'
        ? error.message
        : `${error.name}: ${error.message}`
      : String(error);
  return stripVTControlCharacters(text).trim();
}
